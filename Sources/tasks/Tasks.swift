import ArgumentParser

/// The program: what it is, and its verbs in the order a newcomer meets them.
struct Tasks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "A todo store: one Org file per task, in git.",
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Stores:",
        subcommands: [Init.self, Clone.self, Status.self, Config.self, GitCommand.self]),
      CommandGroup(
        name: "Tasks:",
        subcommands: [
          Add.self, List.self, Show.self, Modify.self, Edit.self, Note.self, Check.self,
          Uncheck.self,
        ]),
      CommandGroup(
        name: "Progress:",
        subcommands: [
          Done.self, Reopen.self, Start.self, Wait.self, Cancel.self, SetState.self, Delete.self,
          Trash.self,
          Restore.self, Purge.self,
        ]),
      CommandGroup(name: "Order:", subcommands: [Move.self, Refile.self, Lists.self, Tags.self]),
      CommandGroup(name: "History:", subcommands: [Log.self, Undo.self, Redo.self]),
      CommandGroup(
        name: "Devices:", subcommands: [SyncCommand.self, Devices.self, Conflicts.self]),
      CommandGroup(name: "Other:", subcommands: [Completions.self, Demo.self, MergeDriver.self]),
    ],
    defaultSubcommand: List.self)
}

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the completion script for a shell: bash, zsh or fish.")

  @Argument(help: "The shell.") var shell: Shell

  enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

  func run() throws {
    var output = Output()
    output.line(Tasks.completionScript(for: completionShell))
    try output.flush()
  }

  private var completionShell: CompletionShell {
    switch shell {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
