import TasksCore

/// The repeaters of the two dates of a task, with their days and end, as the one RRULE of a VTODO.
///
/// The rule counts from DTSTART, or from DUE if there is none. `+`, `++` and `.+` are the same rule.
struct TodoRepeat: Hashable {
  var scheduled: Repeater?
  var deadline: Repeater?
  /// The days and the end, which have properties of ours besides (``TodoFields``).
  var rule: RepeatRule

  init(scheduled: Repeater?, deadline: Repeater?, _ rule: RepeatRule = RepeatRule()) {
    (self.scheduled, self.deadline, self.rule) = (scheduled, deadline, rule)
  }

  /// Reads what ``text(_:)`` prints; nil for anything else.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    let repeaters = words.map { Repeater($0) }
    guard (1...2).contains(words.count),
      zip(words, repeaters).allSatisfy({ $1 != nil || $0 == "-" })
    else { return nil }
    self.init(scheduled: repeaters[0], deadline: repeaters[repeaters.count - 1])
  }

  /// One repeater for all dates there are, or that of the scheduled date and that of the deadline, `++1w -`.
  func text(_ dates: TodoDates) -> String {
    let own = [scheduled, deadline]
    if dates.scheduled == nil { return own[1]?.text ?? "-" }
    if dates.deadline == nil || own[0] == own[1] { return own[0]?.text ?? "-" }
    return own.map { $0?.text ?? "-" }.joined(separator: " ")
  }

  /// The same without a repeater for a date that is not there.
  func limited(to dates: TodoDates) -> TodoRepeat {
    TodoRepeat(
      scheduled: dates.scheduled == nil ? nil : scheduled,
      deadline: dates.deadline == nil ? nil : deadline, rule)
  }

  /// The rule that is written; nil for a repeater of zero, and for days that no rule names. Of two ends it has the last
  /// day.
  ///
  /// - Parameter utc: Returns a moment as a text of UTC.
  func recurrence(
    _ dates: TodoDates,
    utc: (Timestamp) -> String = { ForeignContext.utc(LocalTime.seconds(of: $0)) }
  ) -> CalendarRecurrence? {
    let own = limited(to: dates)
    guard
      let repeater = (dates.isStartWritten ? own.scheduled : nil) ?? own.deadline ?? own.scheduled,
      let lead = dates.lead
    else { return nil }
    var written = CalendarRecurrence(repeater.interval, on: rule.days, from: lead.date)
    if let until = rule.until {
      // What ends a time is a moment of UTC (RFC 5545, 3.3.10).
      let last = Timestamp(until.date, minute: until.minute ?? 1439)
      written?.until = CalendarDate(
        lead.minute == nil ? CalendarDate.text(Timestamp(until.date)) : utc(last))
    } else {
      written?.count = rule.times.map { max(1, $0) }
    }
    return written
  }

  /// Whether the repeaters and days are those that are read from a rule.
  func hasRepeaters(of written: CalendarRecurrence?, _ dates: TodoDates) -> Bool {
    let read = written.flatMap { TodoRepeat($0, dates) { $0.wall } }
    return scheduled == read?.scheduled && deadline == read?.deadline
      && (read == nil || rule.days == read?.rule.days)
  }

  /// Returns what a rule means; nil if no repeaters and days give the same dates.
  init?(
    _ written: CalendarRecurrence, _ dates: TodoDates, local: (CalendarDate) -> Timestamp
  ) {
    guard let date = dates.lead?.date, let (interval, days) = written.repeats(on: date) else {
      return nil
    }
    let until = written.until.map(local)
    let isDay = until?.minute == 1439 || dates.lead?.minute == nil
    let repeater = Repeater(.catchUp, interval)
    self = TodoRepeat(
      scheduled: repeater, deadline: repeater,
      RepeatRule(
        days: days, until: isDay ? until.map { Timestamp($0.date) } : until, times: written.count)
    ).limited(to: dates)
  }
}

struct TodoDates: Hashable {
  var scheduled: Timestamp?
  var deadline: Timestamp?
  /// Whether the scheduled date is the DTSTART.
  var isStartWritten: Bool

  /// The date that the rule counts from.
  var lead: Timestamp? { (isStartWritten ? scheduled : nil) ?? deadline ?? scheduled }
}
