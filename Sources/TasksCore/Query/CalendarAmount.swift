/// A number of calendar units as typed by a user: `3d`, `2w`, `1mo`, `3 days`.
struct CalendarAmount: Hashable {
  enum Unit: Hashable {
    case minute, hour, day, businessDay, week, month, year

    /// Looks up a unit by its short or full name. Nil for `m` alone, which could mean minutes or months.
    init?(name: some StringProtocol) {
      switch name {
      case "min", "minute", "minutes": self = .minute
      case "h", "hour", "hours": self = .hour
      case "d", "day", "days": self = .day
      case "bd": self = .businessDay
      case "w", "week", "weeks": self = .week
      case "mo", "month", "months": self = .month
      case "y", "year", "years": self = .year
      default: return nil
      }
    }
  }

  var count: Int
  var unit: Unit

  /// Whether it is one of whole days.
  var isOfDays: Bool { unit != .minute && unit != .hour }

  /// Parses `3d`, `-3d`, `+2w`, `3 days`, `in 3 days`, `a week` and `3 days ago`. The text must be in lower case,
  /// with single blanks.
  init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    var isPast = false
    if words.first == "in" {
      words = words.dropFirst()
    } else if words.last == "ago" {
      words = words.dropLast()
      isPast = true
    }
    guard let first = words.first else { return nil }
    let sign = first.prefix { $0 == "+" || $0 == "-" }
    guard sign.utf8.count <= 1 else { return nil }
    let digits = first.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    let rest = first.dropFirst(sign.count + digits.count)
    let count: Int
    let name: Substring
    switch (words.count, words.last) {
    case (1, _):
      guard let number = CalendarAmount.number(digits) else { return nil }
      (count, name) = (number, rest)
    case (2, let last?) where rest.isEmpty:
      guard let number = CalendarAmount.number(digits) else { return nil }
      (count, name) = (number, last)
    case (2, let last?) where digits.isEmpty && (rest == "a" || rest == "an"):
      (count, name) = (1, last)
    default: return nil
    }
    guard let unit = Unit(name: name) else { return nil }
    self.unit = unit
    self.count = (sign == "-") != isPast ? -count : count
  }

  /// Parses at most five digits, so that no date overflows.
  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.count <= 5 ? Int(digits) : nil
  }

  /// The amount as an interval of a repeater; nil if it is negative or Org has no such unit.
  var interval: Interval? {
    guard count >= 0 else { return nil }
    switch unit {
    case .hour: return Interval(count, .hour)
    case .day: return Interval(count, .day)
    case .week: return Interval(count, .week)
    case .month: return Interval(count, .month)
    case .year: return Interval(count, .year)
    case .minute, .businessDay: return nil
    }
  }

  /// Returns the moment that much later. It has a time of day for minutes and hours, else it is a whole day.
  func added(to now: Timestamp) -> Timestamp {
    switch unit {
    case .minute: now.elapsing(minutes: count)
    case .hour: now.elapsing(minutes: count * 60)
    case .day: Timestamp(now.date.adding(days: count))
    case .businessDay: Timestamp(CalendarAmount.adding(businessDays: count, to: now.date))
    case .week: Timestamp(now.date.adding(days: count * 7))
    case .month: Timestamp(now.date.adding(months: count))
    case .year: Timestamp(now.date.adding(months: count * 12))
    }
  }

  /// Adds days from Monday to Friday.
  private static func adding(businessDays count: Int, to start: CivilDate) -> CivilDate {
    let step = count < 0 ? -1 : 1
    var left = abs(count)
    var day = start.dayNumber
    while left > 0 {
      day += step
      if CivilDate(dayNumber: day).weekday <= 5 { left -= 1 }
    }
    return CivilDate(dayNumber: day)
  }
}
