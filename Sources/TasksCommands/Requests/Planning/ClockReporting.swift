import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

/// A parsed `clock report`.
package struct ClockReporting: Request {
  /// The span, if the first ones are one, and the filter.
  package let words: [String]
  /// What to add up by, as typed.
  package let by: String?

  package func run(in session: Session) throws {
    let now = session.now
    let part = try by.map(ClockReporting.part) ?? .task
    let (span, filter) = try DaySpan.read(first: words, now: now, .past)
    let store = try session.openStore()
    let query = try session.query(filter, in: store)
    let context = try ActiveContext.of(store, now: now)?.query ?? .all
    let (reading, report) = try store.read { reading in
      let tasks = try TaskSelection(
        Query.all(of: [context, query]), from: reading, of: store, now: now, withHidden: true,
        where: { $0.hasClocks && !$0.isDeleted })
      var report = ClockReport(span ?? DaySpan.week(of: now.date), by: part, now: now)
      tasks.forEachRow { place, row in
        report.add(row, short: row.short(tasks.shortLength(at: place)))
      }
      return (reading, report)
    }
    TaskList.warn(about: reading)
    try session.print(ClockReportAnswer(report)) { output in
      if report.rows.isEmpty {
        TaskList(session: session, store: store).explainNothing(query, reading)
        let mistaken = MistakenSpan.message(filter)
        if let mistaken { Conversation.say(mistaken) }
        return Conversation.say("no time was clocked \(days(of: report))")
      }
      session.terminal.width == nil
        ? writeLines(report, to: &output) : writeTable(report, to: &output)
    }
  }

  private static func part(_ word: String) throws -> ClockReport.Part {
    if let part = ClockReport.Part(rawValue: word.lowercased()) { return part }
    throw CommandError(
      "'\(ControlCharacters.escaped(Text(word)))' is nothing to add up by; write --by task, day, tag or list",
      code: .usage)
  }

  private func days(of report: ClockReport) -> String {
    let (first, last) = (Timestamp(report.days.lowerBound), Timestamp(report.days.upperBound))
    return first == last ? "on \(first.shown)" : "from \(first.shown) to \(last.shown)"
  }

  private func name(of row: ClockReport.Row, _ part: ClockReport.Part) -> String {
    if let day = row.day { return Timestamp(day).shown }
    if let name = row.name { return ControlCharacters.escaped(name) }
    return part == .list ? "no list" : "no tag"
  }

  private func writeLines(_ report: ClockReport, to output: inout Output) {
    let rows = report.rows
    let width = Effort.text(report.total).utf8.count
    let short = rows.compactMap { $0.id?.short.utf8.count }.max() ?? 0
    func line(_ minutes: Int, _ id: String?, _ name: String) {
      let time = Effort.text(minutes)
      output.pad(width - time.utf8.count)
      output.write(Array("\(time)  ".utf8))
      if let id {
        output.write(Array(id.utf8))
        output.pad(short - id.utf8.count + 2)
      }
      output.line(name)
    }
    for row in rows { line(row.minutes, row.id?.short, name(of: row, report.part)) }
    line(report.total, nil, "total")
  }

  private func writeTable(_ report: ClockReport, to output: inout Output) {
    var table = CellTable([
      CellTable.Column(heading: "Time", isRight: true), CellTable.Column(),
      CellTable.Column(
        heading: report.part.heading, least: 8, isMain: true),
    ])
    for row in report.rows {
      table.add(Effort.text(row.minutes))
      table.add(row.id?.short ?? "", .id)
      table.add(
        name(of: row, report.part), report.part == .tag && row.name != nil ? .tag : nil)
    }
    table.write(to: &output)
    output.draw(.dim) {
      $0.append(contentsOf: "\(Effort.text(report.total)) in all, \(days(of: report))".utf8)
    }
    output.line("")
  }
}
