/// The zone after a time of day: `Z`, `+01:00`, and the shorter forms of YAML 1.1.
struct MarkdownZone {
  /// Including the blanks before it.
  private let text: Text

  /// - Parameter tail: The text after the minutes of a date.
  init(tail: some ByteSlice) {
    text = Text(bytes: tail.drop { $0 == 0x3A || $0 == 0x2E || $0.isDigit })
  }

  /// The offset in minutes east of UTC; nil if no zone is given.
  var offset: Int? {
    let zone = text.bytes[...].trimmingBlanks
    guard let sign = zone.first else { return nil }
    if sign == 0x5A || sign == 0x7A { return 0 }
    let digits = zone.dropFirst().filter { $0.isDigit }
    let isLong = digits.count > 2
    guard let hours = OrgStamp.number(isLong ? digits.dropLast(2) : digits[...]),
      let minutes = isLong ? OrgStamp.number(digits.suffix(2)) : 0
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Prints the zone for another date in the same style as this one: the local offset at `moment`, where `Z` is
  /// used for UTC only. If only the day changes and the old offset was not the local one, the zone stays as it
  /// is.
  ///
  /// - Parameter old: The date before the change.
  func text(at moment: Timestamp, after old: Timestamp, in zone: LocalZone) -> String {
    guard let offset, let new = zone.offset(moment), new != offset,
      moment.minute != old.minute || zone.offset(old) == offset
    else { return text.string }
    let bytes = text.bytes
    let blanks = bytes.prefix(while: \.isBlank)
    let isShort = bytes.count - blanks.count == 5 && !bytes.contains(0x3A)
    let sign = new < 0 ? "-" : "+"
    let clock = Timestamp.clock(abs(new))
    return Text(bytes: blanks).string + sign + (isShort ? clock.filter { $0 != ":" } : clock)
  }
}
