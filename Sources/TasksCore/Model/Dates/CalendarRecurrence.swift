/// A recurrence rule of calendars: `FREQ=MONTHLY;BYDAY=1SU,-1SU;COUNT=4` (RFC 5545, 3.3.10).
package struct CalendarRecurrence: Hashable, Sendable {
  package enum Frequency: String, Hashable, Sendable, CaseIterable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  package struct Weekday: Hashable, Sendable {
    /// Which one of the month or year, from 1, or from -1 for the last; 0 for each.
    package var ordinal = 0
    /// 1 for Monday to 7 for Sunday.
    package var day: Int

    package init(ordinal: Int = 0, day: Int) { (self.ordinal, self.day) = (ordinal, day) }
  }

  package var frequency: Frequency
  package var interval = 1
  package var count: Int?
  package var until: CalendarDate?
  /// The first day of a week, 1 for Monday.
  package var weekStart = 1
  package var byDay: [Weekday] = []
  /// Counted from 1, or from -1 for the last, like the positions.
  package var byMonthDay: [Int] = []
  package var byMonth: [Int] = []
  package var bySetPos: [Int] = []
  package var byHour: [Int] = []
  package var byMinute: [Int] = []
  /// The parts that are not understood, such as BYWEEKNO, BYYEARDAY and RSCALE.
  package var unread: [String] = []

  package init(_ frequency: Frequency, interval: Int = 1) {
    (self.frequency, self.interval) = (frequency, interval)
  }

  /// Nil if the text is no rule.
  package init?(_ text: some StringProtocol) {
    var frequency: Frequency?
    var rule = CalendarRecurrence(.daily)
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let (name, value) = (sides[0].trimmedBlanks, sides[1].trimmedBlanks)
      if name == "FREQ" {
        guard frequency == nil, let read = Frequency(rawValue: value) else { return nil }
        frequency = read
      } else if !rule.take(name, value) {
        return nil
      }
    }
    guard let frequency else { return nil }
    self = rule
    self.frequency = frequency
  }

  /// False if the value is not one of the part.
  private mutating func take(_ name: String, _ value: String) -> Bool {
    switch name {
    case "INTERVAL", "COUNT":
      guard let number = Array(value.utf8)[...].wholeNumber, number > 0 else { return false }
      if name == "COUNT" {
        count = number
      } else if number <= 100_000 {
        interval = number
      } else {
        unread.append("\(name)=\(value)")
      }
    case "UNTIL":
      guard let date = CalendarDate(value) else { return false }
      until = date
    case "WKST":
      guard let day = CalendarRecurrence.weekday(value), day.ordinal == 0 else { return false }
      weekStart = day.day
    case "BYDAY":
      let days = value.split(separator: ",").map(CalendarRecurrence.weekday)
      byDay = days.compactMap { $0 }
      return byDay.count == days.count && !days.isEmpty
    case "BYMONTHDAY": return numbers(value, 1...31, isSigned: true, \.byMonthDay)
    case "BYMONTH": return numbers(value, 1...12, isSigned: false, \.byMonth)
    case "BYSETPOS": return numbers(value, 1...366, isSigned: true, \.bySetPos)
    case "BYHOUR": return numbers(value, 0...23, isSigned: false, \.byHour)
    case "BYMINUTE": return numbers(value, 0...59, isSigned: false, \.byMinute)
    default:
      if name != "BYSECOND" || value != "0" { unread.append("\(name)=\(value)") }
    }
    return true
  }

  private mutating func numbers(
    _ value: String, _ range: ClosedRange<Int>, isSigned: Bool,
    _ part: WritableKeyPath<CalendarRecurrence, [Int]>
  ) -> Bool {
    var all: Set<Int> = []
    for word in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word.trimmedBlanks), range.contains(isSigned ? abs(number) : number)
      else { return false }
      all.insert(number)
    }
    self[keyPath: part] = all.sorted()
    return true
  }

  private static let weekdays = CivilDate.weekdays.map { $0.prefix(2).uppercased() }

  private static func weekday(_ text: some StringProtocol) -> Weekday? {
    let word = text.trimmedBlanks
    guard let index = weekdays.firstIndex(of: String(word.suffix(2))) else { return nil }
    let number = word.dropLast(2)
    if number.isEmpty { return Weekday(day: index + 1) }
    guard let ordinal = Int(number), (1...53).contains(abs(ordinal)) else { return nil }
    return Weekday(ordinal: ordinal, day: index + 1)
  }

  /// Prints the rule, without the parts that are not understood.
  package var text: String {
    func list(_ name: String, _ numbers: [Int]) -> String {
      numbers.isEmpty ? "" : ";\(name)=" + numbers.map(String.init).joined(separator: ",")
    }
    let days = byDay.map { weekday in
      (weekday.ordinal == 0 ? "" : "\(weekday.ordinal)")
        + CalendarRecurrence.weekdays[weekday.day - 1]
    }
    return "FREQ=\(frequency.rawValue)" + (interval == 1 ? "" : ";INTERVAL=\(interval)")
      + (count.map { ";COUNT=\($0)" } ?? "")
      + (until.map { ";UNTIL=" + CalendarDate.text($0.wall) + ($0.zone == .utc ? "Z" : "") } ?? "")
      + (weekStart == 1 ? "" : ";WKST=\(CalendarRecurrence.weekdays[weekStart - 1])")
      + list("BYMONTH", byMonth) + list("BYMONTHDAY", byMonthDay)
      + (days.isEmpty ? "" : ";BYDAY=" + days.joined(separator: ","))
      + list("BYHOUR", byHour) + list("BYMINUTE", byMinute) + list("BYSETPOS", bySetPos)
  }
}

