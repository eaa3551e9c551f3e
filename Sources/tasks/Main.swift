import ArgumentParser
import Platform
import TasksCore
import TasksStore

@main
enum Main {
  static func main() {
    // If the reader stops early, the write that fails reports it.
    signal(SIGPIPE, SIG_IGN)
    // The parent process may ignore SIGCHLD, and the exit status of git would then be lost.
    signal(SIGCHLD, SIG_DFL)
    // The runtime reads the arguments from /proc and returns none if it has no access. Status 255 tells git that
    // the merge could not be made.
    guard !CommandLine.arguments.isEmpty else {
      Conversation.say("the arguments cannot be read; check that /proc/self/maps is readable")
      exit(255)
    }
    if MergeProgram.isMeant {
      exit(MergeProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
    guard CommandLineWords.areText else {
      Conversation.say("an argument is not UTF-8; encode it as UTF-8")
      exit(ExitStatus.usage.rawValue)
    }
    if let status = MergeDriver.run(words: Array(CommandLine.arguments.dropFirst())) {
      exit(status)
    }
    let arguments = CommandLineWords(Array(CommandLine.arguments.dropFirst()))
    do {
      if arguments.words == ["--version"] { return try Output.print(Tasks.version) }
      if let plain = FastPath(arguments.words) {
        return try plain.request.run(
          in: Session(store: plain.store, wantsJSON: plain.wantsJSON))
      }
      try ExternalCommand.run(arguments.words)
      var command = try Tasks.command(DashedWords.shielded(arguments.words))
      try command.run()
    } catch {
      exit(Failure(error, wantsJSON: arguments.wantsJSON).report())
    }
  }
}

/// The words after the program's name, in the order that the argument library needs.
struct CommandLineWords {
  /// Options before the verb, such as `--store DIR`, are moved after it.
  let words: [String]

  init(_ given: [String]) {
    let given = CommandLineWords.withSeconds(given)
    guard let index = DashedWords.verb(in: given), index > 0 else {
      words = given
      return
    }
    let leading = given[..<index]
    let isMovable = leading.allSatisfy {
      !$0.hasPrefix("-") || $0.hasPrefix("--store")
        || ["--json", "--verbose", "-v", "--dry-run"].contains($0)
    }
    guard isMovable else {
      words = given
      return
    }
    words = [given[index]] + leading + given[(index + 1)...]
  }

  /// Adds the number of seconds that `sync --every` may leave out.
  private static func withSeconds(_ given: [String]) -> [String] {
    guard let verb = DashedWords.verb(in: given), given[verb] == "sync",
      let option = given.lastIndex(of: "--every"),
      option + 1 == given.count || Int(given[option + 1]) == nil
    else { return given }
    return given[...option] + ["20"] + given[(option + 1)...]
  }

  /// False if an argument contains bytes that are not UTF-8, which decoding would change.
  static var areText: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  var wantsJSON: Bool {
    words.prefix { $0 != "--" }.contains("--json") || words.contains("--jsonl")
  }
}

/// Runs `tasks-NAME` on PATH for `tasks NAME`. A name that is neither such a program nor a verb is an error, and
/// never a filter.
enum ExternalCommand {
  static func run(_ words: [String]) throws {
    guard let name = words.first, !name.hasPrefix("-"), !name.contains("/"), name != "help",
      Tasks.verb(named: name) == nil
    else {
      return
    }
    for folder in (Session.variable("PATH") ?? "").split(separator: ":") {
      let path = "\(folder)/tasks-\(name)"
      guard access(path, X_OK) == 0 else { continue }
      var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words.dropFirst()).map {
        strdup($0)
      }
      arguments.append(nil)
      execv(path, arguments)
      throw CommandError(
        "\(path) cannot be run: \(String(cString: strerror(errno)))", code: .failed)
    }
    guard !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else {
      throw CommandError(
        "there is no command “\(name)”; tasks --help lists the commands, and tasks list \(name) searches for the word",
        code: .usage)
    }
  }
}

/// Ends the program after a command has thrown an error.
struct Failure {
  let error: any Error
  let wantsJSON: Bool

  init(_ error: any Error, wantsJSON: Bool) {
    self.error = error
    self.wantsJSON = wantsJSON
  }

  /// Prints the error to stderr and returns the exit status.
  func report() -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    if let number = StoreError.interruption(error) { Interruption.die(of: number) }
    if isFromTheParser { return reportUsage() }
    let failure = CommandError(error)
    say(failure.message, name: failure.name)
    return failure.code.rawValue
  }

  private var isFromTheParser: Bool {
    !(error is CommandError) && !(error is InputError) && !(error is ActionError)
      && !(error is SyncFailure) && !StoreError.isOurs(error)
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
