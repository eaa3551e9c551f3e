import TasksCore
import TasksPlanning
import TasksTerminal

/// Prints statistics: a row with bars for each week, then ages, delays, and the time in each state.
struct StatisticsPage {
  private let statistics: TaskStatistics
  private let dates: RelativeDate
  /// The length of the longest bar.
  private static let longest = 20
  private static let mostRescheduled = 5

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
    return "median \(median == 1 ? "1 day" : "\(median) days"), most \(numbers.last ?? 0)"
  }

  private func writeStates(to output: inout Output) {
    for state in statistics.states {
      let days = Double(state.minutes) / 1440 / Double(max(1, state.tasks))
      let average = (days * 10).rounded() / 10
      output.line(
        "time in \(ControlCharacters.escaped(state.keyword)): "
          + "\(state.tasks == 1 ? "1 task" : "\(state.tasks) tasks"), \(average) days each")
    }
  }

  private func writeRescheduled(to output: inout Output) {
    guard !statistics.rescheduled.isEmpty else { return }
    let times = statistics.rescheduled.reduce(0) { $0 + $1.times }
    output.line("put off \(times == 1 ? "once" : "\(times) times"), most often:")
    for task in statistics.rescheduled.prefix(StatisticsPage.mostRescheduled) {
      output.line("  \(task.times)  \(ControlCharacters.escaped(task.title))")
    }
  }
}
