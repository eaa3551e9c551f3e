/// The days of an agenda.
package struct AgendaSpan: Hashable, Sendable {
  /// The most days in a span: ten years.
  static let mostDays = 3660
  /// The words for spans that begin today.
  package static let words = ["day", "week", "month", "year"]

  package let days: ClosedRange<CivilDate>

  /// The number of days.
  package var length: Int { days.upperBound.dayNumber - days.lowerBound.dayNumber + 1 }

  package init(_ days: ClosedRange<CivilDate>) { self.days = days }

  /// Reads `day`, `week`, `month`, `year`, an ISO week (``WeekSpan``), a date or `DATE..DATE`; nil for any other word.
  /// `week` is seven days, `month` the days until the same day of the next month and `year` those until the same day of
  /// the next year, all from today. A range without its first date begins today; one without its last date has as many
  /// days as the usual span, and goes on until today if that is later.
  ///
  /// - Parameters:
  ///   - weekStart: The weekday on which `week` begins, 1 for Monday; nil for today.
  ///   - length: The days of the usual span.
  /// - Throws: `reversedSpan`, `tooLongASpan`, `noSuchDay`; for a word with `..` in it also `InputError` of a date.
  package static func read(
    _ text: String, now: Timestamp, weekStart: Int? = nil, length: Int = 7
  ) throws(InputError) -> AgendaSpan? {
    try read(InputWord(text), now: now, weekStart: weekStart, length: length)
  }

  static func read(
    _ word: InputWord, now: Timestamp, weekStart: Int? = nil, length: Int = 7
  ) throws(InputError) -> AgendaSpan? {
    let today = now.date
    switch word.lowercased {
    case "day": return AgendaSpan(today...today)
    case "week":
      let first = weekStart.map { today.adding(days: -((today.weekday - $0 + 7) % 7)) } ?? today
      return AgendaSpan(first...first.adding(days: 6))
    case "month": return AgendaSpan(today...today.adding(months: 1).adding(days: -1))
    case "year": return AgendaSpan(today...today.adding(months: 12).adding(days: -1))
    default: break
    }
    if let week = try WeekSpan.read(word, today: today, isPast: false) { return AgendaSpan(week) }
    let dates = DateReader(now: now)
    guard let (from, to) = word.ends else {
      return try dates.dayIfAny { () throws(InputError) in try dates.read(word).date }
        .map { AgendaSpan($0...$0) }
    }
    let first = from.isEmpty ? today : try dates.read(from).date
    let last =
      to.isEmpty ? max(today, first.adding(days: length - 1)) : try dates.read(to).date
    guard first <= last else { throw .reversedSpan(word) }
    guard last.dayNumber - first.dayNumber < mostDays else { throw .tooLongASpan(word) }
    return AgendaSpan(first...last)
  }
}
