/// Parses dates as users type them, relative to a moment.
///
/// - `today`, `tomorrow`, `yesterday`, `now`.
/// - `fri`, `friday`: the next one after today. `next-fri`: the Friday of next week; weeks begin on Monday. `last-fri`,
///   `last friday`: the latest one before today.
/// - `eow` (Sunday), `eom`, `eoy`: the last day of this week, month, year. `sow` (Monday), `som`, `soy`: the first
///   day of the next.
/// - `3d`, `2w`, `1mo`, `1y`, `5bd` (Monday to Friday), also negative, and in words: `in 3 days`, `2 weeks ago`. If
///   a month does not have the day, its last day is used. `3h` and `30min` count from the present minute.
/// - `23rd`: the next one after today, in a month that has it. `10-25`: the next 25 October, which may be today.
/// - `12 Dec`: the next one, which may be today; `12 Dec 2027`.
/// - `2026-11-27`, also after its weekday (`Fri 2026-11-27`), or with a time `2026-11-27T17:00`, which may name a zone
///   (ISO 8601).
/// - A time after a day: `fri@17:00`, `friT17:00`, `fri 17:00`. A time alone, `17:00` or `@17:00`, is today's.
///
/// Case is ignored. A date without a time is a whole day. Hours and minutes are those that pass, and a time that local
/// clocks skip is the one that they show in its place.
package struct DateReader: Sendable {
  let now: Timestamp

  package init(now: Timestamp) {
    self.now = now
  }

  package func read(_ text: String) throws(InputError) -> Timestamp {
    try read(InputWord(text))
  }

  /// Reads a moment that has passed. A weekday is the last one, which may be today; so is `10-25`.
  ///
  /// - Throws: `notPassed` for a day in the future, too.
  package func readPast(_ text: String) throws(InputError) -> Timestamp {
    let word = InputWord(text)
    var moment = try read(word)
    let name = word.lowercased.prefix { $0.isLetter }
    // After a weekday, a dash is that of a date: `Fri 2026-11-27`.
    if moment.date > now.date, DateReader.weekdayNumber(name) != nil, !word.bytes.contains(0x2D) {
      moment = Timestamp(moment.date.adding(days: -7), minute: moment.minute)
    }
    // The last such day of a year, where no year is told.
    if moment.date > now.date, word.bytes.count <= 5,
      word.bytes.allSatisfy({ $0.isDigit || $0 == 0x2D })
    {
      moment = Timestamp(moment.date.adding(months: -12), minute: moment.minute)
    }
    guard moment.date <= now.date else { throw .notPassed(word, moment) }
    return moment
  }

  /// Returns the day that `read` reads; nil for a word that is no date, such as one to search for.
  ///
  /// - Throws: `noSuchDay`.
  func dayIfAny(_ read: () throws(InputError) -> CivilDate) throws(InputError) -> CivilDate? {
    do throws(InputError) {
      return try read()
    } catch {
      if case .noSuchDay = error { throw error }
      return nil
    }
  }

  func read(_ word: InputWord) throws(InputError) -> Timestamp { try parse(word).existing }

  private func parse(_ word: InputWord) throws(InputError) -> Timestamp {
    let word = word.trimmed
    let bytes = word.bytes
    if let exact = Timestamp(iso: word.text) { return exact }
    if let at = bytes.firstIndex(of: 0x40) {
      return try moment(day: bytes[..<at], time: bytes[(at + 1)...], of: word)
    }
    if let colon = bytes.firstIndex(of: 0x3A) {
      let cut = bytes[..<colon].lastIndex { $0.isBlank || $0.lowercasedASCII == 0x74 }
      guard let cut else { return Timestamp(now.date, minute: try minute(word)) }
      return try moment(day: bytes[..<cut], time: bytes[(cut + 1)...], of: word)
    }
    if word.lowercased == "now" { return now }
    if let amount = CalendarAmount(word.lowercased) {
      return try inRange(amount.added(to: now), word)
    }
    return Timestamp(try day(word))
  }

  /// Returns the moment on a day at a time; an empty day means today.
  private func moment(
    day: ArraySlice<UInt8>, time: ArraySlice<UInt8>, of word: InputWord
  ) throws(InputError) -> Timestamp {
    let dayWord = word.part(day).trimmed
    let date = dayWord.isEmpty ? now.date : try self.day(dayWord)
    return Timestamp(date, minute: try minute(word.part(time).trimmed))
  }

  /// Returns the minutes since midnight of a word such as `17:00`; nil for any other word.
  func timeOfDay(_ word: InputWord) -> Int? { try? minute(word) }

  /// Parses `9:00` or `17:00` into minutes since midnight.
  private func minute(_ word: InputWord) throws(InputError) -> Int {
    let parts = word.bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = DateReader.number(parts[0]), let minute = DateReader.number(parts[1]),
      hour < 24, minute < 60
    else { throw .notATime(word) }
    return hour * 60 + minute
  }

  private func day(_ word: InputWord) throws(InputError) -> CivilDate {
    let name = word.lowercased
    if let day = namedDay(name) ?? weekday(name) ?? ordinal(name) { return day }
    let words = word.words
    if words.count > 1, let day = try spelled(words) { return day }
    if let amount = CalendarAmount(name), amount.unit != .hour, amount.unit != .minute {
      return try inRange(amount.added(to: now), word).date
    }
    return try numericDay(word)
  }

  private func inRange(_ moment: Timestamp, _ word: InputWord) throws(InputError) -> Timestamp {
    guard (1...9999).contains(moment.date.year) else { throw .notADate(word) }
    return moment
  }

  private func namedDay(_ name: String) -> CivilDate? {
    let today = now.date
    switch name {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    case "eow": return today.adding(days: 7 - today.weekday)
    case "sow": return today.adding(days: 8 - today.weekday)
    case "eom": return firstOfNextMonth.adding(days: -1)
    case "som": return firstOfNextMonth
    case "eoy": return CivilDate(year: today.year, month: 12, day: 31)
    case "soy": return CivilDate(year: today.year + 1, month: 1, day: 1)
    default: return nil
    }
  }

  private var firstOfNextMonth: CivilDate {
    now.date.adding(days: 1 - now.date.day).adding(months: 1)
  }

  private func weekday(_ name: String) -> CivilDate? {
    let isNext = name.hasPrefix("next-") || name.hasPrefix("next ")
    let isLast = name.hasPrefix("last-") || name.hasPrefix("last ")
    let short = isNext || isLast ? name.dropFirst(5) : name[...]
    guard let weekday = DateReader.weekdayNumber(short) else { return nil }
    let today = now.date
    if isNext { return today.adding(days: 7 - today.weekday + weekday) }
    if isLast { return today.adding(days: -((today.weekday - weekday + 6) % 7 + 1)) }
    return today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
  }

  /// Returns the ISO 8601 number of a weekday, 1 for Monday. The name may be shortened to three letters or more.
  static func weekdayNumber(_ name: Substring) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Parses `23rd`. Twelve months always include one of 31 days, so the search ends.
  private func ordinal(_ name: String) -> CivilDate? {
    guard ["st", "nd", "rd", "th"].contains(name.suffix(2)) else { return nil }
    guard let day = DateReader.number(Array(name.utf8.dropLast(2))[...]) else { return nil }
    return (0...12).lazy.compactMap { months in
      let month = firstOfNextMonth.adding(months: months - 1)
      return CivilDate(year: month.year, month: month.month, day: day)
    }.first { $0 > now.date }
  }

  /// Parses `Fri 2026-11-27`, `12 Dec` and `12 Dec 2027`, as dates are shown; nil for anything else.
  private func spelled(_ words: [InputWord]) throws(InputError) -> CivilDate? {
    if words.count == 2, words[1].bytes.contains(0x2D),
      let weekday = DateReader.weekdayNumber(words[0].lowercased[...])
    {
      let date = try numericDay(words[1])
      guard date.weekday == weekday else { throw .noSuchDay(words[0].through(words[1])) }
      return date
    }
    guard words.count <= 3, let day = DateReader.number(words[0].bytes),
      let month = DateReader.monthNumber(words[1].lowercased)
    else { return nil }
    let whole = words[0].through(words[words.count - 1])
    guard words.count == 3 else { return try next(day, ofMonth: month, whole) }
    guard words[2].bytes.count == 4, let year = DateReader.number(words[2].bytes) else {
      return nil
    }
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .noSuchDay(whole) }
    return date
  }

  /// Returns 1 for January. The name may be shortened to three letters or more.
  private static func monthNumber(_ name: String) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Returns the next such day, which may be today. The next 29 February may be eight years away.
  private func next(
    _ day: Int, ofMonth month: Int, _ word: InputWord
  ) throws(InputError) -> CivilDate {
    for year in now.date.year...now.date.year + 8 {
      if let date = CivilDate(year: year, month: month, day: day), date >= now.date {
        return date
      }
    }
    throw .noSuchDay(word)
  }

  /// Parses `2026-11-27` or `10-25`.
  private func numericDay(_ word: InputWord) throws(InputError) -> CivilDate {
    let parts = word.bytes.split(separator: 0x2D, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(DateReader.number)
    guard numbers.count == parts.count, parts.count == 3 || parts.count == 2 else {
      throw .notADate(word)
    }
    guard parts.suffix(2).allSatisfy({ $0.count <= 2 }), parts.count == 2 || parts[0].count == 4
    else { throw .notADate(word) }
    if parts.count == 3 {
      guard let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
        throw .noSuchDay(word)
      }
      return date
    }
    return try next(numbers[1], ofMonth: numbers[0], word)
  }

  /// Returns the number; nil unless the bytes are one to four digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
