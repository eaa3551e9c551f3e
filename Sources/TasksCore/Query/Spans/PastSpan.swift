/// Reads a span of days that have passed, of a report or a timeline, as users type it: `today`, `yesterday`, `week` (Monday to Sunday), `month`, `year`,
/// an ISO week (`2026-W48`), a date, or two dates with `..` between them. A weekday is the last one, which may be today; at the end of a span it is the
/// first one after the start.
package enum PastSpan {
  /// The words that name a span by themselves.
  package static let words = ["today", "yesterday", "week", "month", "year"]

  /// Returns the days; nil for a word that is none of these.
  ///
  /// - Throws: `InputError` for two dates that cannot be read or are in the wrong order.
  package static func read(
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
    if let week = try WeekSpan.read(word, today: today, isPast: true) { return week }
    let weekAgo = today.adding(days: -6)
    guard let (first, last) = word.ends else {
      return try reader.dayIfAny { () throws(InputError) in
        try day(word, from: weekAgo, reader)
      }.map { $0...$0 }
    }
    let from = try day(first, from: weekAgo, reader)
    let to = last.isEmpty ? today : try day(last, from: from, reader)
    if last.isEmpty, from > today { throw .notPassed(first, Timestamp(from)) }
    guard from <= to else { throw .endBeforeStart(last, Timestamp(from)) }
    return from...to
  }

  /// - Parameter first: The day from which on a weekday is looked for.
  private static func day(
    _ word: InputWord, from first: CivilDate, _ reader: DateReader
  ) throws(InputError) -> CivilDate {
    guard let weekday = DateReader.weekdayNumber(word.lowercased[...]) else {
      return try reader.read(word).date
    }
    return first.adding(days: (weekday - first.weekday + 7) % 7)
  }

  /// The days from Monday to Sunday around a day.
  package static func week(of day: CivilDate) -> ClosedRange<CivilDate> {
    let monday = day.adding(days: 1 - day.weekday)
    return monday...monday.adding(days: 6)
  }
}
