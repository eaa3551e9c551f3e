/// The bytes of a calendar without the events that a span of days cannot have, as far as that is seen at a glance: a
/// year's calendar has thousands, and reading them whole takes most of the time.
///
/// What repeats, or replaces an occurrence, or lasts long, or is written in an unusual way stays. An event that is left
/// out leaves its line ends, so that the lines keep their numbers.
enum CalendarExcerpt {
  /// An event that begins so many days before the span, and says no end, may reach into it.
  private static let longest = 31

  static func bytes(_ bytes: [UInt8], days: ClosedRange<CivilDate>) -> [UInt8] {
    // Of few events nothing is gained.
    if bytes.count < 1 << 15 { return bytes }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count / 4)
    bytes.withView { text in
      var event: Int?
      var isFar = false
      var lines = 0
      for line in ByteLines(text) {
        let content = text[line]
        guard let start = event else {
          if content.elementsEqual("BEGIN:VEVENT".utf8) {
            (event, isFar, lines) = (line.start, false, 1)
          } else {
            out.append(contentsOf: text[line.range])
          }
          continue
        }
        lines += 1
        if content.first == 0x44 {
          if content.hasPrefix("DTSTART") { isFar = isOutside(content, days, before: longest) }
          if content.hasPrefix("DTEND"), isFar { isFar = !isWithin(content, days, after: start) }
          if content.hasPrefix("DURATION"), content.contains(0x57) { isFar = false }
        } else if content.hasPrefix("RRULE") || content.hasPrefix("RDATE")
          || content.hasPrefix("RECURRENCE-ID") || content.hasPrefix("BEGIN:")
        {
          // The rest of the event is kept, too.
          isFar = false
          out.append(contentsOf: text[start..<line.next])
          event = nil
        } else if content.elementsEqual("END:VEVENT".utf8) {
          if isFar {
            out.append(contentsOf: repeatElement(0x0A, count: lines))
          } else {
            out.append(contentsOf: text[start..<line.next])
          }
          event = nil
        }
      }
      if let event { out.append(contentsOf: text[event..<text.endIndex]) }
    }
    return out
  }

  /// Whether a line `DTSTART…:YYYYMMDD…` has a day well outside of a span.
  private static func isOutside(
    _ line: ByteView, _ days: ClosedRange<CivilDate>, before: Int
  ) -> Bool {
    guard let day = day(line) else { return false }
    return day < days.lowerBound.adding(days: -before) || day > days.upperBound.adding(days: 2)
  }

  /// Whether an event that begins before a span may end in it, or is not read at a glance.
  private static func isWithin(
    _ line: ByteView, _ days: ClosedRange<CivilDate>, after start: Int
  ) -> Bool {
    guard let day = day(line) else { return true }
    return day >= days.lowerBound.adding(days: -2) && day <= days.upperBound.adding(days: 2)
  }

  private static func day(_ line: ByteView) -> CivilDate? {
    let value = line[line.place(of: 0x3A, from: line.startIndex)...].dropFirst()
    let digits = value.prefix { $0.isDigit }
    guard digits.count == 8 else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
