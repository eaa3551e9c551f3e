import ArgumentParser
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

extension ClockCommand {
  package struct Report: Verb {
    package static let names = "report"
    package static let wordKind = VerbWords.filter
    package static let configuration = CommandConfiguration(
      of: Report.self, abstract: "Add up the clocks of this week, or of a span.",
      usage: "tasks clock report [<span>] [--by <what>] [<filter> ...]")

    @OptionGroup package var options: GlobalOptions
    @Option(help: ArgumentHelp("Add up by task, day, tag or list.", valueName: "what"))
    package var by = ClockReport.Part.task
    @Argument(help: "The span, then the conditions that a task must match.")
    package var words: [String] = []

    package static func quick(_ words: [String]) -> (any Request)? { ClockReporting(words: words) }

    package static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offerSpans() }
      if line.place > 0 || !line.word.isEmpty { line.offerConditions() }
    }

    package static func complete(valueOf option: String, _ line: inout Completion) {
      if option == "--by" { return line.offer(ClockReport.Part.allCases.map(\.rawValue)) }
      line.offer(usualValuesOf: option)
    }

    package init() {}

    package func run() throws {
      try ClockReporting(words: DashedWords.restored(words), part: by).run(in: Session(options))
    }
  }
}

extension ClockReport.Part: ExpressibleByArgument {}

/// A parsed `clock report`.
package struct ClockReporting: Request {
  /// The span, if the first ones are one, and the filter.
  package let words: [String]
  package var part = ClockReport.Part.task

  package func run(in session: Session) throws {
    let now = session.now
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

/// The time on the clocks within a span of days.
struct ClockReportAnswer: Answer {
  let kind = "clock-report"
  let report: ClockReport

  init(_ report: ClockReport) { self.report = report }

  func write(to json: inout JSONWriter) {
    json.array(report.rows) { json, row in
      json.object { json in
        switch report.part {
        case .task:
          json.member("id", row.id?.whole)
          json.member("short", row.id?.short)
          json.member("title", row.name)
        case .day: json.member("date", row.day.map { Timestamp($0) })
        case .tag: json.member("tag", row.name)
        case .list: json.member("list", row.name)
        }
        json.member("minutes", row.minutes)
      }
    }
  }

  func writeRest(to json: inout JSONWriter) {
    json.member("total", report.total)
    json.member("from", Timestamp(report.days.lowerBound))
    json.member("to", Timestamp(report.days.upperBound))
  }
}
