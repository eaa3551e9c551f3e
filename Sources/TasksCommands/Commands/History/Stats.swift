import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Stats.self,
    abstract: "Show how tasks go: opened and finished per week, ages, delays, time in each state.",
    usage: "tasks stats [<days>] [<filter> ...]",
    discussion: """
      It is counted from the history alone, by default of the last 12 weeks. The days are week, last month, year, 2w, \
      2026-W48, a date, or two dates with .. between them; the filter is about the tasks as they were last. An \
      occurrence of a repeating task counts as finished. --svg writes a chart that a browser opens.

        tasks stats
        tasks stats last month list:work
        tasks stats 2026-11-01.. --json
        tasks stats --svg stats.svg
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: ArgumentHelp("Write a chart of the weeks to this file.", valueName: "file"))
  var svg: String?

  @Argument(help: "The days, then the conditions that a task must match.")
  var words: [String] = []

  func run() throws {
    let session = try Session(options)
    let words = DashedWords.restored(words)
    let today = session.now.date
    let monday = today.adding(days: 1 - today.weekday)
    let (named, filter) = try DaySpan.read(first: words, now: session.now, .past)
    // Weeks to come have no history.
    let span = named.map { min($0.lowerBound, today)...min($0.upperBound, today) }
    let store = try session.openStore()
    let query = try session.query(filter, in: store)
    let context = QueryContext(
      now: session.now, isOpen: { _ in false }, isUnsynced: { _ in false },
      isParent: { _ in false })
    let history = try store.history(local: LocalTime.timestamp(at:))
    let statistics = TaskStatistics(
      history.entries.reversed(), in: span ?? monday.adding(days: -7 * 11)...today,
      now: session.now
    ) { task in
      query.isEmpty || (try? query.matches(task, in: context)) == true
    }
    if let svg { try Stats.write(statistics, to: svg, store) }
    try session.print(StatisticsAnswer(statistics)) { output in
      StatisticsPage(statistics, now: session.now).write(to: &output)
    }
    if statistics.weeks.allSatisfy({ $0.opened == 0 && $0.open == 0 }), !session.wantsJSON,
      let mistaken = MistakenSpan.message(filter)
    {
      Conversation.say(mistaken)
    }
    LogListing.mentionEnd(of: store)
    if let failure = history.failure { throw failure }
  }

  private static func write(_ statistics: TaskStatistics, to path: String, _ store: TaskStore)
    throws
  {
    let name = store.root.split(separator: "/").last.map(String.init) ?? "tasks"
    let chart = StatisticsChart(statistics, title: "Tasks of \(name) by week")
    do throws(SystemError) {
      try File.write(Array(chart.svg.utf8), to: path)
    } catch {
      throw CommandError(
        "the chart could not be written to \(path): \(StoreError(error).description)",
        code: .failed)
    }
  }
}
