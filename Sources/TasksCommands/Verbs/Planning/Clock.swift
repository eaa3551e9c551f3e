import ArgumentParser
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

package struct ClockCommand: Verb {
  package static let names = "clock"
  package static let steps: [any Verb.Type] = [
    In.self, Out.self, Cancel.self, Status.self, Add.self, Report.self,
  ]
  package static var usualStep: (any Verb.Type)? { Status.self }
  package static let configuration = CommandConfiguration(
    of: ClockCommand.self, abstract: "Clock the time that is worked on tasks.",
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

  package init() {}
}

/// The options of every step that changes clocks.
struct ClockOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  /// Changes clocks and says what became of them.
  ///
  /// - Parameter nothing: What is said if nothing has changed.
  func change(
    nothing: String = "nothing to change", _ body: (TaskStore) throws -> WriteReport
  ) throws {
    let session = try Session(options)
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
      line.add(" \(new.shownTitle)")
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

extension ClockCommand {
  struct In: Verb {
    static let names = "in"
    static let configuration = CommandConfiguration(
      of: In.self, abstract: "Start the clock of a task; another one that runs ends.",
      usage: "tasks clock in <id> [--at <time>]")

    @OptionGroup var options: ClockOptions
    @Option(help: ArgumentHelp("Start the clock at this time.", valueName: "time"))
    var at: String?
    @Argument(help: TaskArgument.one) var id: String

    static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offers = [.ids(.open)] }
    }

    func run() throws {
      try options.change(nothing: "the clock of the task already runs") {
        try $0.startClock(of: id, at: at, dryRun: options.write.dryRun)
      }
    }
  }

  struct Out: Verb {
    static let names = "out"
    static let configuration = CommandConfiguration(
      of: Out.self, abstract: "End the clock that runs, or that of a task.",
      usage: "tasks clock out [<id>] [--at <time>]")

    @OptionGroup var options: ClockOptions
    @Option(help: ArgumentHelp("End the clock at this time.", valueName: "time"))
    var at: String?
    @Argument(help: TaskArgument.one) var id: [String] = []

    static func complete(_ line: inout Completion) { line.offers = [.ids(.open)] }

    func run() throws {
      try options.change { try $0.clock(.end(at: at), of: id, dryRun: options.write.dryRun) }
    }
  }

  struct Cancel: Verb {
    static let names = "cancel"
    static let configuration = CommandConfiguration(
      of: Cancel.self, abstract: "Remove the clock that runs, or that of a task.",
      usage: "tasks clock cancel [<id>]")

    @OptionGroup var options: ClockOptions
    @Argument(help: TaskArgument.one) var id: [String] = []

    static func complete(_ line: inout Completion) { line.offers = [.ids(.open)] }

    func run() throws {
      try options.change { try $0.clock(.cancel, of: id, dryRun: options.write.dryRun) }
    }
  }

  struct Add: Verb {
    static let names = "add"
    static let wordKind = VerbWords.times
    static let configuration = CommandConfiguration(
      of: Add.self, abstract: "Add a clock for time that was not clocked.",
      usage: "tasks clock add <id> <start> <end>")

    @OptionGroup var options: ClockOptions
    @Argument(help: TaskArgument.one) var id: String
    @Argument(help: "When it started.") var start: String
    @Argument(help: "When it ended.") var end: String

    static func complete(_ line: inout Completion) {
      line.offers = [line.place == 0 ? .ids(.every) : .dates(isPast: true)]
    }

    func run() throws {
      let words = DashedWords.restored([id, start, end])
      try options.change(nothing: "the task already has this clock") {
        try $0.clock(
          .add(from: words[1], to: words[2]), of: [words[0]], dryRun: options.write.dryRun)
      }
    }
  }

  package struct Status: Verb {
    package static let names = "status"
    package static let configuration = CommandConfiguration(
      of: Status.self, abstract: "Print the clock that runs, for prompts.",
      usage: "tasks clock status")

    @OptionGroup package var options: GlobalOptions

    package static func quick(_ words: [String]) -> (any Request)? {
      words.isEmpty ? ClockStatus() : nil
    }

    package init() {}

    package func run() throws { try ClockStatus().run(in: Session(options)) }
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
