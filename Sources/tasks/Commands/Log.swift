import ArgumentParser
import TasksCore
import TasksStore

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what changed, field by field, newest first.",
    discussion: """
      Each change with its commit, its time, what was done, and the device it was made on. A purged task is \
      named by its whole id. What a partial clone has left out is fetched; where it cannot be, the changes that \
      can be told are shown, and the exit status is 6.

        tasks log -n 10
        tasks log k7m
      """,
    aliases: ["history"])

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Show at most so many changes.", valueName: "count"))
  var number: Int?

  @Argument(
    help: ArgumentHelp("The tasks; the whole store when they are left out.", valueName: "id"),
    completion: Suggestion.every)
  var ids: [String] = []

  func validate() throws {
    if let number, number < 1 { throw ValidationError("The number of changes must be 1 or more.") }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let paths = ids.isEmpty ? nil : try ids.map { try store.path(of: $0) }
    let history = try store.history(of: paths, limit: number ?? .max) { WallClock.local($0) }
    var output = Output()
    if options.json {
      output.write(HistoryReport.json(history.entries))
    } else {
      for line in HistoryReport(style: .standard).text(history.entries) { output.line(line) }
    }
    try output.flush()
    if let failure = history.failure { throw failure }
  }
}
