/// The dates a repeating date falls on, in order.
///
/// Each date is one interval after the one before it, as if the task were always done on its date, so finishing a
/// task takes the first date away and leaves the others. A date of 31 January that repeats each month is on 28
/// February and then on each 28th (Emacs's agenda shows 3 March in its place). Hours count as in
/// ``Interval/added(to:times:)``.
package struct Occurrences: Sequence, IteratorProtocol {
  private var upcoming: Timestamp?
  private let interval: Interval
  private let last: CivilDate
  private let rule: RepeatRule
  /// How many dates there are yet.
  private var left: Int

  init(
    from base: Timestamp, _ interval: Interval, _ rule: RepeatRule, in days: ClosedRange<CivilDate>
  ) {
    (self.interval, self.rule, last) = (interval, rule, days.upperBound)
    left = Swift.max(1, rule.times ?? .max)
    let start = Timestamp(days.lowerBound)
    // Dates that count are taken one by one.
    let steps = rule.times == nil ? interval.wholeSteps(from: base, to: start) : 0
    upcoming = steps > 0 ? interval.added(to: base, times: steps) : base
    if steps > 0, let next = upcoming, rule.days?.contains(next.date) == false { step(from: next) }
    while let next = upcoming, next < start { step(from: next) }
  }

  package mutating func next() -> Timestamp? {
    guard let next = upcoming, next.date <= last, rule.allows(next) else { return nil }
    step(from: next)
    return next
  }

  private mutating func step(from moment: Timestamp) {
    left -= 1
    upcoming = interval.count > 0 && left > 0 ? interval.next(after: moment, on: rule.days) : nil
  }
}

extension Repeater {
  /// Returns the dates within a span of days on which a date with this repeater falls, the date itself first if the
  /// span holds it. Like Org's agenda, it asks only for the interval: `+1w`, `++1w`, `.+1w` and the habit `.+1w/2w`
  /// fall on the same dates. With a repeater of zero there is only the date itself.
  package func occurrences(from base: Timestamp, in days: ClosedRange<CivilDate>) -> Occurrences {
    Occurrences(from: base, interval, RepeatRule(), in: days)
  }
}
