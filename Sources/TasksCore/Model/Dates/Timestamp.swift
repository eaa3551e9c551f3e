/// A day, or a minute of a day: local and floating, as in Org. A day is not equal to midnight of that day.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var date: CivilDate
  /// Minutes since midnight, 0–1439; nil for a whole day.
  package var minute: Int? {
    get { packed < 0 ? nil : Int(packed) }
    set { packed = newValue.map { Int16(truncatingIfNeeded: $0) } ?? -1 }
  }

  /// The minute, or -1 for a whole day.
  private var packed: Int16

  package init(_ date: CivilDate, minute: Int? = nil) {
    self.date = date
    packed = -1
    self.minute = minute
  }

  /// Parses `2026-11-20`, `2026-11-20T09:15` and `2026-11-20 09:15`. Seconds may follow and are ignored, then a zone:
  /// the result is in local time.
  package init?(iso text: String) { self.init(iso: Text(text)) }

  init?(iso text: Text) {
    guard let time = text.withBytes({ Timestamp(iso: $0) }) else { return nil }
    self = time
  }

  init?(iso bytes: some ByteSlice) {
    guard let wall = Timestamp.wall(iso: bytes) else { return nil }
    self.init(wall, zone: bytes.dropFirst(16))
  }

  /// The same without regard to the zone.
  static func wall(iso bytes: some ByteSlice) -> Timestamp? {
    let start = bytes.startIndex
    guard let (year, month, day) = Timestamp.day(iso: bytes),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 10 { return Timestamp(date) }
    let sign = bytes[start + 10]
    guard sign == 0x54 || sign == 0x20 || sign == 0x74, bytes.count >= 16,
      let minute = Timestamp.minute(iso: bytes[(start + 11)..<(start + 16)]),
      Timestamp.isSecondsAndZone(bytes[(start + 16)...])
    else { return nil }
    return Timestamp(date, minute: minute)
  }

  /// Parses the year, month and day of a `2026-11-20` at the start of the bytes. The day need not exist.
  package static func day(iso bytes: some ByteSlice) -> (year: Int, month: Int, day: Int)? {
    let start = bytes.startIndex
    guard bytes.count >= 10, bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D,
      let century = bytes.twoDigits(at: start), let year = bytes.twoDigits(at: start + 2),
      let month = bytes.twoDigits(at: start + 5), let day = bytes.twoDigits(at: start + 8)
    else { return nil }
    return (century * 100 + year, month, day)
  }

  /// Parses `09:15` into minutes since midnight.
  package static func minute(iso time: some ByteSlice) -> Int? {
    let start = time.startIndex
    guard time.count == 5, time[start + 2] == 0x3A, let hour = time.twoDigits(at: start),
      let minute = time.twoDigits(at: start + 3), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// The text `2026-11-20` or `2026-11-20T09:15`.
  package var iso: String {
    minute.map { "\(date.iso)T\(Timestamp.clock($0))" } ?? date.iso
  }

  /// Appends the text of ``iso``.
  func appendISO(to bytes: inout [UInt8]) {
    date.appendISO(to: &bytes)
    guard let minute else { return }
    bytes.append(0x54)
    bytes.append(pair: minute / 60)
    bytes.append(0x3A)
    bytes.append(pair: minute % 60)
  }

  /// Prints minutes since midnight as `09:15`.
  package static func clock(_ minute: Int) -> String {
    "\(CivilDate.padded(minute / 60, 2)):\(CivilDate.padded(minute % 60, 2))"
  }

  /// Minutes since 1970-01-01 00:00. A whole day counts as its midnight.
  package var absoluteMinute: Int { date.dayNumber * 1440 + (minute ?? 0) }

  /// Returns the moment `minutes` later. The result always has a time of day.
  package func adding(minutes: Int) -> Timestamp {
    let minute = (minute ?? 0) + minutes
    if (0..<1440).contains(minute) { return Timestamp(date, minute: minute) }
    let total = absoluteMinute + minutes
    let day = total >= 0 ? total / 1440 : (total - 1439) / 1440
    return Timestamp(CivilDate(dayNumber: day), minute: total - day * 1440)
  }

  /// Orders by day, then time. A whole day comes before the minutes of that day.
  package static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.date, a.packed) < (b.date, b.packed)
  }

  /// Returns true for `:SS`, a fraction, then `Z` or `±HH:MM`, each optional. Only the characters are checked.
  private static func isSecondsAndZone(_ bytes: some ByteSlice) -> Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case 0x2B, 0x2D, 0x2E, 0x30...0x3A, 0x5A, 0x7A: true
      default: false
      }
    }
  }
}

extension Timestamp {
  /// The date for people: `Fri 2026-11-27 17:00`.
  package var shown: String {
    var bytes: [UInt8] = []
    appendShown(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func appendShown(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: date.weekdayName.utf8)
    bytes.append(UInt8(ascii: " "))
    date.appendISO(to: &bytes)
    if let minute {
      bytes.append(UInt8(ascii: " "))
      bytes.append(contentsOf: Timestamp.clock(minute).utf8)
    }
  }
}
