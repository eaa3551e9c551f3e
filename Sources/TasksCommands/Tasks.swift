import ArgumentParser
import Synchronization
import Platform

/// The program.
package struct Tasks: ParsableCommand {
  package init() {}

  /// The release that this will be or is; a packaged build has the version of its git tag.
  static let release = "0.1.0"

  /// The version of a packaged build, which the program tells first of all (``CommandLineProgram/run(build:)``).
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
    groupedSubcommands: Verb.groups.map { group in
      CommandGroup(name: group.name, subcommands: group.verbs.map(\.command))
    },
    defaultSubcommand: List.self)

  /// Parses and validates a command.
  ///
  /// Only the verb's own declaration is used at first, because building the tree of all commands takes longer than
  /// most commands run. The whole tree is built only for error messages and for help.
  package static func command(_ words: [String]) throws -> any ParsableCommand {
    let verb = words.first.map { Verb.named($0)?.command } ?? List.self
    if let verb, verb.configuration.subcommands.isEmpty,
      let command = try? verb.parseAsRoot(Array(words.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(words)
  }
}
