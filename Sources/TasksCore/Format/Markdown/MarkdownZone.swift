/// The zone behind a time of day: `Z`, `+01:00`, and the shorter ways of YAML 1.1.
struct MarkdownZone {
  /// With the blanks before it.
  private let text: Text

  /// - Parameter tail: What follows the minutes of a date.
  init(tail: some ByteSlice) {
    text = Text(bytes: tail.drop { $0 == 0x3A || $0 == 0x2E || $0.isDigit })
  }

  /// Minutes east of UTC; nil where no zone is named.
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

  /// The zone that the clocks are in then, written like this one: `Z` is for UTC alone. A time of day that is of
  /// another zone stays so on another day.
  ///
  /// - Parameter old: What stands before this one.
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
