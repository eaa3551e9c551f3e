/// Reads a span of days as users type it: one grammar for what is to come and for what has passed.
///
/// - `day`, `week`, `month`, `year`: to come, from today on; passed, the present one as the calendar has it.
/// - `next week`, `last month`, `next year`: all of it.
/// - `3d`, `2w`, `1mo`, `2 weeks`: that long from today on; passed, until today. `-2w` is until today in both.
/// - `2026-W48`, `W48`: an ISO week (``WeekSpan``).
/// - A date, or two with `..` between them. One of the two may be missing: the first is then today, the last the end of
///   the usual span, or today if it has passed.
package enum DaySpan {
  /// The words that name a span by themselves.
  package static let words = ["day", "today", "yesterday", "week", "month", "year"]
  /// The other forms, for messages and help.
  package static let forms = "2w, 2026-W48, DATE or DATE..DATE"
  /// The most days in a span to come: ten years.
  static let maxDays = 3660

  /// Which days are asked for where the word leaves it open.
  package enum Direction {
    /// - Parameters:
    ///   - weekStart: The weekday on which `week` begins, 1 for Monday; nil for today.
    ///   - length: The days of a range without its last date.
    case ahead(weekStart: Int? = nil, length: Int = 7)
    /// A weekday is the last one, which may be today; at the end of a range it is the first one after the start.
    case past
  }

  /// Returns the days; nil for a word that is no span.
  ///
  /// - Throws: `reversedSpan`, `endBeforeStart`, `tooLongASpan`, `noSuchDay`, `notPassed`; for a word with `..` in it
  ///   also `InputError` of a date.
  package static func read(
    _ text: String, now: Timestamp, _ direction: Direction
  ) throws(InputError) -> ClosedRange<CivilDate>? {
    let (word, today) = (InputWord(text), now.date)
    if let named = named(word.lowercased, today, direction) { return named }
    if let beside = beside(word, now) { return beside }
    // `in 3 days` and `3 days ago` are dates.
    let name = word.lowercased
    if !name.hasPrefix("in "), !name.hasSuffix(" ago"), let amount = CalendarAmount(name),
      amount.isOfDays, amount.count != 0
    {
      return try from(amount, now: now, word, direction)
    }
    let isPast = if case .past = direction { true } else { false }
    if let week = try WeekSpan.read(word, today: today, isPast: isPast) { return week }
    switch direction {
    case .past: return try past(word, now: now)
    case .ahead(_, let length): return try ahead(word, now: now, length: length)
    }
  }

  /// Reads the span that the first words name, as many of them as make one: two of `next week +phone`.
  ///
  /// - Returns: The days, nil if no span is named, and the words after it.
  /// - Throws: As for one word.
  package static func read(
    first words: [String], now: Timestamp, _ direction: Direction
  ) throws(InputError) -> (days: ClosedRange<CivilDate>?, rest: [String]) {
    for count in stride(from: min(5, words.count), to: 1, by: -1) {
      if let days = (try? read(Array(words[..<count]).spaced, now: now, direction)) ?? nil {
        return (days, Array(words[count...]))
      }
    }
    guard let first = words.first, let days = try read(first, now: now, direction) else {
      return (nil, words)
    }
    return (days, Array(words.dropFirst()))
  }

  /// Whether a word means several days, and is not the date of one.
  package static func isLong(_ text: String, now: Timestamp) -> Bool {
    ((try? read(text, now: now, .past)) ?? nil).map { $0.lowerBound < $0.upperBound } ?? false
  }

  private static func named(
    _ name: String, _ today: CivilDate, _ direction: Direction
  ) -> ClosedRange<CivilDate>? {
    guard case .ahead(let weekStart, _) = direction else {
      let first = today.adding(days: 1 - today.day)
      switch name {
      case "day": return today...today
      case "week": return week(of: today)
      case "month": return first...first.adding(months: 1).adding(days: -1)
      case "year":
        let first = first.adding(months: 1 - today.month)
        return first...first.adding(months: 12).adding(days: -1)
      default: return nil
      }
    }
    switch name {
    case "day": return today...today
    case "week":
      let first = weekStart.map { today.adding(days: -((today.weekday - $0 + 7) % 7)) } ?? today
      return first...first.adding(days: 6)
    case "month": return today...today.adding(months: 1).adding(days: -1)
    case "year": return today...today.adding(months: 12).adding(days: -1)
    default: return nil
    }
  }

  /// The days of `next week` and the like.
  private static func beside(_ word: InputWord, _ now: Timestamp) -> ClosedRange<CivilDate>? {
    let name = word.lowercased
    guard name.hasPrefix("next") || name.hasPrefix("last"),
      let first = try? DateReader(now: now).read(word).date
    else { return nil }
    switch name.dropFirst(5) {
    case "week": return first...first.adding(days: 6)
    case "month": return first...first.adding(months: 1).adding(days: -1)
    case "year": return first...first.adding(months: 12).adding(days: -1)
    default: return nil
    }
  }

  /// The days of an amount, with today among them.
  private static func from(
    _ amount: CalendarAmount, now: Timestamp, _ word: InputWord, _ direction: Direction
  ) throws(InputError) -> ClosedRange<CivilDate> {
    var amount = amount
    if case .past = direction { amount.count = -abs(amount.count) }
    let (today, end) = (now.date, amount.added(to: now).date)
    guard abs(end.dayNumber - today.dayNumber) <= maxDays else { throw .tooLongASpan(word) }
    return amount.count < 0 ? end.adding(days: 1)...today : today...end.adding(days: -1)
  }

  private static func ahead(
    _ word: InputWord, now: Timestamp, length: Int
  ) throws(InputError) -> ClosedRange<CivilDate>? {
    let dates = DateReader(now: now)
    guard let (from, to) = word.ends else {
      return try dates.dayIfAny { () throws(InputError) in try dates.read(word).date }
        .map { $0...$0 }
    }
    let first = from.isEmpty ? now.date : try dates.read(from).date
    let last =
      to.isEmpty
      ? max(now.date, first.adding(days: length - 1)) : try day(to, from: first, dates)
    guard first <= last else { throw .reversedSpan(word) }
    guard last.dayNumber - first.dayNumber < maxDays else { throw .tooLongASpan(word) }
    return first...last
  }

  private static func past(
    _ word: InputWord, now: Timestamp
  ) throws(InputError) -> ClosedRange<CivilDate>? {
    let (today, reader) = (now.date, DateReader(now: now, looksBack: true))
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
    guard let weekday = CivilDate.place(of: word.lowercased, in: CivilDate.weekdays) else {
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

extension ClosedRange<CivilDate> {
  /// The number of days.
  package var length: Int { upperBound.dayNumber - lowerBound.dayNumber + 1 }
}

/// Tells that the only word of a command was read as a filter where a span may have been meant: why an agenda or a
/// report is empty.
package enum MistakenSpan {
  /// Returns the sentence; nil for anything but one plain word.
  ///
  /// - Parameter words: The command's words, of which the first is no span.
  package static func message(_ words: [String]) -> String? {
    guard words.count == 1, let word = words.first, !word.contains(where: \.isWhitespace),
      !Query.isCondition(word)
    else { return nil }
    let near = NearestWord.to(word.lowercased(), among: DaySpan.words + ["tomorrow"])
    return "'\(word)' is read as a filter; "
      + (near.map { "did you mean '\($0)'?" }
        ?? "spans are \(DaySpan.words.joined(separator: ", ")), \(DaySpan.forms)")
  }
}

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
