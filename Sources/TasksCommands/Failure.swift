import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// Ends the program after a command has thrown an error.
package struct Failure {
  let error: any Error
  let wantsJSON: Bool

  package init(_ error: any Error, wantsJSON: Bool) {
    self.error = error
    self.wantsJSON = wantsJSON
  }

  /// Prints the error to stderr and returns the exit status.
  package func report() -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    if let number = StoreError.interruption(error) { Interruption.die(of: number) }
    if isFromTheParser { return reportUsage() }
    let failure = CommandError(error)
    say(failure.message, name: failure.name)
    return failure.code.rawValue
  }

  private var isFromTheParser: Bool {
    !(error is CommandError) && !(error is InputError) && !(error is ActionError)
      && !(error is CipherError)
      && !(error is SyncFailure) && !(error is TerminalError) && !StoreError.isOurs(error)
  }

  /// Prints the help or the usage error, and returns the exit status. Help that was requested goes to stdout, help
  /// after a usage error to stderr.
  private func reportUsage() -> Int32 {
    let code = Tasks.exitCode(for: error)
    let text = Tasks.fullMessage(for: error)
    if code == .success {
      do {
        try Output.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
      } catch {
        return 1
      }
      return 0
    }
    // The library's own prefix is redundant with ours.
    let prefix = "Error: "
    say(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text, name: "usage")
    return ExitStatus.usage.rawValue
  }

  private func say(_ message: String, name: String) {
    guard wantsJSON else {
      Conversation.say(message)
      return
    }
    Conversation.write(ErrorAnswer(name, message: Conversation.shown(message)).json)
  }
}
