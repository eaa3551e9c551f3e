import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

extension ErrorKind {
  /// The exit status of a command (tasks(1), "Exit status"); 0 is none of them.
  package var status: Int32 {
    switch self {
    case .failed: 1
    case .usage: 2
    case .noSuchTask: 3
    case .ambiguous: 4
    case .limit: 5
    case .network: 6
    case .noStore: 7
    case .interrupted: 130
    }
  }

  /// What scripts are told of it.
  var meaning: String {
    switch self {
    case .failed: "failed"
    case .usage: "input that cannot be used"
    case .noSuchTask: "no such task"
    case .ambiguous: "an ambiguous id"
    case .limit: "a limit, or claimed by another"
    case .network: "network"
    case .noStore: "no store"
    case .interrupted: "interrupted"
    }
  }
}

/// A failure of a command.
package struct CommandError: ReportedError {
  package let message: String
  package let kind: ErrorKind
  package let name: String

  init(_ message: String, code: ErrorKind, name: String? = nil) {
    (self.message, kind, self.name) = (message, code, name ?? code.rawValue)
  }

  /// Takes over any error; one that says nothing of itself is taken for wrong input.
  init(_ error: any Error) {
    let told = error as? any ReportedError ?? StoreError(error)
    let lines = [told.message] + CommandError.excerpt(told) + [told.hint].compactMap { $0 }
    self.init(lines.joined(separator: "\n"), code: told.kind, name: told.name)
  }

  /// The argument with a caret under the wrong word.
  private static func excerpt(_ error: any ReportedError) -> [String] {
    guard let word = (error as? InputError)?.word, !word.argument.utf8.contains(0x0A) else {
      return []
    }
    let margin = CellWidth.of(ControlCharacters.escaped(word.before))
    return [
      "  " + ControlCharacters.escaped(word.argument),
      "  " + String(repeating: " ", count: margin)
        + String(repeating: "^", count: max(1, CellWidth.of(word.text))),
    ]
  }
}

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
    if !(error is any ReportedError) { return reportUsage() }
    let failure = CommandError(error)
    say(failure.message, name: failure.name)
    return failure.kind.status
  }

  /// Prints the help or the usage error, and returns the exit status. Help that was requested goes to stdout, help
  /// after a usage error to stderr.
  private func reportUsage() -> Int32 {
    let code = Tasks.exitCode(for: error)
    var text = Tasks.fullMessage(for: error)
    if code == .success {
      do {
        try Output.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
      } catch {
        return 1
      }
      return 0
    }
    text.removeAll { $0 == DashedWords.mark }
    // The usual step of a verb may have no name for the user.
    for verb in Verbs.all {
      guard let usual = verb.usualStep, !usual.isShown else { continue }
      text = text.replacing("\(verb.name) \(usual.name) --help", with: "\(verb.name) --help")
    }
    // The library's own prefix is redundant with ours.
    let prefix = "Error: "
    say(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text, name: "usage")
    return ErrorKind.usage.status
  }

  private func say(_ message: String, name: String) {
    guard wantsJSON else {
      Conversation.say(message)
      return
    }
    Conversation.write(ErrorAnswer(name, message: Conversation.shown(message)).json)
  }
}
