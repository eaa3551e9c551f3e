import CLocalTime

/// A number of calendar units as typed by a user: `3d`, `2w`, `1mo`, `3 days`, `1h30`.
struct CalendarAmount: Hashable {
  /// The units of dates, spans, repeaters and lengths of time.
  enum Unit: Hashable {
    case minute, hour, day, businessDay, week, month, year

    /// Looks up a unit by its short or full name, in lower case. `m` is a month, as in Org's repeaters; ``Effort``, which
    /// has no months, reads it as minutes.
    init?(name: some StringProtocol) {
      switch name {
      case "min", "mins", "minute", "minutes": self = .minute
      case "h", "hr", "hrs", "hour", "hours": self = .hour
      case "d", "day", "days": self = .day
      case "bd": self = .businessDay
      case "w", "wk", "wks", "week", "weeks": self = .week
      case "m", "mo", "mos", "month", "months": self = .month
      case "y", "yr", "yrs", "year", "years": self = .year
      default: return nil
      }
    }

    /// How long the unit is, where a day has 24 hours; nil for those of no fixed length.
    var minutes: Int? {
      switch self {
      case .minute: 1
      case .hour: 60
      case .day: 1440
      case .week: 10_080
      case .businessDay, .month, .year: nil
      }
    }
  }

  var count: Int
  var unit: Unit
  /// Whether the unit was given as `m`, by which minutes may have been meant.
  private(set) var isOfM = false

  var isOfDays: Bool { unit != .minute && unit != .hour }

  /// Parses `3d`, `-3d`, `+2w`, `3 days`, `in 3 days`, `a week`, `3 days ago`, and hours with minutes as ``Effort`` reads
  /// them: `1h30`, `1h 30min`. The text must be in lower case, with single blanks.
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
    let text = words.joined(separator: " ").dropFirst(sign.count)
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }
    if let unit = Unit(name: name), let number = CalendarAmount.number(digits) {
      (count, self.unit, isOfM) = (number, unit, name == "m")
    } else if let article = ["a ", "an "].first(where: text.hasPrefix), sign.isEmpty,
      let unit = Unit(name: text.dropFirst(article.count))
    {
      (count, self.unit) = (1, unit)
    } else if name.first == "h", let minutes = try? Effort.read(String(text)) {
      (count, unit) = (minutes, .minute)
    } else {
      return nil
    }
    if (sign == "-") != isPast { count = -count }
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

/// Parses a time of day as users type it: `17:00`, `9am`, `5:30 pm`, `noon`, `midnight` (the one before the day).
package enum TimeOfDay {
  /// Returns the minutes since midnight, 0–1439; nil for any other text.
  package static func minute(_ text: String) -> Int? { minute(InputWord(text)) }

  static func minute(_ word: InputWord) -> Int? {
    let text = word.lowercased
    if text == "noon" { return 720 }
    if text == "midnight" { return 0 }
    let half: Int? = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
    let clock = Array(text.utf8.dropLast(half == nil ? 0 : 2))[...].trimmingBlanks
    let parts = clock.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 1 && half != nil, parts[0].count <= 2,
      let hour = DateReader.number(parts[0]),
      let minute = parts.count == 1 ? 0 : parts[1].count == 2 ? DateReader.number(parts[1]) : nil,
      minute < 60
    else { return nil }
    guard let half else { return hour < 24 ? hour * 60 + minute : nil }
    return (1...12).contains(hour) ? (hour % 12 + half) * 60 + minute : nil
  }

  /// Whether a word is a time of day without a day: `17:00`, `@9am`.
  static func isAlone(_ word: InputWord) -> Bool {
    let bytes = word.trimmed.bytes
    return minute(word.part(bytes.first == 0x40 ? bytes.dropFirst() : bytes)) != nil
  }
}

/// Whether the day or the month comes first in a date such as `3/4`.
package enum DayOrder: Sendable {
  case dayFirst, monthFirst

  /// The order in the locale of the process (`LC_ALL`, `LC_TIME`, `LANG`); nil if that does not tell.
  package static let ofProcess = tasks_date_locale().flatMap {
    DayOrder(locale: String(cString: $0))
  }

  /// - Parameter name: A name such as `en_US.UTF-8`. Nil for `C`, `POSIX`, English of no country, and where people
  ///   write both: in Canada and the Philippines, and in languages of the United States other than English.
  package init?(locale name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").map(String.init)
    guard let language = parts.first, (2...3).contains(language.utf8.count) else { return nil }
    switch (language, parts.count > 1 ? parts[1] : "") {
    case ("en", "US"), ("zh", _), ("ja", _), ("ko", _), ("hu", _), ("mn", _): self = .monthFirst
    case ("en", ""), (_, "US"), (_, "CA"), (_, "PH"): return nil
    default: self = .dayFirst
    }
  }
}
