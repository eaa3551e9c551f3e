/// A date a task is planned for: SCHEDULED or DEADLINE with all that may stand in its stamp.
public struct Planning: Hashable, Sendable {
  public var start: Timestamp
  /// The end of a time range.
  public var end: Timestamp?
  public var repeater: Repeater?
  public var warning: Warning?

  public init(
    _ start: Timestamp, end: Timestamp? = nil, repeater: Repeater? = nil, warning: Warning? = nil
  ) {
    self.start = start
    self.end = end
    self.repeater = repeater
    self.warning = warning
  }

  /// The same plan on another date: repeater and warning stay, a range keeps its length. That is one of minutes where
  /// both ends have a time, which ends nowhere on a whole day; of days else.
  public func moved(to newStart: Timestamp) -> Planning {
    var plan = self
    plan.start = newStart
    guard let end else { return plan }
    if start.minute == nil || end.minute == nil {
      let length = Timestamp(newStart.date).absoluteMinute - Timestamp(start.date).absoluteMinute
      let moved = Timestamp(end.date).adding(minutes: length)
      plan.end = Timestamp(moved.date, minute: end.minute)
    } else if newStart.minute == nil {
      plan.end = nil
    } else {
      // Emacs writes 23:00-00:30 for a range that runs into the night, and the end keeps being one of that form.
      let isOfNight = end < start && end.date == start.date
      let length = end.absoluteMinute - start.absoluteMinute + (isOfNight ? 1440 : 0)
      let moved = newStart.adding(minutes: length)
      plan.end = Timestamp(isOfNight ? newStart.date : moved.date, minute: moved.minute)
    }
    return plan
  }

  /// The next occurrence after the task is done at `now`; the same plan when it has no repeater. A delay
  /// for the first occurrence only is used up.
  public func repeated(now: Timestamp) -> Planning {
    guard let repeater, repeater.interval.count > 0 else { return self }
    var plan = moved(to: repeater.next(after: start, now: now))
    if plan.warning?.isFirstOnly == true { plan.warning = nil }
    return plan
  }

  public var isRepeating: Bool { (repeater?.interval.count ?? 0) > 0 }
}
