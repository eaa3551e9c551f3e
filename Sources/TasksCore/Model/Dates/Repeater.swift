/// A span of calendar time in Org's notation, such as `2w`.
package struct Interval: Hashable, Sendable {
  /// Org's units, with their letters.
  package enum Unit: Character, Sendable, CaseIterable {
    case hour = "h"
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
  }

  /// At least 0.
  package var count: Int
  package var unit: Unit

  package init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }

  /// Parses `2w`.
  package init?(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  init?(_ text: some ByteSlice) {
    guard let last = text.last, let count = text.dropLast().wholeNumber, count <= 100_000
    else {
      return nil
    }
    switch last {
    case 0x68: unit = .hour
    case 0x64: unit = .day
    case 0x77: unit = .week
    case 0x6D: unit = .month
    case 0x79: unit = .year
    default: return nil
    }
    self.count = count
  }

  package var text: String { "\(count)\(unit.rawValue)" }

  /// The interval in words: `every day`, `every 3 days`.
  package var everyInWords: String {
    let name =
      switch unit {
      case .hour: "hour"
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .year: "year"
      }
    return count == 1 ? "every \(name)" : "every \(count) \(name)s"
  }

  /// Returns `moment` plus `times` of this interval. Hours are those that pass; a whole day counts as its
  /// midnight.
  package func added(to moment: Timestamp, times: Int = 1) -> Timestamp {
    let steps = count * times
    switch unit {
    case .hour:
      let next = moment.elapsing(minutes: steps * 60)
      // The hour that clocks show twice.
      return next == moment && steps != 0
        ? moment.elapsing(minutes: (steps + steps.signum()) * 60) : next
    case .day: return Timestamp(moment.date.adding(days: steps), minute: moment.minute)
    case .week: return Timestamp(moment.date.adding(days: steps * 7), minute: moment.minute)
    case .month: return Timestamp(moment.date.adding(months: steps), minute: moment.minute)
    case .year: return Timestamp(moment.date.adding(months: steps * 12), minute: moment.minute)
    }
  }

  /// Whether steps from the earlier of two days lead to the later one.
  package func leads(
    from one: Timestamp, to other: Timestamp, on days: RepeatDays? = nil
  ) -> Bool {
    guard count > 0, one.date != other.date else { return one.date == other.date }
    var moment = min(one, other)
    let end = max(one, other)
    while moment.date < end.date {
      moment =
        days != nil
        ? next(after: moment, on: days)
        : added(to: moment, times: max(1, wholeSteps(from: moment, to: end)))
    }
    return moment.date == end.date
  }

  /// Returns a number of steps that can be taken at once from a moment without passing another, so that a date of
  /// years ago costs no more than a recent one. At 0, and with months from the 29th on, steps must be taken one by
  /// one: a day cut to the 28th stays there.
  func wholeSteps(from moment: Timestamp, to end: Timestamp) -> Int {
    guard count > 0, moment < end else { return 0 }
    let minutes = (end.absoluteMinute - moment.absoluteMinute) / count
    switch unit {
    case .hour: return moment.minutes(until: end) / count / 60
    case .day: return minutes / 1440
    case .week: return minutes / (1440 * 7)
    case .month, .year:
      guard moment.date.day <= 28 else { return 0 }
      let (start, end) = (moment.date, end.date)
      let months =
        (end.year - start.year) * 12 + end.month - start.month - (end.day <= start.day ? 1 : 0)
      return max(0, months) / (unit == .year ? 12 * count : count)
    }
  }
}

/// How a date is repeated after the task is done (Org manual, "Repeated tasks").
package struct Repeater: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// One step from the date, whatever today is.
    case cumulate = "+"
    /// As many steps from the date as it takes to be in the future, at least one.
    case catchUp = "++"
    /// One step from today.
    case restart = ".+"
  }

  package var kind: Kind
  package var interval: Interval
  /// The longest interval of a habit: the `4d` of `.+2d/4d`.
  package var limit: Interval?

  package init(_ kind: Kind, _ interval: Interval, limit: Interval? = nil) {
    self.kind = kind
    self.interval = interval
    self.limit = limit
  }

  /// Parses `+1w`, `++1w` and `.+2d/4d`.
  package init?(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  init?(_ text: some ByteSlice) {
    kind = text.hasPrefix("++") ? .catchUp : text.hasPrefix(".+") ? .restart : .cumulate
    guard kind != .cumulate || text.first == 0x2B else { return nil }
    let rest = text.dropFirst(kind == .cumulate ? 1 : 2)
    let slash = rest.firstIndex(of: 0x2F) ?? rest.endIndex
    guard let interval = Interval(rest[..<slash]) else { return nil }
    self.interval = interval
    if slash < rest.endIndex {
      guard let limit = Interval(rest[(slash + 1)...]) else { return nil }
      self.limit = limit
    }
  }

  package var text: String {
    kind.rawValue + interval.text + (limit.map { "/" + $0.text } ?? "")
  }

  /// Returns the date that follows `moment` if the task is done at `now`.
  ///
  /// For `++`, a date without a time is in the future from tomorrow on, one with a time from the next minute on
  /// (Org, `org-auto-repeat-maybe`). A repeater of zero does not move the date.
  package func next(
    after moment: Timestamp, now: Timestamp, on days: RepeatDays? = nil
  ) -> Timestamp {
    guard interval.count > 0 else { return moment }
    switch kind {
    case .cumulate:
      return interval.next(after: moment, on: days)
    case .restart:
      if interval.unit == .hour { return interval.next(after: now, on: days) }
      return interval.next(after: Timestamp(now.date, minute: moment.minute), on: days)
    case .catchUp:
      var next = interval.next(after: moment, on: days)
      let jump = interval.wholeSteps(from: next, to: now)
      if jump > 0 { next = interval.added(to: next, times: jump) }
      while next.absoluteMinute <= now.absoluteMinute
        || jump > 0 && days?.contains(next.date) == false
      {
        next = interval.next(after: next, on: days)
      }
      return next
    }
  }
}

/// How long before a deadline it is shown, or how long after its date a scheduled task stays hidden (Org manual,
/// "Deadlines and scheduling"): `-3d`, or `--3d` for the first occurrence only.
package struct Warning: Hashable, Sendable {
  package var interval: Interval
  package var isFirstOnly: Bool

  package init(_ interval: Interval, isFirstOnly: Bool = false) {
    self.interval = interval
    self.isFirstOnly = isFirstOnly
  }

  /// Parses `-3d` and `--3d`.
  package init?(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  init?(_ text: some ByteSlice) {
    isFirstOnly = text.hasPrefix("--")
    guard text.first == 0x2D, let interval = Interval(text.dropFirst(isFirstOnly ? 2 : 1)) else {
      return nil
    }
    self.interval = interval
  }

  package var text: String { (isFirstOnly ? "--" : "-") + interval.text }

  /// `3d`, or `--3d` for the first occurrence only.
  package var fieldText: String { isFirstOnly ? text : interval.text }

  /// Parses the text that ``fieldText`` returns.
  package init?(fieldText text: some StringProtocol) {
    self.init(text.hasPrefix("--") ? String(text) : "-\(text)")
  }
}
