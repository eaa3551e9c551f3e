extension Timestamp {
  /// Parses a date of front matter: ISO 8601, or one of the additional forms of YAML 1.1, `2026-11-27 7:30` and
  /// `2026-11-27 07:30:00 +0100`.
  package init?(yaml text: Text) {
    guard let moment = text.withBytes({ Timestamp(yaml: $0) }) else { return nil }
    self = moment
  }

  init?(yaml text: some ByteSlice) {
    guard let (wall, tail) = Timestamp.yaml(text) else { return nil }
    self.init(wall, zone: tail)
  }

  /// Parses such a date without regard to its zone, and returns the text after its minutes: seconds and a zone.
  static func yaml<Bytes: ByteSlice>(_ text: Bytes) -> (wall: Timestamp, tail: Bytes)? {
    if let range = yamlRange(text) { return (range.start, text.dropFirst(text.count)) }
    if let wall = Timestamp.wall(iso: text) { return (wall, text.dropFirst(16)) }
    guard let day = Timestamp(iso: text.prefix(10)) else { return nil }
    let rest = text.dropFirst(10)
    let time =
      rest.first == 0x54 || rest.first == 0x74 ? rest.dropFirst() : rest.trimmingLeadingBlanks
    let hour = time.prefix { $0.isDigit }
    let minutes = time[hour.endIndex...].dropFirst().prefix(2)
    let tail = time[minutes.endIndex...]
    guard time.startIndex > rest.startIndex, (1...2).contains(hour.count), minutes.count == 2,
      time[hour.endIndex] == 0x3A, let hours = OrgTimestamp.number(hour), hours < 24,
      let minute = OrgTimestamp.number(minutes), minute < 60, isSecondsAndZone(yaml: tail)
    else { return nil }
    return (Timestamp(day.date, minute: hours * 60 + minute), tail)
  }

  /// Zero seconds with as many digits as those in the text after another time's minutes: `:00.000`.
  static func noSeconds(like tail: some ByteSlice) -> String {
    guard tail.first == 0x3A else { return "" }
    let fraction = tail.dropFirst().drop { $0.isDigit }
    let digits = fraction.dropFirst().prefix { $0.isDigit }
    guard fraction.first == 0x2E, !digits.isEmpty else { return ":00" }
    return ":00." + String(repeating: "0", count: digits.count)
  }

  /// Parses `2026-11-27 10:00-11:30`, a common notation and that of Org. The second time cannot be a zone: YAML
  /// has none after a time without seconds, and ISO 8601 none after a date without `T`. It must be later than
  /// the first.
  static func yamlRange(_ text: some ByteSlice) -> (start: Timestamp, end: Timestamp)? {
    guard text.count >= 19, let day = Timestamp(iso: text.prefix(10)) else { return nil }
    let rest = text.dropFirst(10)
    let times = rest.trimmingLeadingBlanks
    let dash = times.place(of: 0x2D, from: times.startIndex)
    guard times.startIndex > rest.startIndex, dash < times.endIndex,
      let start = clock(times[..<dash]), let end = clock(times[(dash + 1)...]), end > start
    else { return nil }
    return (Timestamp(day.date, minute: start), Timestamp(day.date, minute: end))
  }

  /// Parses `7:30` into minutes.
  private static func clock(_ time: some ByteSlice) -> Int? {
    let hour = time.prefix { $0.isDigit }
    let minutes = time[hour.endIndex...].dropFirst()
    guard (1...2).contains(hour.count), time[hour.endIndex...].first == 0x3A, minutes.count == 2,
      let hours = OrgTimestamp.number(hour), hours < 24, let minute = OrgTimestamp.number(minutes),
      minute < 60
    else { return nil }
    return hours * 60 + minute
  }

  /// True for `:SS`, a fraction, blanks, then `Z` or `±HH:MM`, each optional.
  private static func isSecondsAndZone(yaml tail: some ByteSlice) -> Bool {
    let seconds = tail.prefix { $0 == 0x3A || $0 == 0x2E || $0.isDigit }
    guard seconds.isEmpty || seconds.first == 0x3A else { return false }
    let zone = tail[seconds.endIndex...].trimmingLeadingBlanks
    switch zone.first {
    case nil: return zone.startIndex == seconds.endIndex
    case 0x5A, 0x7A: return zone.count == 1
    case 0x2B, 0x2D:
      return zone.count > 1 && zone.dropFirst().allSatisfy { $0.isDigit || $0 == 0x3A }
    default: return false
    }
  }
}

extension Reminder {
  /// Parses a date of front matter with a repeater after it, `2026-11-24T09:00 +1d`, or without; returns it with the
  /// text of the date alone.
  static func read(yaml text: Text) -> (reminder: Reminder, date: Text)? {
    if let moment = Timestamp(yaml: text) { return (Reminder(moment), text) }
    let bytes = text.bytes
    guard let blank = bytes.lastIndex(of: 0x20), let repeater = Repeater(bytes[(blank + 1)...]),
      case let date = Text(bytes: bytes[..<blank].trimmingBlanks),
      let moment = Timestamp(yaml: date)
    else { return nil }
    return (Reminder(moment, repeater: repeater), date)
  }
}
