import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct NextDates: Verb {
  static let names = "next-dates"
  static let configuration = CommandConfiguration(
    of: NextDates.self, abstract: "Show the next dates of a repeating task.",
    usage: "tasks next-dates <id> [<number>]",
    discussion: """
      The dates are those that follow if the task is done on each of them, or today where one has passed: five, or as \
      many as asked for. A monthly date on the 31st is on the last day of a shorter month, and on that day of the \
      months after it: after 28 February comes 28 March.

        tasks modify k7m every:1w
        tasks next-dates k7m
        tasks next-dates k7m 12
      """)

  private static let most = 1000

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The task.") var id: String
  @Argument(help: "How many dates.") var number: Int = 5

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.open)] }
  }

  func validate() throws {
    guard (1...NextDates.most).contains(number) else {
      throw ValidationError("The number of dates is 1 to \(NextDates.most).")
    }
  }

  func run() throws {
    let session = try Session(options)
    let reading = try session.openStore().read()
    let task = try reading.document(id).shownTask
    let dates = try NextDatesAnswer(task, short: reading.short(task), number, now: session.now)
    try session.print(dates) { output in
      guard session.terminal.width != nil else {
        for (scheduled, deadline) in dates.rows {
          let words = [scheduled.map { "sched \($0.shown)" }, deadline.map { "due \($0.shown)" }]
          output.line(words.compactMap { $0 }.joined(separator: "  "))
        }
        return
      }
      let relative = RelativeDate(now: session.now)
      let columns = [
        ("Scheduled", dates.rows.map(\.scheduled)), ("Due", dates.rows.map(\.deadline)),
      ]
      .filter { $0.1.contains { $0 != nil } }
      var table = CellTable(
        columns.flatMap { [CellTable.Column(heading: $0.0), CellTable.Column()] })
      for place in dates.rows.indices {
        for (_, moments) in columns {
          table.add(moments[place]?.shown ?? "")
          table.add(moments[place].map { relative.text($0) } ?? "", .dim)
        }
      }
      table.write(to: &output)
    }
  }
}

/// The dates on which a repeating task falls if it is done on each of them, the present one first.
package struct NextDatesAnswer: Answer {
  package typealias Row = (scheduled: Timestamp?, deadline: Timestamp?)

  package let kind = "next-dates"
  package let rows: [Row]

  /// - Throws: `doesNotRepeat`.
  package init(_ task: Task, short: String, _ count: Int, now: Timestamp) throws(ActionError) {
    guard task.isRepeating else { throw .doesNotRepeat(task.title, short) }
    let plans = [task.scheduled, task.deadline].map { plan in
      plan.map { NextDatesAnswer.dates(of: $0, task.repeats, count, now) } ?? []
    }
    rows = (0..<max(plans[0].count, plans[1].count)).map { place in
      (
        place < plans[0].count ? plans[0][place] : nil,
        place < plans[1].count ? plans[1][place] : nil
      )
    }
  }

  /// The dates of a plan; none if it does not repeat. One that has passed is done now.
  private static func dates(
    of plan: Planning, _ rule: RepeatRule, _ count: Int, _ now: Timestamp
  ) -> [Timestamp] {
    var dates: [Timestamp] = []
    var plan = plan
    let count = min(count, max(1, rule.times ?? count))
    while plan.isRepeating, dates.count < count, plan.start.date.year <= 9999,
      dates.isEmpty || rule.allows(plan.start)
    {
      dates.append(plan.start)
      plan = plan.repeated(now: max(now, plan.start), on: rule.days)
    }
    return dates
  }

  package func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("scheduled", row.scheduled)
        json.member("deadline", row.deadline)
      }
    }
  }
}
