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
    guard let hours = OrgTimestamp.number(isLong ? digits.dropLast(2) : digits[...]),
      let minutes = isLong ? OrgTimestamp.number(digits.suffix(2)) : 0
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
  }
}
