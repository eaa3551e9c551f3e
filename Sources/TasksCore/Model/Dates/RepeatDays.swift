/// The days on which a repeating date falls: `mon wed fri`, `2nd tue`, `last fri`, `1 15`, `31`.
///
/// A repeater of hours or days falls on those of its dates that are such days. One of weeks, months or years falls on all
/// such days of every so many weeks, which begin on Monday, months, or years, of which it is the month of the date.
package struct RepeatDays: Hashable, Sendable {
  package enum Day: Hashable, Comparable, Sendable {
    /// A day of the month, 1–31; the last one where the month is shorter.
    case ofMonth(Int)
    /// 1 for Monday to 7 for Sunday: each, or the one of this number in the month, 1–5, -1 for the last. Months without a
    /// fifth are passed over.
    case weekday(Int, number: Int? = nil)

    package static func < (a: Day, b: Day) -> Bool { a.place < b.place }

    /// The last one of a month comes after the others.
    private var place: (Int, Int) {
      switch self {
      case .ofMonth(let day): (0, day)
      case .weekday(let day, nil): (0, day)
      case .weekday(let day, let number?): (number < 0 ? 6 : number, day)
      }
    }

    fileprivate func isOn(_ date: CivilDate, of length: Int) -> Bool {
      switch self {
      case .ofMonth(let day): date.day == min(day, length)
      case .weekday(let weekday, nil): date.weekday == weekday
      case .weekday(let weekday, let number?):
        date.weekday == weekday
          && (number < 0 ? date.day + 7 > length : (date.day - 1) / 7 + 1 == number)
      }
    }
  }

  /// Each once, in order; never empty.
  package let all: [Day]

  /// Nil for no days.
  package init?(_ days: [Day]) {
    all = Set(days).sorted()
    if all.isEmpty { return nil }
  }

  package static let workdays = RepeatDays(from: 1, to: 5)

  /// The weekdays from one to another, which may be in the next week.
  private init(from first: Int, to last: Int) {
    let length = (last - first + 7) % 7
    all = (0...length).map { .weekday((first + $0 - 1) % 7 + 1) }.sorted()
  }

  package func contains(_ date: CivilDate) -> Bool {
    let length = CivilDate.length(ofMonth: date.month, year: date.year)
    return all.contains { $0.isOn(date, of: length) }
  }

  /// True if all are weekdays, each of them.
  package var areWeekdays: Bool {
    all.allSatisfy { if case .weekday(_, nil) = $0 { true } else { false } }
  }

  /// The repeater's step that goes with these days if none is named: a day for several weekdays, so that Emacs, which
  /// knows the repeater alone, passes none of them.
  var interval: Interval {
    areWeekdays ? Interval(1, all.count == 1 ? .week : .day) : Interval(1, .month)
  }

  // MARK: Text

  private static let numbers = ["first", "second", "third", "fourth", "fifth"]

  /// The text of a file: `mon wed fri`.
  package var text: String { joined(" ") }

  /// The same as one word is typed: `mon,wed,fri`.
  package var typed: String { joined(",") }

  private func joined(_ separator: String) -> String {
    all.map { day in
      switch day {
      case .ofMonth(let day): "\(day)"
      case .weekday(let day, nil): CivilDate.shortWeekdays[day - 1].lowercased()
      case .weekday(let day, let number?):
        (number < 0 ? "last" : RepeatDays.ordinal(number)) + " "
          + CivilDate.shortWeekdays[day - 1].lowercased()
      }
    }.joined(separator: separator)
  }

  /// For people: `weekday`, `Mon, Wed`, `the 2nd Tue`, `the 1st and 15th`.
  fileprivate var words: String {
    if self == .workdays { return "weekday" }
    let names = all.map { day in
      switch day {
      case .ofMonth(31): "the last day"
      case .ofMonth(let day): "the \(RepeatDays.ordinal(day))"
      case .weekday(let day, let number):
        (number.map { $0 < 0 ? "the last " : "the \(RepeatDays.ordinal($0)) " } ?? "")
          + CivilDate(dayNumber: day + 3).weekdayName
      }
    }
    return names.joined(separator: ", ")
  }

  /// `1st`, `2nd`, `3rd`, `11th`.
  package static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number)
    let ending =
      switch isTeen ? 0 : number % 10 {
      case 1: "st"
      case 2: "nd"
      case 3: "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  /// Parses `mon wed fri`, `mon-fri`, `weekdays`, `2nd tue`, `the last friday`, `1 15`, `the 31st`, `last day`, with
  /// blanks or commas, or `and`, between them. Weekdays may be written in full. Nil for anything else, and for days of
  /// the month together with weekdays.
  package init?(_ text: String) {
    var days: [Day] = []
    var number: (value: Int, isWord: Bool)?
    for part in text.lowercased().split(whereSeparator: { " ,\t".contains($0) }) {
      let word = String(part)
      if word == "and" || word == "the" { continue }
      if let pending = number {
        number = nil
        if let day = RepeatDays.weekday(word), pending.value < 6 {
          days.append(.weekday(day, number: pending.value))
          continue
        }
        if pending.value < 0, word == "day" {
          days.append(.ofMonth(31))
          continue
        }
        guard !pending.isWord else { return nil }
        days.append(.ofMonth(pending.value))
      }
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(
        RepeatDays.weekday)
      if ["weekday", "weekdays", "workday", "workdays"].contains(word) {
        days += RepeatDays.workdays.all
      } else if ["weekend", "weekends"].contains(word) {
        days += [.weekday(6), .weekday(7)]
      } else if ends.count == 2, let first = ends[0], let last = ends[1] {
        days += RepeatDays(from: first, to: last).all
      } else if let day = RepeatDays.weekday(word) {
        days.append(.weekday(day))
      } else if word == "last" || RepeatDays.numbers.contains(word) {
        number = ((RepeatDays.numbers.firstIndex(of: word) ?? -2) + 1, true)
      } else if let day = Int(word), (1...31).contains(day), word == "\(day)" {
        days.append(.ofMonth(day))
      } else if let day = (1...31).first(where: { RepeatDays.ordinal($0) == word }) {
        number = (day, false)
      } else {
        return nil
      }
    }
    if let number {
      guard !number.isWord else { return nil }
      days.append(.ofMonth(number.value))
    }
    self.init(days)
    let inMonth = all.count { if case .ofMonth = $0 { true } else { false } }
    if inMonth > 0, inMonth < all.count { return nil }
  }

  private static func weekday(_ word: some StringProtocol) -> Int? {
    let name = word.count > 5 && word.hasSuffix("ys") ? String(word.dropLast()) : String(word)
    return CivilDate.place(of: name, in: CivilDate.weekdays)
  }
}

