import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

struct Stats: Verb {
  static let names = "stats"
  static let wordKind = VerbWords.filter
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

  static func complete(_ line: inout Completion) {
    line.offerConditions()
    if line.place == 0 { line.offerSpans() }
  }

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

/// Prints statistics: a row with bars for each week, then ages, delays, and the time in each state.
struct StatisticsPage {
  private let statistics: TaskStatistics
  private let dates: RelativeDate
  /// The length of the longest bar.
  private static let longest = 20
  private static let maxRescheduled = 5

  init(_ statistics: TaskStatistics, now: Timestamp) {
    self.statistics = statistics
    dates = RelativeDate(now: now)
  }

  func write(to output: inout Output) {
    writeWeeks(to: &output)
    output.line("")
    if !statistics.ages.isEmpty {
      output.line("age of the open tasks: \(days(statistics.ages))")
    }
    if !statistics.leads.isEmpty {
      output.line("time to finish a task: \(days(statistics.leads))")
    }
    writeStates(to: &output)
    writeRescheduled(to: &output)
  }

  private func writeWeeks(to output: inout Output) {
    func right(_ heading: String) -> CellTable.Column {
      CellTable.Column(heading: heading, isRight: true)
    }
    var table = CellTable([
      CellTable.Column(heading: "Week of"), right("Opened"), right("Finished"), right("Removed"),
      right("Clocked"), right("Open"), CellTable.Column(least: 4, isMain: true),
    ])
    let most = max(1, statistics.weeks.map(\.open).max() ?? 1)
    func count(_ number: Int) -> String { number == 0 ? "·" : "\(number)" }
    for week in statistics.weeks {
      table.add(dates.day(week.start), .date)
      table.add(count(week.opened), week.opened == 0 ? .dim : nil)
      table.add(count(week.finished), week.finished == 0 ? .dim : .done)
      table.add(count(week.removed), week.removed == 0 ? .dim : nil)
      table.add(week.clocked == 0 ? "" : Effort.text(week.clocked), .date)
      table.add("\(week.open)")
      let length = (week.open * StatisticsPage.longest + most - 1) / most
      table.add(ForecastListing.bar(length, output.terminal.glyphs), .mark)
    }
    table.write(to: &output)
  }

  /// `median 12 days, most 80`.
  private func days(_ numbers: [Int]) -> String {
    let median = TaskStatistics.median(numbers) ?? 0
    return "median \(median.counted("day")), most \(numbers.last ?? 0)"
  }

  private func writeStates(to output: inout Output) {
    for state in statistics.states {
      let days = Double(state.minutes) / 1440 / Double(max(1, state.tasks))
      let average = (days * 10).rounded() / 10
      output.line(
        "time in \(ControlCharacters.escaped(state.keyword)): "
          + "\(state.tasks.counted("task")), \(average) days each")
    }
  }

  private func writeRescheduled(to output: inout Output) {
    guard !statistics.rescheduled.isEmpty else { return }
    let times = statistics.rescheduled.reduce(0) { $0 + $1.times }
    output.line("put off \(times == 1 ? "once" : "\(times) times"), most often:")
    for task in statistics.rescheduled.prefix(StatisticsPage.maxRescheduled) {
      output.line("  \(task.times)  \(ControlCharacters.escaped(task.title))")
    }
  }
}

/// What the history tells about how tasks go.
struct StatisticsAnswer: Answer {
  let kind = "stats"
  let statistics: TaskStatistics

  init(_ statistics: TaskStatistics) { self.statistics = statistics }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("weeks")
      json.array(statistics.weeks) { json, week in
        json.object { json in
          json.member("start", week.start.iso)
          json.member("opened", week.opened)
          json.member("finished", week.finished)
          json.member("removed", week.removed)
          json.member("open", week.open)
          json.member("minutes", week.clocked)
        }
      }
      json.key("age")
      write(statistics.ages, to: &json)
      json.key("lead")
      write(statistics.leads, to: &json)
      json.key("rescheduled")
      json.array(statistics.rescheduled) { json, task in
        json.object { json in
          json.member("id", task.id.text)
          json.member("title", task.title)
          json.member("times", task.times)
        }
      }
      json.key("states")
      json.array(statistics.states) { json, state in
        json.object { json in
          json.member("state", state.keyword)
          json.member("minutes", state.minutes)
          json.member("tasks", state.tasks)
        }
      }
    }
  }

  /// Writes how many numbers of days there are, the middle one and the greatest.
  private func write(_ days: [Int], to json: inout JSONWriter) {
    json.object { json in
      json.member("tasks", days.count)
      json.member("median_days", TaskStatistics.median(days))
      json.member("most_days", days.last)
    }
  }
}
