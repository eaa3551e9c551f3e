/// Parses dates as users type them, relative to a moment.
///
/// - `today`, `tomorrow`, `yesterday`, `now`.
/// - `fri`, `friday`: the next one after today. `next-fri`, `next friday`: the Friday of next week; weeks begin on
///   Monday. `last-fri`: the latest one before today. `next week`, `last month`, `next year`: the first day of it.
/// - `sod`, `eod`: today. `eow` (Sunday), `eom`, `eoy`: the last day of this week, month, year. `sow` (Monday), `som`,
///   `soy`: the first day of the next.
/// - `3d`, `2w`, `1mo` or `1m`, `1y`, `5bd` (Monday to Friday), also negative, and in words: `in 3 days`, `2 weeks ago`.
///   If a month does not have the day, its last day is used. `3h`, `30min` and `1h30` count from the present minute.
/// - `23rd`: the next one after today, in a month that has it. `10-25`: the next 25 October, which may be today; so are
///   `25.10.`, `25 Oct`, `Oct 25` and `25/10`, whose order is that of the locale (``DayOrder``). A year may follow.
/// - `2026-11-27`, also after its weekday (`Fri 2026-11-27`), or with a time `2026-11-27T17:00`, which may name a zone
///   (ISO 8601).
/// - A time (``TimeOfDay``) after a day: `fri@17:00`, `friT17:00`, `fri 5pm`, `fri at noon`. A time alone, `17:00` or
///   `@17:00`, is today's.
///
/// Case is ignored. A date without a time is a whole day. Hours and minutes are those that pass, and a time that local
/// clocks skip is the one that they show in its place.
package struct DateReader: Sendable {
  let now: Timestamp
  private let order: DayOrder?
  private let looksBack: Bool

  /// - Parameters:
  ///   - order: That of `3/4`; nil to refuse it where both are days.
  ///   - looksBack: Whether `fri`, `23rd` and `10-25` are the last ones, which may be today, in place of the next.
  package init(
    now: Timestamp, order: DayOrder? = DayOrder.ofProcess, looksBack: Bool = false
  ) {
    (self.now, self.order, self.looksBack) = (now, order, looksBack)
  }

  package func read(_ text: String) throws(InputError) -> Timestamp {
    try read(InputWord(text))
  }

  /// Reads a moment that has passed.
  ///
  /// - Throws: `notPassed` for a day in the future, too.
  package func readPast(_ text: String) throws(InputError) -> Timestamp {
    let word = InputWord(text)
    let moment = try DateReader(now: now, order: order, looksBack: true).read(word)
    guard moment.date <= now.date else { throw .notPassed(word, moment) }
    return moment
  }

  /// Reads a moment where minutes are as likely as months.
  ///
  /// - Throws: `monthsOrMinutes` for `30m`, too.
  func readToTheMinute(_ word: InputWord) throws(InputError) -> Timestamp {
    if CalendarAmount(word.lowercased)?.isOfM == true { throw .monthsOrMinutes(word.trimmed) }
    return try read(word)
  }

  /// How many of the words after a value, which may be several dates, make a longer one of it: two after `in`, of
  /// `3 days of rest`.
  func length(of value: InputWord, in following: ArraySlice<InputWord>) -> Int {
    if value.isEmpty { return 0 }
    return (0...min(3, following.count)).last { count in
      let longer = following.prefix(count).reduce(value) { $0.joined(to: $1) }
      return longer.items.allSatisfy { item in (try? read(item)) != nil }
    } ?? 0
  }

  /// Returns the day that `read` reads; nil for a word that is no date, such as one to search for.
  ///
  /// - Throws: `noSuchDay`, `eitherDay`.
  func dayIfAny(_ read: () throws(InputError) -> CivilDate) throws(InputError) -> CivilDate? {
    do throws(InputError) {
      return try read()
    } catch {
      switch error {
      case .noSuchDay, .eitherDay: throw error
      default: return nil
      }
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
    let words = word.words
    for count in 1...2 where count <= words.count {
      let time = words[words.count - count].through(words[words.count - 1])
      guard TimeOfDay.minute(time) != nil else { continue }
      return try moment(day: bytes[..<time.range.lowerBound], time: time.bytes, of: word)
    }
    if word.lowercased == "now" { return now }
    if let amount = CalendarAmount(word.lowercased) {
      return try inRange(amount.added(to: now), word)
    }
    return Timestamp(try day(word))
  }

  /// Returns the moment on a day at a time; an empty day means today, and `at` may follow it.
  private func moment(
    day: ArraySlice<UInt8>, time: ArraySlice<UInt8>, of word: InputWord
  ) throws(InputError) -> Timestamp {
    var words = word.part(day).words
    if words.last?.lowercased == "at" { words.removeLast() }
    let date =
      if let first = words.first, let last = words.last { try self.day(first.through(last)) } else {
        now.date
      }
    return Timestamp(date, minute: try minute(word.part(time).trimmed))
  }

  private func minute(_ word: InputWord) throws(InputError) -> Int {
    guard let minute = TimeOfDay.minute(word) else { throw .notATime(word) }
    return minute
  }

  private func day(_ word: InputWord) throws(InputError) -> CivilDate {
    let name = word.lowercased
    if let day = namedDay(name) ?? beside(name) ?? weekday(name) ?? ordinal(name) { return day }
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
    case "today", "sod", "eod": return today
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

  /// Parses `next fri`, `last-week` and the like.
  private func beside(_ name: String) -> CivilDate? {
    let step = name.hasPrefix("next") ? 1 : name.hasPrefix("last") ? -1 : 0
    let rest = name.dropFirst(4)
    guard step != 0, rest.first == " " || rest.first == "-" else { return nil }
    let today = now.date
    let monday = today.adding(days: 1 - today.weekday)
    switch rest.dropFirst() {
    case "week": return monday.adding(days: 7 * step)
    case "month": return firstOfNextMonth.adding(months: step - 1)
    case "year": return CivilDate(year: today.year + step, month: 1, day: 1)
    case let short:
      guard let weekday = CivilDate.place(of: short, in: CivilDate.weekdays) else { return nil }
      if step > 0 { return monday.adding(days: 6 + weekday) }
      return today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
    }
  }

  private func weekday(_ name: String) -> CivilDate? {
    guard let weekday = CivilDate.place(of: name, in: CivilDate.weekdays) else { return nil }
    let today = now.date
    return looksBack
      ? today.adding(days: -((today.weekday - weekday + 7) % 7))
      : today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
  }

  /// Parses `23rd`. Twelve months always include one of 31 days, so the search ends.
  private func ordinal(_ name: String) -> CivilDate? {
    guard ["st", "nd", "rd", "th"].contains(name.suffix(2)) else { return nil }
    guard let day = DateReader.number(Array(name.utf8.dropLast(2))[...]) else { return nil }
    return (0...12).lazy.compactMap { months in
      let month = firstOfNextMonth.adding(months: (looksBack ? -months : months) - 1)
      return CivilDate(year: month.year, month: month.month, day: day)
    }.first { looksBack ? $0 <= now.date : $0 > now.date }
  }

  /// Parses `Fri 2026-11-27`, `12 Dec`, `Dec 12` and `12 Dec 2027`, as dates are shown; nil for anything else.
  private func spelled(_ words: [InputWord]) throws(InputError) -> CivilDate? {
    if words.count == 2, words[1].bytes.contains(0x2D),
      let weekday = CivilDate.place(of: words[0].lowercased, in: CivilDate.weekdays)
    {
      let date = try numericDay(words[1])
      guard date.weekday == weekday else { throw .noSuchDay(words[0].through(words[1])) }
      return date
    }
    let (first, second) = (words[0], words[1])
    let isDayFirst = first.bytes.first?.isDigit == true
    guard words.count <= 3, let day = DateReader.number((isDayFirst ? first : second).bytes),
      let month = CivilDate.place(
        of: (isDayFirst ? second : first).lowercased, in: CivilDate.months)
    else { return nil }
    let whole = first.through(words[words.count - 1])
    let year = words.count == 3 ? DateReader.number(words[2].bytes) : nil
    guard words.count == 2 || words[2].bytes.count == 4 && year != nil else { return nil }
    guard let date = date(year, month, day) else { throw .noSuchDay(whole) }
    return date
  }

  /// Returns the day; without a year the next such day, which may be today, or the last. The next 29 February may be
  /// eight years away.
  private func date(_ year: Int?, _ month: Int, _ day: Int) -> CivilDate? {
    if let year { return CivilDate(year: year, month: month, day: day) }
    return (0...8).lazy.compactMap { years in
      let year = now.date.year + (looksBack ? -years : years)
      return CivilDate(year: year, month: month, day: day)
    }.first { looksBack ? $0 <= now.date : $0 >= now.date }
  }

  /// Parses `2026-11-27` or `10-25`, also with slashes, `25.10.`, `25.10.2026`, `25/10` and `25/10/2026`. A year of two
  /// digits at the end is one of this century.
  private func numericDay(_ word: InputWord) throws(InputError) -> CivilDate {
    let mark = word.bytes.first { !$0.isDigit } ?? 0
    var parts = word.bytes.split(separator: mark, omittingEmptySubsequences: false)
    if mark == 0x2E, parts.count == 3, parts[2].isEmpty {
      parts.removeLast()
    } else if mark == 0x2E, parts.count == 2 {
      // `25.10` may be any number.
      throw .notADate(word)
    }
    let yearFirst = parts[0].count == 4
    var year: Int?
    if parts.count == 3 {
      let digits = yearFirst ? parts.removeFirst() : parts.removeLast()
      year = DateReader.number(digits).map { digits.count == 2 ? 2000 + $0 : $0 }
      guard year != nil, [2, 4].contains(digits.count), mark == 0x2D ? yearFirst : true else {
        throw .notADate(word)
      }
    }
    guard [0x2D, 0x2E, 0x2F].contains(mark), parts.count == 2,
      parts.allSatisfy({ $0.count <= 2 }), let first = DateReader.number(parts[0]),
      let second = DateReader.number(parts[1])
    else { throw .notADate(word) }
    let (monthFirst, dayFirst) = (date(year, first, second), date(year, second, first))
    let found: CivilDate?
    switch mark {
    case _ where yearFirst || mark == 0x2D: found = monthFirst
    case 0x2E: found = dayFirst
    default:
      if order == nil, let monthFirst, let dayFirst, monthFirst != dayFirst {
        throw .eitherDay(word, dayFirst, monthFirst)
      }
      found = order == .monthFirst ? monthFirst ?? dayFirst : dayFirst ?? monthFirst
    }
    guard let found else { throw .noSuchDay(word) }
    return found
  }

  /// Returns the number; nil unless the bytes are one to four digits.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