extension Interval {
  /// The interval in words, on these days: `every weekday`, `every 2 weeks on Mon, Thu`, `every month on the 2nd Tue`.
  package func inWords(on days: RepeatDays?) -> String {
    guard let days else { return everyInWords }
    if count == 1, unit == .day || unit == .week, days.areWeekdays { return "every \(days.words)" }
    return "\(everyInWords) on \(days == .workdays ? "weekdays" : days.words)"
  }

  /// Returns the first date after a moment; without days it is one interval later. Of days that no date of the interval
  /// falls on, which a search of some years shows, nothing is asked.
  package func next(after moment: Timestamp, on days: RepeatDays?) -> Timestamp {
    guard let days, count > 0 else { return added(to: moment) }
    var next = moment
    if unit == .hour || unit == .day {
      for _ in 0..<1000 {
        next = added(to: next)
        if days.contains(next.date) { return next }
      }
      return added(to: moment)
    }
    var first = firstOfPeriod(moment.date)
    for _ in 0..<100 {
      for day in 0..<length(ofPeriod: first) {
        let date = first.adding(days: day)
        if date > moment.date, days.contains(date) { return Timestamp(date, minute: moment.minute) }
      }
      first = added(to: Timestamp(first)).date
    }
    return added(to: moment)
  }

  /// The Monday of the week, or the first of the month.
  private func firstOfPeriod(_ date: CivilDate) -> CivilDate {
    date.adding(days: unit == .week ? 1 - date.weekday : 1 - date.day)
  }

  private func length(ofPeriod first: CivilDate) -> Int {
    unit == .week ? 7 : CivilDate.length(ofMonth: first.month, year: first.year)
  }
}
