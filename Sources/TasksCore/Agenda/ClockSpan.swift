/// Reads the span of days of a report as users type it: `today`, `yesterday`, `week` (Monday to Sunday), `month`, `year`, a
/// date, or two dates with `..` between them.
public enum ClockSpan {
  /// Returns the days; nil for a word that is none of these.
  ///
  /// - Throws: `InputError` for two dates that cannot be read or are in the wrong order.
  public static func read(
    _ text: String, now: Timestamp
  ) throws(InputError) -> ClosedRange<CivilDate>? {
    let word = InputWord(text)
    let (today, reader) = (now.date, DateReader(now: now))
    switch word.lowercased {
    case "week": return week(of: today)
    case "month":
      let first = today.adding(days: 1 - today.day)
      return
        first...first.adding(days: CivilDate.length(ofMonth: today.month, year: today.year) - 1)
    case "year":
      let first = today.adding(days: 1 - today.day).adding(months: 1 - today.month)
      return first...first.adding(months: 12).adding(days: -1)
    default: break
    }
    let bytes = word.bytes
    guard
      let dots = bytes.indices.first(where: {
        bytes[$0] == 0x2E && bytes[$0...].dropFirst().first == 0x2E
      })
    else { return (try? reader.read(word)).map { $0.date...$0.date } }
    let last = word.part(bytes[(dots + 2)...])
    let from = try reader.read(word.part(bytes[..<dots])).date
    let to = last.isEmpty ? today : try reader.read(last).date
    guard from <= to else { throw .endBeforeStart(last, Timestamp(from)) }
    return from...to
  }

  /// The days from Monday to Sunday around a day.
  public static func week(of day: CivilDate) -> ClosedRange<CivilDate> {
    let monday = day.adding(days: 1 - day.weekday)
    return monday...monday.adding(days: 6)
  }
}
