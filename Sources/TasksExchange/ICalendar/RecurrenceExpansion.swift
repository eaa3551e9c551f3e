import TasksCore
import TasksPlanning

/// The dates of a rule (RFC 5545, 3.3.10).
extension CalendarRecurrence {
  /// Dates in their order.
  struct Occurrences: Hashable, Sendable {
    var dates: [Timestamp] = []
    /// False if there are more than were asked for, or the rule had to be followed for too long.
    var isWhole = true
  }

  /// Returns the dates within a span, as the clock of the event shows them. The start always is one of them; it counts
  /// for COUNT only if it is a date of the rule.
  ///
  /// - Parameters:
  ///   - start: The first date; a whole day has no hours to choose from.
  ///   - until: The last moment at which one may be; that of the rule in the clock of the event.
  ///   - most: How many dates are returned at most.
  ///   - periods: How many periods may be looked at, which bounds the time that rules take.
  func occurrences(
    from start: Timestamp, in span: ClosedRange<Timestamp>, until: Timestamp?, most: Int,
    periods: inout Int
  ) -> Occurrences {
    var found = Occurrences(dates: span.contains(start) ? [start] : [])
    var left = count ?? .max
    let last = min(until ?? span.upperBound, span.upperBound)
    var period = Period(self, start: start)
    if count == nil { period.skip(to: span.lowerBound) }
    while periods > 0 {
      periods -= 1
      guard let first = period.first, first <= last else { return found }
      for date in positions(of: period.dates()) where date >= start {
        if left == 0 || date > last { return found }
        left -= 1
        if date == start || date < span.lowerBound { continue }
        guard found.dates.count < most else {
          found.isWhole = false
          return found
        }
        found.dates.append(date)
      }
      period.advance()
    }
    found.isWhole = false
    return found
  }

  /// Those that BYSETPOS names.
  private func positions(of dates: [Timestamp]) -> [Timestamp] {
    if bySetPos.isEmpty { return dates }
    return Set(bySetPos.map { $0 > 0 ? $0 - 1 : dates.count + $0 })
      .filter(dates.indices.contains).sorted().map { dates[$0] }
  }

  /// A year, month, week, day or hour of a rule.
  private struct Period {
    private let rule: CalendarRecurrence
    private let start: Timestamp
    /// How many intervals after the first.
    private var number = 0

    init(_ rule: CalendarRecurrence, start: Timestamp) {
      (self.rule, self.start) = (rule, start)
    }

    mutating func advance() { number += 1 }

    /// Goes on to a period that is not after the one of a moment.
    mutating func skip(to moment: Timestamp) {
      guard moment > start else { return }
      let days = moment.date.dayNumber - start.date.dayNumber
      let periods =
        switch rule.frequency {
        case .secondly, .minutely: 0
        case .hourly: days * 24
        case .daily: days
        case .weekly: days / 7
        case .monthly: days / 31
        case .yearly: days / 366
        }
      number = max(0, periods / rule.interval - 1)
    }

    private var steps: Int { number * rule.interval }

    /// The first moment of the period; nil past the last year.
    var first: Timestamp? {
      let date: CivilDate
      switch rule.frequency {
      case .secondly, .minutely: return nil
      case .hourly:
        let hour = Timestamp(start.date, minute: (start.minute ?? 0) / 60 * 60)
        let moment = hour.adding(minutes: steps * 60)
        return moment.date.year <= 9999 ? moment : nil
      case .daily: date = start.date.adding(days: steps)
      case .weekly:
        let skipped = (start.date.weekday - rule.weekStart + 7) % 7
        date = start.date.adding(days: steps * 7 - skipped)
      case .monthly:
        guard let month = CivilDate(year: start.date.year, month: start.date.month, day: 1) else {
          return nil
        }
        date = month.adding(months: steps)
      case .yearly:
        guard let year = CivilDate(year: start.date.year + steps, month: 1, day: 1) else {
          return nil
        }
        date = year
      }
      return date.year <= 9999 ? Timestamp(date) : nil
    }

    /// The dates of the period, before BYSETPOS chooses among them.
    func dates() -> [Timestamp] {
      guard let first else { return [] }
      let length =
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: 1
        case .weekly: 7
        case .monthly: CivilDate.length(ofMonth: first.date.month, year: first.date.year)
        case .yearly: CivilDate.length(ofMonth: 2, year: first.date.year) + 337
        }
      let minutes = minutes(of: first)
      var dates: [Timestamp] = []
      for offset in 0..<length {
        let date = first.date.adding(days: offset)
        guard isChosen(date) else { continue }
        dates += minutes.map { Timestamp(date, minute: $0) }
      }
      return dates
    }

    private func minutes(of first: Timestamp) -> [Int?] {
      guard let minute = start.minute else { return [nil] }
      let minutes = rule.byMinute.isEmpty ? [minute % 60] : rule.byMinute
      var hours = rule.byHour.isEmpty ? [minute / 60] : rule.byHour
      if rule.frequency == .hourly {
        let hour = (first.minute ?? 0) / 60
        hours = rule.byHour.isEmpty || rule.byHour.contains(hour) ? [hour] : []
      }
      return hours.flatMap { hour in minutes.map { hour * 60 + $0 } }
    }

    /// True if the parts that choose days choose this one.
    private func isChosen(_ date: CivilDate) -> Bool {
      let hasDays = !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty
      if !rule.byMonth.isEmpty {
        guard rule.byMonth.contains(date.month) else { return false }
      } else if rule.frequency == .yearly, !hasDays, date.month != start.date.month {
        return false
      }
      if !hasDays {
        switch rule.frequency {
        case .monthly, .yearly: return date.day == start.date.day
        case .weekly: return date.weekday == start.date.weekday
        default: return true
        }
      }
      let length = CivilDate.length(ofMonth: date.month, year: date.year)
      return
        (rule.byMonthDay.isEmpty
        || rule.byMonthDay.contains { $0 == date.day || $0 == date.day - length - 1 })
        && (rule.byDay.isEmpty || rule.byDay.contains { matches($0, date, length) })
    }

    private func matches(
      _ weekday: CalendarRecurrence.Weekday, _ date: CivilDate, _ length: Int
    ) -> Bool {
      guard weekday.day == date.weekday else { return false }
      let isOfMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
      guard weekday.ordinal != 0, isOfMonth || rule.frequency == .yearly,
        rule.frequency == .monthly || rule.frequency == .yearly
      else { return true }
      var (day, last) = (date.day, length)
      if !isOfMonth, let year = CivilDate(year: date.year, month: 1, day: 1) {
        day = date.dayNumber - year.dayNumber + 1
        last = CivilDate.length(ofMonth: 2, year: date.year) + 337
      }
      return weekday.ordinal > 0
        ? (day - 1) / 7 + 1 == weekday.ordinal : (last - day) / 7 + 1 == -weekday.ordinal
    }
  }
}

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
