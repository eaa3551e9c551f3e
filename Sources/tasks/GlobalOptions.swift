import ArgumentParser

/// What every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
  var store: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say more about how things are done.")
  var verbose = false
}

/// What every command takes that changes something.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false
}
