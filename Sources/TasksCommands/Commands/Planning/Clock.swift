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
