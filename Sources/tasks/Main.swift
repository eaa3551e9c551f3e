import ArgumentParser
import TasksCore
import TasksStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
enum Main {
  static func main() {
    // A reader that stops early is seen by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    // Whoever has started us may ignore the end of children, and we would never learn how git has ended.
    signal(SIGCHLD, SIG_DFL)
    // The runtime reads them in /proc, and says nothing where it may not. The status is one that git takes for a merge
    // that could not be made.
    guard !CommandLine.arguments.isEmpty else {
      Conversation.say("the arguments cannot be read here: is /proc/self/maps closed to it?")
      exit(255)
    }
    if MergeProgram.isMeant {
      exit(MergeProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
    guard CommandLineWords.areText else {
      Conversation.say("an argument is not UTF-8; write it in UTF-8, or as ASCII")
      exit(ExitStatus.usage.rawValue)
    }
    if let status = MergeDriver.run(words: Array(CommandLine.arguments.dropFirst())) {
      exit(status)
    }
    let arguments = CommandLineWords(Array(CommandLine.arguments.dropFirst()))
    do {
      if arguments.words == ["--version"] { return try Output.print(Tasks.version) }
      if let plain = PlainWords(arguments.words) {
        return try plain.request.run(
          in: Session(store: plain.store, wantsJSON: plain.wantsJSON))
      }
      try External.run(arguments.words)
      var command = try Tasks.command(DashedWords.shielded(arguments.words))
      try command.run()
    } catch {
      exit(Failure(error, wantsJSON: arguments.wantsJSON).report())
    }
  }
}

/// The words behind the program's name, put into the order the argument library wants.
struct CommandLineWords {
  /// `--store DIR` and the like in front of the verb go behind it.
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

  /// `sync --every` may go without its number.
  private static func withSeconds(_ given: [String]) -> [String] {
    guard let verb = DashedWords.verb(in: given), given[verb] == "sync",
      let option = given.lastIndex(of: "--every"),
      option + 1 == given.count || Int(given[option + 1]) == nil
    else { return given }
    return given[...option] + ["20"] + given[(option + 1)...]
  }

  /// False when an argument holds bytes that are not UTF-8, which reading it as text would change.
  static var areText: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  var wantsJSON: Bool {
    words.prefix { $0 != "--" }.contains("--json") || words.contains("--jsonl")
  }
}

/// `tasks-NAME` on PATH is `tasks NAME`; what is neither that nor a verb of ours is a mistake, never a filter.
enum External {
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
        "there is no command “\(name)”; tasks --help lists them, and tasks list \(name) looks for the word",
        code: .usage)
    }
  }
}

/// How the program ends when a command throws.
struct Failure {
  let error: any Error
  let wantsJSON: Bool

  init(_ error: any Error, wantsJSON: Bool) {
    self.error = error
    self.wantsJSON = wantsJSON
  }

  /// Says what went wrong, on stderr; the exit status.
  func report() -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    if let number = StoreError.interruption(error) { Interruption.die(of: number) }
    if isFromTheParser { return reportUsage() }
    let failure = CommandError(error)
    say(failure.message, name: failure.name)
    return failure.code.rawValue
  }

  private var isFromTheParser: Bool {
    !(error is CommandError) && !(error is InputError) && !(error is SyncFailure)
      && !StoreError.isOurs(error)
  }

  /// Help that was asked for is a result; help after a mistake is not.
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
    // The library begins with a word of its own for what our prefix says already.
    let prefix = "Error: "
    say(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text, name: "usage")
    return ExitStatus.usage.rawValue
  }

  private func say(_ message: String, name: String) {
    guard wantsJSON else {
      Conversation.say(message)
      return
    }
    var json = JSONWriter()
    json.object { json in
      json.key("schema")
      json.number(1)
      json.key("kind")
      json.string("error")
      json.key("error")
      json.string(name)
      json.key("message")
      json.string(message)
    }
    json.endLine()
    Conversation.write(json.bytes)
  }
}
