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
