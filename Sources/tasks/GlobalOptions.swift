import ArgumentParser

/// The options of every command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the store in this folder, not the one that TASKS_DIR or the current folder names.",
      valueName: "dir"), completion: .directory)
  var store: String?

  @Flag(help: "Print JSON, for scripts.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say more about how things are done.")
  var verbose = false
}

/// The options of every command that changes something.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false
}
