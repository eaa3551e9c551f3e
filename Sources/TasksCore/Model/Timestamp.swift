/// A day, or a minute of a day: local and floating, as in Org. A day and midnight of that day differ.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var date: CivilDate
  /// Minutes since midnight, 0–1439; nil for a whole day.
  public var minute: Int?

  public init(_ date: CivilDate, minute: Int? = nil) {
    self.date = date
    self.minute = minute
  }

  /// Reads `2026-11-20`, `2026-11-20T09:15` and `2026-11-20 09:15`; seconds and a zone may follow and are
  /// dropped (a floating time is what the writer's clock showed).
  public init?(iso text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard byte.isDigit else { return nil }
        value = value * 10 + Int(byte & 0x0F)
      }
      return value
    }
    guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 10 {
      self.init(date)
      return
    }
    guard bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74,
      bytes.count >= 16, bytes[13] == 0x3A,
      let hour = number(11..<13), let minute = number(14..<16), hour < 24, minute < 60,
      Timestamp.isSecondsAndZone(bytes[16...])
    else { return nil }
    self.init(date, minute: hour * 60 + minute)
  }

  /// `2026-11-20` or `2026-11-20T09:15`.
  public var iso: String {
    minute.map { "\(date.iso)T\(Timestamp.clock($0))" } ?? date.iso
  }

  /// `09:15` of minutes since midnight.
  public static func clock(_ minute: Int) -> String {
    "\(CivilDate.padded(minute / 60, 2)):\(CivilDate.padded(minute % 60, 2))"
  }

  /// Minutes since 1970-01-01 00:00; a whole day counts from its midnight.
  public var absoluteMinute: Int { date.dayNumber * 1440 + (minute ?? 0) }

  /// The moment that many minutes later; it has a time of day even where this one has none.
  public func adding(minutes: Int) -> Timestamp {
    let total = absoluteMinute + minutes
    let day = total >= 0 ? total / 1440 : (total - 1439) / 1440
    return Timestamp(CivilDate(dayNumber: day), minute: total - day * 1440)
  }

  /// By day, then time; a whole day stands before its minutes.
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.date, a.minute ?? -1) < (b.date, b.minute ?? -1)
  }

  /// `:SS`, a fraction, then `Z` or `±HH:MM`, each optional.
  private static func isSecondsAndZone(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0.isDigit || [0x3A, 0x2E, 0x2B, 0x2D, 0x5A, 0x7A].contains($0) }
  }
}
