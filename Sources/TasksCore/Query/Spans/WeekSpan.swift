/// Reads an ISO 8601 week as users type it: `2026-W48`, or `W48`, which is the one of that number that comes next or was
/// last. The present week is both.
package enum WeekSpan {
  /// Returns the days from Monday to Sunday; nil for any other word.
  ///
  /// - Throws: `noSuchDay` for a week that the year does not have.
  package static func read(
    _ word: InputWord, today: CivilDate, isPast: Bool
  ) throws(InputError) -> ClosedRange<CivilDate>? {
    let text = word.lowercased
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "w")),
      case let digits = text.utf8[sign...].dropFirst(), (1...2).contains(digits.count),
      digits.allSatisfy(\.isDigit), let number = Int(Substring(digits))
    else { return nil }
    let before = text.utf8[..<sign]
    if before.isEmpty {
      // The year of a day is that of its Thursday. The longest time without a week 53 is seven years.
      let year = today.adding(days: 4 - today.weekday).year
      let weeks = (-8...8).lazy.compactMap { days(ofWeek: number, in: year + $0) }
      let found =
        isPast
        ? weeks.last { $0.lowerBound <= today } : weeks.first { $0.upperBound >= today }
      guard let found else { throw .noSuchDay(word) }
      return found
    }
    guard before.count == 5, before.last == UInt8(ascii: "-"),
      before.dropLast().allSatisfy(\.isDigit),
      let year = Int(Substring(before.dropLast()))
    else { return nil }
    guard let days = days(ofWeek: number, in: year) else { throw .noSuchDay(word) }
    return days
  }

  /// Week 1 is the one with 4 January in it.
  private static func days(ofWeek number: Int, in year: Int) -> ClosedRange<CivilDate>? {
    guard let fourth = CivilDate(year: year, month: 1, day: 4) else { return nil }
    let first = DaySpan.week(of: fourth).lowerBound.adding(days: 7 * (number - 1))
    let days = DaySpan.week(of: first)
    return number > 0 && first.week == number ? days : nil
  }
}
