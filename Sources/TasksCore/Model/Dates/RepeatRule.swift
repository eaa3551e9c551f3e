/// What a task says of its repetition besides the repeaters of its dates: on which days its dates fall, and when they end.
///
/// Whatever moves a date on or shows its later dates asks here, so that all agree.
package struct RepeatRule: Hashable, Sendable {
  package var days: RepeatDays?
  /// The last day, or the last moment, on which a date may fall.
  package var until: Timestamp?
  /// How often the task is still to be done, the present date included; 0 counts as 1.
  package var times: Int?

  package init(days: RepeatDays? = nil, until: Timestamp? = nil, times: Int? = nil) {
    (self.days, self.until, self.times) = (days, until, times)
  }

  /// - Parameter value: Returns the value of a field of the task.
  init(_ value: (PlainField) -> FieldValue) {
    self.init(
      days: value(.repeatDays).text.flatMap { RepeatDays($0.string) },
      until: value(.repeatUntil).moment, times: value(.repeatTimes).integer)
  }

  /// Whether a date may still fall on a moment.
  package func allows(_ moment: Timestamp) -> Bool {
    guard let until else { return true }
    return until.minute == nil ? moment.date <= until.date : moment <= until
  }

  /// How the dates with a repeater repeat, as it is typed: `++1d on mon,wed`.
  package func typed(_ repeater: Repeater) -> String {
    repeater.text + (days.map { " on \($0.typed)" } ?? "")
  }

  /// Reads what ``typed(_:)`` prints.
  package static func read(typed text: String) -> RepeaterReader.Result? {
    guard let on = text.firstRange(of: " on ") else { return Repeater(text).map { ($0, nil) } }
    guard let repeater = Repeater(text[..<on.lowerBound]),
      let days = RepeatDays(String(text[on.upperBound...]))
    else { return nil }
    return (repeater, days)
  }

  /// The same in short, for a list: `1w`, `mon wed fri`, `2w mon thu`.
  package func short(_ repeater: Repeater) -> String {
    guard let days else { return repeater.interval.text }
    return repeater.interval.count == 1 ? days.text : "\(repeater.interval.text) \(days.text)"
  }

  /// What a repeater that is shown leaves out: `on mon wed, until Thu 2026-12-31, 3 times`; empty for nothing.
  package var shown: String {
    let parts = [
      days.map { "on \($0.text)" }, until.map { "until \($0.shown)" },
      times.map { $0.counted("time") },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the dates within a span of days on which a plan falls (``Repeater/occurrences(from:in:)``); without a
  /// repeater, its date.
  package func occurrences(of plan: Planning, in days: ClosedRange<CivilDate>) -> Occurrences {
    Occurrences(from: plan.start, plan.repeater?.interval ?? Interval(0, .day), self, in: days)
  }

  package func occurrences(of reminder: Reminder, in days: ClosedRange<CivilDate>) -> Occurrences {
    ofReminder(at: reminder.at)
      .occurrences(of: Planning(reminder.at, repeater: reminder.repeater), in: days)
  }

  /// The rule of a reminder. Its dates do not move, so that they are not counted; and one on a day that is none of the
  /// task's days stands before or after them, and repeats as it says.
  package func ofReminder(at moment: Timestamp) -> RepeatRule {
    let isOnDay = days?.contains(moment.date) ?? true
    return RepeatRule(days: isOnDay ? days : nil, until: until)
  }
}

extension Task {
  /// Returns the task with its dates moved on after it is done at a moment; nil if that was the last time. A scheduled date
  /// that does not repeat is taken away, as Org does. It is hidden as long before the next date as it was before this one.
  func repeated(now: Timestamp) -> Task? {
    if let times = repeats.times, times <= 1 { return nil }
    var next = self
    next.deadline = deadline?.repeated(now: now, on: repeats.days)
    next.scheduled =
      scheduled?.isRepeating == true ? scheduled?.repeated(now: now, on: repeats.days) : nil
    next.repeats.times = repeats.times.map { $0 - 1 }
    if let wait,
      let (old, new) = [(deadline, next.deadline), (scheduled, next.scheduled)]
        .first(where: { $0.0?.isRepeating == true }), let old, let new
    {
      let days = new.start.date.dayNumber - old.start.date.dayNumber
      next.wait = Timestamp(wait.date.adding(days: days), minute: wait.minute)
    }
    let moved = [next.scheduled, next.deadline].compactMap { $0 }.filter(\.isRepeating)
    return !isRepeating || moved.contains { repeats.allows($0.start) } ? next : nil
  }
}
