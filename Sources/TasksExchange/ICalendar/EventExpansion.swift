import TasksCore
import TasksPlanning

/// The occurrences of events within a span of days.
struct EventExpansion {
  /// What is left of the work for one file.
  struct Budget {
    var events: Int
    /// How many periods of rules may still be looked at.
    var periods = 300_000
    /// True if there was more than the budget.
    var isSpent = false

    init(events: Int) { self.events = events }
  }

  let days: ClosedRange<CivilDate>
  let zones: CalendarZones

  func occurrences(
    of source: EventSource, without replaced: Set<EventMoment>, _ budget: inout Budget
  ) -> [CalendarEvent] {
    var seen: Set<EventMoment> = []
    var events: [CalendarEvent] = []
    func add(_ date: CalendarDate, _ length: EventSource.Length) {
      let moment = EventMoment(date, zones: zones)
      // Some programs exclude a time by its day.
      let day = EventMoment.day(date.wall.date)
      guard seen.insert(moment).inserted, !source.excluded.contains(moment),
        !source.excluded.contains(day), !replaced.contains(moment), !replaced.contains(day)
      else { return }
      let event = event(source, date, length)
      guard event.day <= days.upperBound, event.lastDay >= days.lowerBound else { return }
      guard budget.events > 0 else { return budget.isSpent = true }
      budget.events -= 1
      events.append(event)
    }
    for date in starts(of: source, &budget) {
      add(CalendarDate(date, zone: source.start.zone), source.length)
    }
    for (date, length) in source.dates { add(date, length ?? source.length) }
    return events
  }

  /// The dates of the rules, as the clock of the event shows them, and the start.
  private func starts(of source: EventSource, _ budget: inout Budget) -> [Timestamp] {
    let start = source.start.wall
    if source.rules.isEmpty { return [start] }
    let length =
      switch source.length {
      case .days(let days): days
      case .seconds(let seconds): Int(min(seconds / 86_400, 100_000))
      }
    // The clock of the event may be a day away from the local one.
    let span =
      Timestamp(
        days.lowerBound.adding(days: -2 - length))...Timestamp(
        days.upperBound.adding(days: 2), minute: 1439)
    var dates: [Timestamp] = []
    for rule in source.rules {
      let found = rule.occurrences(
        from: start, in: span, until: rule.until.map { last(of: source, $0) },
        most: budget.events + 1, periods: &budget.periods)
      if !found.isWhole { budget.isSpent = true }
      dates += found.dates
    }
    return dates
  }

  /// UNTIL as the clock of the event shows it. A day is all of the day.
  private func last(of source: EventSource, _ until: CalendarDate) -> Timestamp {
    if source.start.isDay || until.isDay { return Timestamp(until.wall.date, minute: 1439) }
    if until.zone == .utc { return zones.wall(zones.seconds(until), in: source.start.zone) }
    return until.wall
  }

  private func event(
    _ source: EventSource, _ date: CalendarDate, _ length: EventSource.Length
  ) -> CalendarEvent {
    let start = zones.local(date)
    var end: Timestamp?
    switch length {
    case .days(let days): end = days > 1 ? Timestamp(start.date.adding(days: days - 1)) : nil
    case .seconds(let seconds):
      if seconds > 0 { end = zones.local(date, after: seconds) }
    }
    return CalendarEvent(
      start: start, end: end, title: source.title, location: source.location, remark: source.remark)
  }
}
