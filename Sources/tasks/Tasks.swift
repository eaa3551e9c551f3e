import ArgumentParser

/// The program, with its verbs in the order in which a new user meets them.
struct Tasks: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "Keep todos as plain Org or Markdown files, one per task, in a git repository.",
    discussion: """
      Without a subcommand, the open tasks are listed. Name a task by the first letters of its id.

        tasks add Call Bob about invoice 42 +phone list:work due:fri
        tasks
        tasks done k7m
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Stores",
        subcommands: [Init.self, Clone.self, Status.self, Config.self, GitCommand.self]),
      CommandGroup(
        name: "Tasks",
        subcommands: [
          Add.self, List.self, Show.self, Modify.self, Edit.self, Note.self, Check.self,
          Uncheck.self, Open.self, Convert.self,
        ]),
      CommandGroup(
        name: "Progress",
        subcommands: [
          Done.self, Reopen.self, Start.self, Wait.self, Cancel.self, SetState.self, Delete.self,
          Trash.self,
          Restore.self, Purge.self,
        ]),
      CommandGroup(name: "Order", subcommands: [Move.self, Refile.self, Lists.self, Tags.self]),
      CommandGroup(name: "History", subcommands: [Log.self, Undo.self, Redo.self]),
      CommandGroup(
        name: "Devices", subcommands: [SyncCommand.self, Devices.self, Conflicts.self]),
      CommandGroup(
        name: "Other", subcommands: [Doctor.self, Completions.self, Demo.self, MergeDriver.self]),
    ],
    defaultSubcommand: List.self)

  /// Parses and validates a command.
  ///
  /// Only the verb's own declaration is used at first, because building the tree of all commands takes longer than
  /// most commands run. The whole tree is built only for error messages and for help.
  static func command(_ words: [String]) throws -> any ParsableCommand {
    let verb = words.first.map(verb(named:)) ?? List.self
    if let verb, verb.configuration.subcommands.isEmpty,
      let command = try? verb.parseAsRoot(Array(words.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(words)
  }

  /// Returns the command with this name or alias.
  static func verb(named name: String) -> (any ParsableCommand.Type)? {
    configuration.groupedSubcommands.lazy.flatMap(\.subcommands).first { verb in
      verb.configuration.commandName == name || verb.configuration.aliases.contains(name)
    }
  }
}

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a completion script for bash, zsh or fish.",
    discussion: """
      The script completes verbs, options, ids, tags, lists and states. To load it in every new shell:

        tasks completions bash > ~/.local/share/bash-completion/completions/tasks
        tasks completions fish > ~/.config/fish/completions/tasks.fish
        tasks completions zsh > ~/.zfunc/_tasks

      For zsh, ~/.zfunc must be on fpath before compinit runs.
      """)

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

  func run() throws {
    try Output.print(Tasks.completionScript(for: completionShell))
  }

  private var completionShell: CompletionShell {
    switch shell {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
