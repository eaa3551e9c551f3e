/// A recurrence rule as TaskNotes for Obsidian stores it under `recurrence` (RFC 5545, 3.3.10):
/// `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`, often after the start date, `DTSTART:20251201;`.
///
/// A rule that a ``Repeater`` cannot express, such as one for several weekdays or with an end, becomes no
/// repeater: a part of it would produce dates that it does not include.
struct RecurrenceRule: Equatable {
  private var unit = Interval.Unit.day
  private var count = 1
  /// The only weekday, day and month that the rule names; each counted from 1, for Monday, the first, and
  /// January.
  private var weekday: Int?
  private var day: Int?
  private var month: Int?
  /// True if the rule has parts that no repeater can express, whatever the date.
  private var saysMore = false

  /// Returns nil if the text is not a rule.
  init?(_ rule: some ByteSlice) {
    var parts = RecurrenceRule()
    var (hasUnit, hasCount) = (false, false)
    RecurrenceRule.walk(rule) { name, value in
      func take<Value>(_ read: Value?, isFirst: Bool, _ store: (Value) -> Void) {
        guard let read, isFirst else { return parts.saysMore = true }
        store(read)
      }
      if name.isSame(as: "FREQ") {
        take(RecurrenceRule.unit(named: value), isFirst: !hasUnit) { parts.unit = $0 }
        hasUnit = true
      } else if name.isSame(as: "INTERVAL") {
        take(RecurrenceRule.number(value, upTo: 100_000), isFirst: !hasCount) { parts.count = $0 }
        hasCount = true
      } else if name.isSame(as: "BYDAY") {
        take(RecurrenceRule.weekday(named: value), isFirst: parts.weekday == nil) {
          parts.weekday = $0
        }
      } else if name.isSame(as: "BYMONTHDAY") {
        take(RecurrenceRule.number(value, upTo: 31), isFirst: parts.day == nil) { parts.day = $0 }
      } else if name.isSame(as: "BYMONTH") {
        take(RecurrenceRule.number(value, upTo: 12), isFirst: parts.month == nil) {
          parts.month = $0
        }
      } else if !RecurrenceRule.isFrame(name) {
        parts.saysMore = true
      }
    }
    guard hasUnit else { return nil }
    self = parts
  }

  private init() {}

  /// The equivalent repeater for a task with this date; nil if no repeater produces the same dates.
  ///
  /// - Parameter fromCompletion: Whether the rule counts from the completion date instead of the task's date. A
  ///   rule for a weekday still produces that weekday, the next one.
  func repeater(on date: CivilDate, fromCompletion: Bool) -> Repeater? {
    guard !saysMore, fits(date) else { return nil }
    let isNarrow = weekday != nil || day != nil || month != nil
    if fromCompletion, !isNarrow { return Repeater(.restart, Interval(count, unit)) }
    // A rule skips months without such a day; a repeater uses their last day.
    let isRare =
      unit == .month && date.day > 28 || unit == .year && date.month == 2 && date.day == 29
    if isRare || fromCompletion && count > 1 { return nil }
    return Repeater(.catchUp, Interval(count, unit))
  }

  /// True if the parts only repeat what the date implies. Parts that do not belong to the unit select some of
  /// its days, or add others.
  private func fits(_ date: CivilDate) -> Bool {
    switch unit {
    case .hour, .day: weekday == nil && day == nil && month == nil
    case .week: (weekday ?? date.weekday) == date.weekday && day == nil && month == nil
    case .month: (day ?? date.day) == date.day && weekday == nil && month == nil
    case .year:
      (month ?? date.month) == date.month && (day ?? date.day) == date.day && weekday == nil
        && (day == nil || month != nil)
    }
  }

  // MARK: Parts

  /// Calls `show` for each part: `NAME=value`, separated by semicolons, with `DTSTART:value` in front.
  private static func walk<Bytes: ByteSlice>(
    _ rule: Bytes, _ show: (_ name: Bytes, _ value: Bytes) -> Void
  ) {
    var rest = rule
    while !rest.isEmpty {
      let end = rest.place(of: 0x3B, from: rest.startIndex)
      var part = rest[..<end].trimmingBlanks
      rest = rest[end...].dropFirst()
      if part.hasPrefixIgnoringCase("RRULE:") { part = part.dropFirst(6) }
      if part.isEmpty { continue }
      let sign: UInt8 = part.hasPrefixIgnoringCase("DTSTART:") ? 0x3A : 0x3D
      let place = part.place(of: sign, from: part.startIndex)
      show(part[..<place], part[place...].dropFirst())
    }
  }

  /// True for parts that do not affect the interval: the start date, and the first day of the week.
  private static func isFrame(_ name: some ByteSlice) -> Bool {
    name.isSame(as: "DTSTART") || name.isSame(as: "WKST")
  }

  private static let units: [(word: StaticString, unit: Interval.Unit)] = [
    ("HOURLY", .hour), ("DAILY", .day), ("WEEKLY", .week), ("MONTHLY", .month), ("YEARLY", .year),
  ]

  private static let weekdays: [StaticString] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private static func unit(named word: some ByteSlice) -> Interval.Unit? {
    units.first { word.isSame(as: $0.word) }?.unit
  }

  private static func weekday(named word: some ByteSlice) -> Int? {
    weekdays.firstIndex { word.isSame(as: $0) }.map { $0 + 1 }
  }

  private static func number(_ digits: some ByteSlice, upTo last: Int) -> Int? {
    OrgTimestamp.number(digits).flatMap { (1...last).contains($0) ? $0 : nil }
  }
}
