import ArgumentParser
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

package struct ClockCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: ClockCommand.self, abstract: "Clock the time that is worked on tasks.",
    usage: """
      tasks clock in <id> [--at <time>]
      tasks clock out [<id>] [--at <time>]
      tasks clock cancel [<id>]
      tasks clock status
      tasks clock add <id> <start> <end>
      tasks clock report [<span>] [--by <what>] [<filter> ...]
      """,
    discussion: """
      One clock runs at a time: clock in ends the one that runs, and so do finishing and deleting its task. The \
      clocks are CLOCK lines in the task's file, as Org writes them.

      clock status is for prompts: 0:25 Call Bob. clock out --at 17:00 ends a clock that was forgotten, on the day it \
      was started. clock add is for what was not clocked at all; its end may be after midnight.

      clock report adds up the clocks of this week, or of the span: today, yesterday, week, last month, year, a date, \
      or two as in mon..today. --by is task, day, tag or list.

        tasks clock in k7m
        tasks clock out
        tasks clock add k7m 9:00 9:15
        tasks clock report last month --by list +phone
      """)

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(help: ArgumentHelp("Start or end the clock at this time.", valueName: "time"))
  var at: String?

  @Option(
    help: "Add up by task, day, tag or list.",
    completion: .list(ClockReport.Part.allCases.map(\.rawValue)))
  package var by: String?

  @Argument(help: "What to do, then the task, the times or the filter.")
  package var words: [String] = []

  package init() {}

  enum Step: String, CaseIterable { case `in`, out, cancel, status, add, report }

  package func run() throws {
    let words = DashedWords.restored(words)
    let step = try ClockCommand.step(words.first)
    if at != nil, step != .in, step != .out {
      throw CommandError("--at is for clock in and clock out", code: .usage)
    }
    if by != nil, step != .report { throw CommandError("--by is for clock report", code: .usage) }
    let (session, rest) = (try Session(options), Array(words.dropFirst()))
    switch step {
    case .in:
      guard rest.count == 1 else { throw usage("name one task: tasks clock in ID") }
      try change(session, nothing: "the clock of the task already runs") {
        try $0.startClock(of: rest[0], at: at, dryRun: write.dryRun)
      }
    case .out:
      try change(session) { try $0.clock(.end(at: at), of: rest, dryRun: write.dryRun) }
    case .cancel: try change(session) { try $0.clock(.cancel, of: rest, dryRun: write.dryRun) }
    case .add:
      guard rest.count == 3 else {
        throw usage("name the task, the start and the end: tasks clock add ID 9:00 10:15")
      }
      try change(session, nothing: "the task already has this clock") {
        try $0.clock(.add(from: rest[1], to: rest[2]), of: [rest[0]], dryRun: write.dryRun)
      }
    case .status:
      guard rest.isEmpty else { throw usage("clock status takes no words") }
      try ClockStatus().run(in: session)
    case .report: try ClockReporting(words: rest, by: by).run(in: session)
    }
  }

  /// Without a word it is the status.
  private static func step(_ word: String?) throws -> Step {
    guard let word else { return .status }
    if let step = Step(rawValue: word) { return step }
    let all = Step.allCases.map(\.rawValue)
    throw CommandError(
      "'\(ControlCharacters.escaped(Text(word)))' is nothing that clock does; "
        + (NearestWord.to(word, among: all).map { "did you mean 'clock \($0)'?" }
          ?? "write in, out, cancel, status, add or report"),
      code: .usage)
  }

  private func usage(_ message: String) -> CommandError { CommandError(message, code: .usage) }

  private func change(
    _ session: Session, nothing: String = "nothing to change",
    _ body: (TaskStore) throws -> WriteReport
  ) throws {
    let store = try session.openStore()
    let report = try body(store)
    let tasks = report.changed.compactMap(\.new)
    let list = TaskList(session: session, store: store)
    try session.output(of: list.answer(tasks.map(report.reading.shown), report.reading)) { output in
      if tasks.isEmpty { Conversation.say(nothing) }
      for change in report.changed {
        if let line = line(change, report.reading) { output.line(line) }
      }
    }.flush()
  }

  /// What became of the clocks of a task: `clocked out k7m Call Bob after 0:25`.
  private func line(_ change: ChangedTask, _ reading: StoreReading) -> StyledLine? {
    guard let old = change.old, let new = change.new else { return nil }
    let (before, after) = (old.clocks, new.clocks)
    let gone = before.filter { !after.contains($0) }
    let made = after.filter { !before.contains($0) }
    var line = StyledLine(write.dryRun ? "would be " : "", [])
    func name() {
      line.add(reading.short(new), [.id])
      line.add(" \(ControlCharacters.escaped(new.title))")
    }
    let minutes = made.compactMap(\.minutes).reduce(0, +)
    if let clock = made.first(where: \.isRunning) {
      line.add("clocked in ")
      name()
      line.add(" at \(Timestamp.clock(clock.start.minute ?? 0))")
    } else if made.isEmpty {
      line.add("removed the clock of ")
      name()
    } else if gone.isEmpty {
      line.add("clocked \(Effort.text(minutes)) on ")
      name()
    } else {
      line.add("clocked out ")
      name()
      line.add(" after \(Effort.text(minutes))")
    }
    return line
  }
}

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

