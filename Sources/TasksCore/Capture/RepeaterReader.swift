/// Parses how a date is repeated: `+1w`, `++1w`, `.+2d/4d` in Org's notation, `!1w` for `.+1w`, `1w` and `2 weeks` for
/// `++1w` and `++2w`, `daily` and `day`, `weekly`, `monthly`, `yearly`; on days, `2w on mon,thu`, `month on 31`, or days
/// alone, `weekdays`, `mon,wed`, `last fri` (``RepeatDays``).
///
/// A repeater of zero is refused, because it never moves a date.
package enum RepeaterReader {
  package typealias Result = (repeater: Repeater, days: RepeatDays?)

  package static func read(_ text: String) throws(InputError) -> Result {
    try read(InputWord(text))
  }

  /// How many of the words after a value belong to its repeater, as in `month on 31`, and to the time after its days.
  static func length(
    of value: InputWord, in following: ArraySlice<InputWord>, withTime: Bool
  ) -> Int {
    (0...min(7, following.count)).last { count in
      let longer = following.prefix(count).reduce(value) { $0.joined(to: $1) }
      return parse(longer.lowercased) != nil || withTime && timed(longer) != nil
    } ?? 0
  }

  /// The days, and the minute of the time of day after them: `weekdays 9am`, `2nd tue at 17:00`; nil without either.
  static func timed(_ word: InputWord) -> (days: InputWord, minute: Int)? {
    let words = word.words
    for count in 1...2 where count < words.count {
      var days = words.dropLast(count)
      guard let minute = TimeOfDay.minute(words[days.count].through(words[words.count - 1]))
      else { continue }
      if days.last?.lowercased == "at" { days.removeLast() }
      guard let last = days.last, case let days = words[0].through(last),
        parse(days.lowercased)?.days != nil
      else { return nil }
      return (days, minute)
    }
    return nil
  }

  static func read(_ input: InputWord) throws(InputError) -> Result {
    let word = input.trimmed
    guard let result = parse(word.lowercased) else { throw .notARepeater(word) }
    return result
  }

  private static func parse(_ text: String) -> Result? {
    let words = text.split(separator: " ")
    if let on = words.firstIndex(of: "on") {
      guard let days = RepeatDays(words[(on + 1)...].joined(separator: " ")),
        let repeater = repeater(words[..<on].joined(separator: " "))
      else { return nil }
      // Emacs, which knows the repeater alone, passes over none of several days a week.
      let isWeekly = repeater.interval == Interval(1, .week) && days.areWeekdays
      return (isWeekly ? Repeater(repeater.kind, days.interval) : repeater, days)
    }
    if let repeater = repeater(text) { return (repeater, nil) }
    // A bare number of days or of weeks is none of the month.
    guard Int(text) == nil, let days = RepeatDays(text) else { return nil }
    return (Repeater(.catchUp, days.interval), days)
  }

  private static func repeater(_ typed: String) -> Repeater? {
    let text = typed.hasPrefix("!") ? ".+" + typed.dropFirst() : typed
    let repeater = named(text) ?? Repeater(text) ?? Repeater("++" + text) ?? counted(text)
    return repeater.flatMap { $0.interval.count > 0 ? $0 : nil }
  }

  private static func named(_ text: String) -> Repeater? {
    switch text {
    case "daily", "day": Repeater(.catchUp, Interval(1, .day))
    case "weekly", "week": Repeater(.catchUp, Interval(1, .week))
    case "fortnightly", "fortnight", "biweekly": Repeater(.catchUp, Interval(2, .week))
    case "quarterly", "quarter": Repeater(.catchUp, Interval(3, .month))
    case "monthly", "month": Repeater(.catchUp, Interval(1, .month))
    case "yearly", "year", "annually": Repeater(.catchUp, Interval(1, .year))
    default: nil
    }
  }

  /// Parses `1mo` and `2 weeks`, also after the sign of a kind.
  private static func counted(_ text: String) -> Repeater? {
    let kind = [Repeater.Kind.catchUp, .restart, .cumulate].first { text.hasPrefix($0.rawValue) }
    let amount = String(text.dropFirst(kind?.rawValue.count ?? 0))
    guard !amount.hasPrefix("+") else { return nil }
    return CalendarAmount(amount)?.interval.map { Repeater(kind ?? .catchUp, $0) }
  }
}
