import TasksCore

/// The repeaters of the two dates of a task as the one RRULE of a VTODO.
///
/// The rule counts from DTSTART, or from DUE if there is none. `+`, `++` and `.+` are the same rule.
struct TodoRepeat: Hashable {
  var scheduled: Repeater?
  var deadline: Repeater?

  init(scheduled: Repeater?, deadline: Repeater?) {
    (self.scheduled, self.deadline) = (scheduled, deadline)
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
      deadline: dates.deadline == nil ? nil : deadline)
  }

  /// The rule that is written; nil for a repeater of zero.
  func rule(_ dates: TodoDates) -> CalendarRecurrence? {
    let own = limited(to: dates)
    guard
      let repeater = (dates.isStartWritten ? own.scheduled : nil) ?? own.deadline ?? own.scheduled,
      let lead = dates.lead, repeater.interval.count > 0
    else { return nil }
    return TodoRepeat.rule(repeater.interval, from: lead.date)
  }

  private static func rule(_ interval: Interval, from date: CivilDate) -> CalendarRecurrence {
    let frequency: CalendarRecurrence.Frequency =
      switch interval.unit {
      case .hour: .hourly
      case .day: .daily
      case .week: .weekly
      case .month: .monthly
      case .year: .yearly
      }
    var rule = CalendarRecurrence(frequency, interval: interval.count)
    // A rule skips months without such a day, and a repeater takes their last day instead.
    let isLeapDay = frequency == .yearly && date.month == 2 && date.day == 29
    if frequency == .monthly && date.day > 28 || isLeapDay {
      rule.byMonthDay = Array(28...date.day)
      rule.bySetPos = [-1]
      if isLeapDay { rule.byMonth = [2] }
    }
    return rule
  }

  /// Returns the repeaters that a rule means; nil if none gives the same dates.
  init?(_ rule: CalendarRecurrence, _ dates: TodoDates) {
    guard let date = dates.lead?.date, let unit = TodoRepeat.unit(rule.frequency) else {
      return nil
    }
    let interval = Interval(rule.interval, unit)
    var plain = rule
    plain.weekStart = 1
    // Parts that say only what the date says.
    if rule.byMonthDay == [date.day], unit == .month || unit == .year && !rule.byMonth.isEmpty {
      plain.byMonthDay = []
    }
    if rule.byMonth == [date.month], unit == .year { plain.byMonth = [] }
    if rule.byDay == [CalendarRecurrence.Weekday(day: date.weekday)], unit == .week {
      plain.byDay = []
    }
    let isRare =
      unit == .month && date.day > 28 || unit == .year && date.month == 2 && date.day == 29
    let isSame =
      isRare
      ? rule == TodoRepeat.rule(interval, from: date)
      : plain == CalendarRecurrence(rule.frequency, interval: rule.interval)
    guard isSame else { return nil }
    let repeater = Repeater(.catchUp, interval)
    self = TodoRepeat(scheduled: repeater, deadline: repeater).limited(to: dates)
  }

  private static func unit(_ frequency: CalendarRecurrence.Frequency) -> Interval.Unit? {
    switch frequency {
    case .secondly, .minutely: nil
    case .hourly: .hour
    case .daily: .day
    case .weekly: .week
    case .monthly: .month
    case .yearly: .year
    }
  }
}

/// The dates of a VTODO.
struct TodoDates: Hashable {
  var scheduled: Timestamp?
  var deadline: Timestamp?
  /// Whether the scheduled date is the DTSTART.
  var isStartWritten: Bool

  /// The date that the rule counts from.
  var lead: Timestamp? { (isStartWritten ? scheduled : nil) ?? deadline ?? scheduled }
}