/// A parsed `clock status`, for prompts: it is read as ``ShortStatus`` is. Without a store nothing is printed.
package struct ClockStatus: Request {
  /// Longer than this, a clock has likely been forgotten.
  private static let long = 8 * 60

  package func run(in session: Session) throws {
    let location = try session.location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) { return }
    let reading = try session.openStore(noticesMerges: false).readUnchecked()
    let answer = ClockStatus.answer(reading, now: session.now)
    try session.output(of: answer) { output in
      for row in answer.rows { output.line(ClockStatus.text(row, now: session.now)) }
      if let advice = ClockStatus.advice(answer, now: session.now) { Conversation.say(advice) }
    }.flush()
  }

  static func answer(_ reading: StoreReading, now: Timestamp) -> ClockAnswer {
    ClockAnswer(
      reading.clocking.flatMap { task in
        task.log.runningClocks.map { (task.id.text, reading.short(task), task.title, $0) }
      }, now: now)
  }

  /// `0:25 Call Bob`.
  static func text(_ row: ClockAnswer.Row, now: Timestamp) -> String {
    "\(Effort.text(row.clock.minutes(now: now))) \(ControlCharacters.escaped(row.title))"
  }

  /// What to do about two clocks that run, as after a merge, or about a long one; nil if nothing is to be done.
  static func advice(_ answer: ClockAnswer, now: Timestamp) -> String? {
    if answer.rows.count > 1 {
      let ids = answer.rows.reduce(into: [String]()) {
        if !$0.contains($1.short) { $0.append($1.short) }
      }
      return "\(answer.rows.count) clocks run; end one with: "
        + ids.map { "tasks clock out \($0)" }.joined(separator: ", or ")
    }
    guard let row = answer.rows.first, row.clock.minutes(now: now) > long else { return nil }
    return "the clock has run for more than 8 hours, since \(row.clock.start.shown); "
      + "if it was forgotten, end it with: tasks clock out --at 17:00"
  }
}

/// The clocks that run, those that began first before the others.
struct ClockAnswer: Answer {
  typealias Row = (id: Text, short: String, title: Text, clock: Clock)

  let kind = "clock"
  let rows: [Row]
  private let now: Timestamp

  init(_ rows: [Row], now: Timestamp) {
    self.rows = rows.ordered { $0.clock.start < $1.clock.start }
    self.now = now
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.id)
        json.member("short", row.short)
        json.member("title", row.title)
        json.member("start", row.clock.start)
        json.member("end", row.clock.end)
        json.member("minutes", row.clock.minutes(now: now))
      }
    }
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
