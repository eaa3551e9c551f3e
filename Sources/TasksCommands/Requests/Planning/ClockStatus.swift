import TasksCore
import TasksStore
import TasksTerminal

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
