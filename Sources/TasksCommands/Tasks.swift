import ArgumentParser
import Platform
import Synchronization
import TasksCore
import TasksTerminal

/// The program.
package struct Tasks: ParsableCommand {
  package init() {}

  /// The release that this will be or is; a packaged build has the version of its git tag.
  static let release = "0.1.0"

  /// The version of a packaged build, which the program tells first of all (``CommandLineProgram/run(build:screen:)``).
  static let build = Mutex<String?>(nil)

  /// What `--version` prints.
  package static var version: String {
    "tasks " + (build.withLock(\.self) ?? "\(release) (development build)")
  }

  package static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "Keep todos as plain Org or Markdown files, one per task, in a git repository.",
    discussion: """
      Without a subcommand, a terminal shows the dashboard, and a pipe gets the open tasks. Name a task by the first letters of its id.

        tasks add Call Bob about invoice 42 +phone list:work due:fri
        tasks
        tasks done k7m
      """,
    version: version,
    groupedSubcommands: Verbs.groups.map { CommandGroup(name: $0.name, subcommands: $0.verbs) },
    defaultSubcommand: List.self)

  /// Parses and validates a command.
  ///
  /// Only the verb's own declaration is used at first, because building the tree of all commands takes longer than
  /// most commands run. The whole tree is built only for error messages and for help.
  ///
  /// - Parameter words: As typed.
  package static func command(_ words: [String]) throws -> any ParsableCommand {
    var rest = words
    var path: [String] = []
    var verb: any Verb.Type = List.self
    if let first = words.first, let named = Verbs.named(first) {
      rest.removeFirst()
      verb = try Verbs.step(of: named, &rest, path: &path)
    }
    // Without a verb the words are a filter, which begins with an option only by mistake.
    if path.isEmpty, words.first?.hasPrefix("-") == true { return try parseAsRoot(words) }
    rest = try DashedWords.shielded(rest, of: verb, path: path.isEmpty ? [List.name] : path)
    if let command = try? verb.parseAsRoot(rest) { return command }
    return try parseAsRoot(path + rest)
  }
}

/// The program `tasks`, and `git-merge-tasks`, which is the same file.
package enum CommandLineProgram {
  /// Runs the command line of this process.
  ///
  /// - Parameters:
  ///   - build: The version of a packaged build with its commit and date, `0.1.0 (1a2b3c4, 2026-11-20)`; nil for any
  ///     other build.
  ///   - screen: What `tasks ui` runs.
  package static func run(build: String?, screen: @escaping ScreenProgram) {
    Tasks.build.withLock { $0 = build }
    ScreenCommand.program = screen
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
      exit(ErrorKind.usage.status)
    }
    if let status = MergeDriver.run(words: Array(CommandLine.arguments.dropFirst())) {
      exit(status)
    }
    let arguments = CommandLineWords(Array(CommandLine.arguments.dropFirst()))
    do {
      if arguments.words == ["--version"] { return try Output.print(Tasks.version) }
      if let words = HelpScreen.words(in: arguments.words) {
        return try Output.write(Array(try HelpScreen.text(for: words).utf8))
      }
      if let fast = FastPath(arguments.words) {
        return try fast.request.run(in: Session(store: fast.store, wantsJSON: fast.wantsJSON))
      }
      var command = try Tasks.command(ExternalCommand.run(arguments.words))
      try command.run()
    } catch {
      exit(Failure(error, wantsJSON: arguments.wantsJSON).report())
    }
  }
}
