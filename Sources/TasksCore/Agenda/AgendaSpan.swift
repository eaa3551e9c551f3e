/// The days of an agenda.
public struct AgendaSpan: Hashable, Sendable {
  /// The most days in a span: ten years.
  public static let mostDays = 3660
  /// The words for spans that begin today.
  public static let words = ["day", "week", "month"]

  public let days: ClosedRange<CivilDate>

  public init(_ days: ClosedRange<CivilDate>) { self.days = days }

  /// Reads `day`, `week`, `month`, a date or `DATE..DATE`; nil for any other word. `week` is seven days and `month` the
  /// days until the same day of the next month, both from today; either end of a range may be left out for today.
  ///
  /// - Parameter weekStart: The weekday on which `week` begins, 1 for Monday; nil for today.
  /// - Throws: `reversedSpan`, `tooLongASpan`, `noSuchDay`; for a word with `..` in it also `InputError` of a date.
  public static func read(
    _ text: String, now: Timestamp, weekStart: Int? = nil
  ) throws(InputError) -> AgendaSpan? {
    try read(InputWord(text), now: now, weekStart: weekStart)
  }

  static func read(
    _ word: InputWord, now: Timestamp, weekStart: Int? = nil
  ) throws(InputError) -> AgendaSpan? {
    let today = now.date
    switch word.lowercased {
    case "day": return AgendaSpan(today...today)
    case "week":
      let first = weekStart.map { today.adding(days: -((today.weekday - $0 + 7) % 7)) } ?? today
      return AgendaSpan(first...first.adding(days: 6))
    case "month": return AgendaSpan(today...today.adding(months: 1).adding(days: -1))
    default: break
    }
    let dates = DateReader(now: now)
    guard let (from, to) = word.ends else {
      return try dates.dayIfAny { () throws(InputError) in try dates.read(word).date }
        .map { AgendaSpan($0...$0) }
    }
    let first = from.isEmpty ? today : try dates.read(from).date
    let last = to.isEmpty ? today : try dates.read(to).date
    guard first <= last else { throw .reversedSpan(word) }
    guard last.dayNumber - first.dayNumber < mostDays else { throw .tooLongASpan(word) }
    return AgendaSpan(first...last)
  }
}
