import ArgumentParser

/// The options of every command.
package struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the store in this folder; overrides TASKS_DIR and the current folder.",
      valueName: "dir"), completion: .directory)
  package var store: String?

  @Flag(help: "Print JSON for scripts.")
  package var json = false

  @Flag(name: .shortAndLong, help: "Print details of what the program does.")
  var verbose = false

  package init() {}

  /// As typed.
  static let names = ["--store", "--json", "--verbose", "-v"]
}

/// The options of every command that can change the tasks of a filter.
package struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Change the tasks that this filter selects, as tasks list does; if repeated, they must match each.",
      valueName: "filter"))
  var `where`: [String] = []

  @Flag(name: .shortAndLong, help: "Change the tasks of a filter without asking.")
  var yes = false

  package init() {}

  /// Returns the tasks that the words and the options choose.
  ///
  /// - Parameter words: As the argument library gives them.
  func choice(_ words: [String]) -> TaskChoice {
    TaskChoice(words: DashedWords.restored(words), filters: `where`, isSure: yes)
  }
}

/// The options of every command that changes something.
package struct WriteOptions: ParsableArguments {
  @Flag(help: "Show what would change without changing anything.")
  var dryRun = false

  package init() {}
}
