import ArgumentParser

package struct ForecastCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: ForecastCommand.self,
    abstract: "Show how many tasks are on each day of the next two weeks, and their effort.",
    usage: "tasks forecast [<span>] [<filter> ...]",
    discussion: """
      A task counts on each day on which the agenda has it, except for deadlines that only come near; what is late \
      counts today.

        tasks forecast
        tasks forecast next month list:work
        tasks forecast --json
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: PointArgument.help("Show the forecast as it was"))
  var at: String?

  @Argument(help: "The days, then the conditions that a task must match.")
  package var words: [String] = []

  package init() {}

  package func run() throws {
    try ForecastListing(words: DashedWords.restored(words), at: at).run(in: Session(options))
  }
}

struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: TimelineCommand.self,
    abstract: "Show what happened on each day, newest first; by default of the last seven days.",
    usage: "tasks timeline [<span> | <since>] [<filter> ...]",
    discussion: """
      It is made from the commits of all devices, and from the clocks, the notes and the changes of state in the logs \
      of the tasks. A date alone is the first day; week, last month, 2w (the last two weeks), 2026-W48 and mon..wed \
      are spans.

        tasks timeline
        tasks timeline 2026-11-01 list:work
        tasks timeline last week --json
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The first day, then the conditions that a task must match.")
  var words: [String] = []

  func run() throws {
    try TimelineListing(words: DashedWords.restored(words)).run(in: Session(options))
  }
}
