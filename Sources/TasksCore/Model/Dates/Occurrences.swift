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

  fileprivate init(from base: Timestamp, _ interval: Interval, in days: ClosedRange<CivilDate>) {
    (self.interval, last) = (interval, days.upperBound)
    let start = Timestamp(days.lowerBound)
    let steps = interval.wholeSteps(from: base, to: start)
    upcoming = steps > 0 ? interval.added(to: base, times: steps) : base
    while let next = upcoming, next < start { step(from: next) }
  }

  package mutating func next() -> Timestamp? {
    guard let next = upcoming, next.date <= last else { return nil }
    step(from: next)
    return next
  }

  private mutating func step(from moment: Timestamp) {
    upcoming = interval.count > 0 ? interval.added(to: moment) : nil
  }
}

extension Repeater {
  /// Returns the dates within a span of days on which a date with this repeater falls, the date itself first if the
  /// span holds it. Like Org's agenda, it asks only for the interval: `+1w`, `++1w`, `.+1w` and the habit `.+1w/2w`
  /// fall on the same dates. With a repeater of zero there is only the date itself.
  package func occurrences(from base: Timestamp, in days: ClosedRange<CivilDate>) -> Occurrences {
    Occurrences(from: base, interval, in: days)
  }
}
