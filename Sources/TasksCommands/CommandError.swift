import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// The exit status of a command (tasks(1), "Exit status").
package enum ExitStatus: Int32, CaseIterable {
  case fine = 0
  case failed = 1
  case usage = 2
  case noSuchTask = 3
  case ambiguous = 4
  case limit = 5
  case network = 6
  case noStore = 7
  case interrupted = 130

  /// What scripts are told of it.
  var meaning: String {
    switch self {
    case .fine: "fine"
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

/// A failure, with the message and exit status of the command line.
package struct CommandError: Error {
  let message: String
  let code: ExitStatus
  /// The short name of the failure in JSON.
  let name: String

  init(_ message: String, code: ExitStatus, name: String? = nil) {
    self.message = message
    self.code = code
    self.name = name ?? CommandError.name(of: code)
  }

  /// Translates any error.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as InputError: self.init(CommandError.text(of: error), code: .usage)
    case ActionError.claimed(let title, let short, let holder):
      self.init(
        ActionError.claimed(title, short, by: holder).message, code: .limit, name: "claimed")
    case let error as ActionError:
      self.init(error.message, code: error.isAboutInput ? .usage : .failed)
    case let error as CipherError:
      self.init(error.message, code: error.isAboutInput ? .usage : .failed)
    case TerminalError.badSetting(let message): self.init(message, code: .usage)
    case let error as TerminalError: self.init(error.message, code: .failed)
    case let error as SyncFailure:
      self.init(error.description, code: error.isNetwork ? .network : .failed)
    default:
      let failure = StoreError(error)
      self.init(failure.description, code: CommandError.code(of: failure))
    }
  }

  /// Returns the message, the argument with a caret under the wrong word, and a hint.
  private static func text(of error: InputError) -> String {
    var lines = [error.message]
    if let word = error.word, !word.argument.utf8.contains(0x0A) {
      let width = max(1, CellWidth.of(word.text))
      lines.append("  " + ControlCharacters.escaped(word.argument))
      lines.append(
        "  " + String(repeating: " ", count: CellWidth.of(ControlCharacters.escaped(word.before)))
          + String(repeating: "^", count: width))
    }
    lines.append(error.hint)
    return lines.joined(separator: "\n")
  }

  private static func code(of error: StoreError) -> ExitStatus {
    switch error.kind {
    case .failed: .failed
    case .input: .usage
    case .noSuchTask: .noSuchTask
    case .ambiguous: .ambiguous
    case .limit: .limit
    case .network: .network
    case .store: .noStore
    }
  }

  private static func name(of code: ExitStatus) -> String {
    switch code {
    case .fine: "none"
    case .failed: "failed"
    case .usage: "usage"
    case .noSuchTask: "not-found"
    case .ambiguous: "ambiguous"
    case .limit: "limit"
    case .network: "network"
    case .noStore: "store"
    case .interrupted: "interrupted"
    }
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
