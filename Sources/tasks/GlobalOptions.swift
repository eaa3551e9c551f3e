import ArgumentParser

/// The options of every command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the store in this folder; overrides TASKS_DIR and the current folder.",
      valueName: "dir"), completion: .directory)
  var store: String?

  @Flag(help: "Print JSON for scripts.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print details of what the program does.")
  var verbose = false
}

/// The options of every command that changes something.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Show what would change without changing anything.")
  var dryRun = false
}
