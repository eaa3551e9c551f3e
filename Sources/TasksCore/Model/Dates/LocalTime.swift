import CLocalTime

/// Local time, by the zone of the process: of `TZ`, or of the machine.
package enum LocalTime {
  /// Returns the minute that local clocks show at a moment, in seconds since 1970.
  package static func timestamp(at seconds: Int64) -> Timestamp {
    let minutes = (seconds + tasks_offset(seconds)).flooredQuotient(60)
    let day = minutes.flooredQuotient(1440)
    return Timestamp(CivilDate(dayNumber: Int(day)), minute: Int(minutes - day * 1440))
  }

  /// Returns the moment of a local time, in seconds since 1970; a day counts as its midnight.
  ///
  /// Of a time that clocks show twice it is the first, and a time that they skip is read with the offset before the gap
  /// (RFC 5545, 3.3.5).
  package static func seconds(of local: Timestamp) -> Int64 {
    let wall = Int64(local.absoluteMinute) * 60
    let (before, after) = (tasks_offset(wall - 86_400), tasks_offset(wall + 86_400))
    let moment = wall - before
    if before == after || tasks_offset(moment) == before { return moment }
    return tasks_offset(wall - after) == after ? wall - after : moment
  }

  /// Returns the offset at a moment in seconds since 1970, in minutes east of UTC.
  package static func offset(at seconds: Int64) -> Int { Int(tasks_offset(seconds)) / 60 }

  /// What tells the zone of this process from most others: its offsets every five and a half years, in winter and in
  /// summer by turns.
  package static var zoneMark: [Int] { (0..<12).map { offset(at: $0 * 173_556_000) } }
}

extension Timestamp {
  /// The moment of a time in a zone, in local time; the time itself if no zone is told.
  ///
  /// - Parameter tail: The text after the minutes: seconds, and `Z` or `+01:00` in the forms of YAML 1.1.
  init(_ wall: Timestamp, zone tail: some ByteSlice) {
    self = wall
    guard wall.minute != nil, let offset = Timestamp.offset(in: tail) else { return }
    let local = LocalTime.timestamp(at: Int64(wall.absoluteMinute - offset) * 60)
    if (1...9999).contains(local.date.year) { self = local }
  }

  /// The time in a zone that has this offset, in minutes east of UTC.
  func inZone(offset: Int) -> Timestamp {
    let minutes = LocalTime.seconds(of: self) / 60
    return Timestamp(CivilDate(dayNumber: 0), minute: 0).adding(minutes: Int(minutes) + offset)
  }

  /// The offset that the text after the minutes names, in minutes east of UTC; nil if it names no zone.
  static func offset(in tail: some ByteSlice) -> Int? {
    let zone = tail.drop { $0 == 0x3A || $0 == 0x2E || $0.isDigit }.trimmingBlanks
    guard let sign = zone.first else { return nil }
    if sign == 0x5A || sign == 0x7A { return 0 }
    let digits = zone.dropFirst().filter { $0.isDigit }
    guard [0x2B, 0x2D].contains(sign), (1...4).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    let minutes = digits.count > 2 ? number / 100 * 60 + number % 100 : number * 60
    return sign == 0x2D ? -minutes : minutes
  }

  /// Returns the moment that many minutes later, as they pass: clocks may be moved meanwhile.
  package func elapsing(minutes: Int) -> Timestamp {
    LocalTime.timestamp(at: LocalTime.seconds(of: self) + Int64(minutes) * 60)
  }

  /// Returns how many minutes pass until another moment.
  package func minutes(until end: Timestamp) -> Int {
    Int((LocalTime.seconds(of: end) - LocalTime.seconds(of: self)) / 60)
  }

  /// The time itself, or the one that clocks show in its place when they skip it.
  package var existing: Timestamp {
    minute == nil ? self : LocalTime.timestamp(at: LocalTime.seconds(of: self))
  }
}

extension Int64 {
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
