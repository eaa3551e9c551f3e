/// A day of the Gregorian calendar, without time or zone.
package struct CivilDate: Hashable, Comparable, Sendable {
  /// Year, month and day in one number that orders like the days. It is small because logs hold many dates.
  private let packed: Int32

  package var year: Int { Int(packed >> 9) }
  /// 1–12.
  package var month: Int { Int(packed >> 5 & 15) }
  /// 1–31.
  package var day: Int { Int(packed & 31) }

  /// Nil for a day that does not exist, such as 30 February, and for years outside 1–9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= CivilDate.length(ofMonth: month, year: year)
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    packed = Int32(truncatingIfNeeded: year << 9 | month << 5 | day)
  }

  /// Makes the day `dayNumber` days after 1970-01-01, or before it if negative.
  ///
  /// Computed in eras of 400 years (146,097 days). Years begin in March, so that the leap day is the last day of
  /// its year (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  package init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(
      unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Days since 1970-01-01.
  package var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 1 for Monday to 7 for Sunday (ISO 8601).
  package var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

  /// The number of the week, 1–53, which is that of its Thursday (ISO 8601).
  package var week: Int {
    let thursday = adding(days: 4 - weekday)
    let first = CivilDate(unchecked: thursday.year, 1, 1)
    return (thursday.dayNumber - first.dayNumber) / 7 + 1
  }

  /// The name `Mon` … `Sun`, as Org writes it in an English locale.
  package var weekdayName: String { CivilDate.shortWeekdays[weekday - 1] }

  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// Of three letters.
  package static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
  static let shortMonths = months.map { String($0.prefix(3)) }

  /// The place, from 1, of a name that begins in this way: of three letters or more, in lower case.
  static func place(of name: some StringProtocol, in names: [String]) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().hasPrefix(name) }.map { $0 + 1 }
  }

  package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

  /// Returns the same day of the month `months` later, or the last day of that month if it is shorter.
  package func adding(months: Int) -> CivilDate {
    let count = year * 12 + month - 1 + months
    let newYear = count >= 0 ? count / 12 : (count - 11) / 12
    let newMonth = count - newYear * 12 + 1
    let last = CivilDate.length(ofMonth: newMonth, year: newYear)
    return CivilDate(unchecked: newYear, newMonth, min(day, last))
  }

  /// Returns the number of days in a month, 28–31.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The text `2026-11-20`.
  package var iso: String {
    "\(CivilDate.padded(year, 4))-\(CivilDate.padded(month, 2))-\(CivilDate.padded(day, 2))"
  }

  /// Appends the text of ``iso``.
  func appendISO(to bytes: inout [UInt8]) {
    guard (0...9999).contains(year) else { return bytes.append(contentsOf: iso.utf8) }
    bytes.append(pair: year / 100)
    bytes.append(pair: year % 100)
    bytes.append(0x2D)
    bytes.append(pair: month)
    bytes.append(0x2D)
    bytes.append(pair: day)
  }

  package static func < (a: CivilDate, b: CivilDate) -> Bool {
    a.packed < b.packed
  }

  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension [UInt8] {
  /// Appends a number below 100 as two digits.
  mutating func append(pair: Int) {
    append(0x30 + UInt8(pair / 10))
    append(0x30 + UInt8(pair % 10))
  }
}

/// A DATE or DATE-TIME value (RFC 5545, 3.3.4 and 3.3.5): what a clock shows, and which clock that is.
package struct CalendarDate: Hashable, Sendable {
  package enum Zone: Hashable, Sendable {
    /// Local time, wherever one is; days always are.
    case floating
    case utc
    /// The zone that a TZID names.
    case named(String)
  }

  /// A whole day for a DATE.
  package var wall: Timestamp
  /// Of the minute.
  package var second = 0
  package var zone: Zone = .floating

  /// Reads `20261127`, also without VALUE=DATE, `20261127T170000` and `20261127T170000Z`.
  ///
  /// - Parameter zone: The TZID.
  package init?(_ value: some StringProtocol, zone: String? = nil) {
    let bytes = Array(value.trimmedBlanks.utf8)[...]
    guard bytes.count >= 8, let century = bytes.twoDigits(at: 0),
      let year = bytes.twoDigits(at: 2), let month = bytes.twoDigits(at: 4),
      let day = bytes.twoDigits(at: 6),
      let date = CivilDate(year: century * 100 + year, month: month, day: day)
    else { return nil }
    wall = Timestamp(date)
    if bytes.count == 8 { return }
    guard bytes.count >= 15, bytes[8] | 0x20 == 0x74, let hour = bytes.twoDigits(at: 9), hour < 24,
      let minute = bytes.twoDigits(at: 11), minute < 60, let second = bytes.twoDigits(at: 13),
      second < 61
    else { return nil }
    wall.minute = hour * 60 + minute
    self.second = second
    if bytes.count == 16, bytes[15] | 0x20 == 0x7A {
      self.zone = .utc
    } else if bytes.count > 15 {
      return nil
    } else if let zone {
      self.zone = .named(zone)
    }
  }

  /// A time of a zone.
  package init(_ wall: Timestamp, zone: Zone) { (self.wall, self.zone) = (wall, zone) }

  package var isDay: Bool { wall.minute == nil }

  /// Prints a local date: `20261127`, `20261127T170000`.
  package static func text(_ moment: Timestamp) -> String {
    let date = moment.date
    let day =
      CivilDate.padded(date.year, 4) + CivilDate.padded(date.month, 2)
      + CivilDate.padded(date.day, 2)
    guard let minute = moment.minute else { return day }
    return "\(day)T\(CivilDate.padded(minute / 60, 2))\(CivilDate.padded(minute % 60, 2))00"
  }
}