/// The dates a repeating date falls on, in order.
///
/// Each date is one interval after the one before it, as if the task were always done on its date, so finishing a
/// task takes the first date away and leaves the others. A date of 31 January that repeats each month is on 28
/// February and then on each 28th (Emacs's agenda shows 3 March in its place). Hours count as in
/// ``Interval/added(to:times:)``.
package struct Occurrences: Sequence, IteratorProtocol {
  private var upcoming: Timestamp?
  private let interval: Interval
  private let last: CivilDate
  private let rule: RepeatRule
  /// How many dates there are yet.
  private var left: Int

  init(
    from base: Timestamp, _ interval: Interval, _ rule: RepeatRule, in days: ClosedRange<CivilDate>
  ) {
    (self.interval, self.rule, last) = (interval, rule, days.upperBound)
    left = Swift.max(1, rule.times ?? .max)
    let start = Timestamp(days.lowerBound)
    // Dates that count are taken one by one.
    let steps = rule.times == nil ? interval.wholeSteps(from: base, to: start) : 0
    upcoming = steps > 0 ? interval.added(to: base, times: steps) : base
    if steps > 0, let next = upcoming, rule.days?.contains(next.date) == false { step(from: next) }
    while let next = upcoming, next < start { step(from: next) }
  }

  package mutating func next() -> Timestamp? {
    guard let next = upcoming, next.date <= last, rule.allows(next) else { return nil }
    step(from: next)
    return next
  }

  private mutating func step(from moment: Timestamp) {
    left -= 1
    upcoming = interval.count > 0 && left > 0 ? interval.next(after: moment, on: rule.days) : nil
  }
}

extension Repeater {
  /// Returns the dates within a span of days on which a date with this repeater falls, the date itself first if the
  /// span holds it. Like Org's agenda, it asks only for the interval: `+1w`, `++1w`, `.+1w` and the habit `.+1w/2w`
  /// fall on the same dates. With a repeater of zero there is only the date itself.
  package func occurrences(from base: Timestamp, in days: ClosedRange<CivilDate>) -> Occurrences {
    Occurrences(from: base, interval, RepeatRule(), in: days)
  }
}
