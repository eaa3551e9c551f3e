import TasksCore

/// What is on each day of a span: the tasks scheduled or due, those that are late, deadlines that come near, and active
/// timestamps, as Org's agenda has them (Org manual, "Weekly/daily agenda"; org-agenda.el).
///
/// A day is the local civil day, and dates float. On today stand also what is late and what is due soon. A date that
/// repeats is on its own day, and after today on each later date; a repeating timestamp also on those before.
package struct Agenda: Sendable {
  /// The days before a deadline on which it is announced, if its timestamp says none (`org-deadline-warning-days`).
  static let warningDays = 14

  package let days: ClosedRange<CivilDate>
  package let now: Timestamp
  /// The entries of each day, in the order of the days. They are in order after ``sort()``.
  package private(set) var entries: [[AgendaEntry]]
  /// The events of calendars on each day, which are no tasks.
  package private(set) var events: [[AgendaEvent]]

  package init(_ days: ClosedRange<CivilDate>, now: Timestamp) {
    (self.days, self.now) = (days, now)
    let count = days.length
    entries = Array(repeating: [], count: count)
    events = Array(repeating: [], count: count)
  }

  /// The tasks and events of a day, counted from the first one.
  package func lines(onDay day: Int) -> [AgendaLine] { AgendaLine.lines(entries[day], events[day]) }

  private var today: CivilDate { now.date }

  /// Puts the entries of each day in order.
  package mutating func sort() {
    for day in entries.indices { entries[day].sort(by: AgendaEntry.isBefore) }
    for day in events.indices { events[day].sort(by: AgendaEvent.isBefore) }
  }

  /// The day, or the moment, until which the task that is added is hidden.
  private var wait: Timestamp?

  private mutating func put(_ entry: AgendaEntry, on date: CivilDate) {
    guard days.contains(date), !isHidden(on: date) else { return }
    entries[date.dayNumber - days.lowerBound.dayNumber].append(entry)
  }

  /// Whether the task is hidden on all of a day; on today until its moment has come.
  private func isHidden(on date: CivilDate) -> Bool {
    guard let wait else { return false }
    return wait.date > date || date == today && wait.isAhead(of: now)
  }

  // MARK: What is planned

  /// Adds an open task, unless it is commented out or archived: such tasks are in no agenda.
  ///
  /// - Parameter task: Its number among all that are added, in the order by rank.
  package mutating func add(_ task: Int, _ row: ListRow) {
    guard !row.isHiddenFromAgenda else { return }
    wait = row.wait
    defer { wait = nil }
    let rule = row.repeats
    if let deadline = row.deadline { add(task, deadline: deadline, rule) }
    if let scheduled = row.scheduled { add(task, scheduled: scheduled, rule, isHabit: row.isHabit) }
    for stamp in row.timestamps { add(task, stamp.planning) }
  }

  private mutating func add(_ task: Int, deadline plan: Planning, _ rule: RepeatRule) {
    let base = plan.start.date
    if base != today || !plan.start.isPast(at: now) {
      put(entry(task, .deadline, plan, on: base, at: plan.start), on: base)
    }
    for repeated in repeats(of: plan, rule, after: today) {
      put(entry(task, .deadline, plan, on: repeated.date, at: repeated), on: repeated.date)
    }
    guard days.contains(today) else { return }
    if plan.start.isPast(at: now) {
      let time = base == today ? plan.start.minute : nil
      put(AgendaEntry(task, .overdue, date: base, time: time), on: today)
    } else if base > today,
      base.dayNumber - today.dayNumber <= plan.warning?.interval.wholeDays ?? Agenda.warningDays
    {
      put(AgendaEntry(task, .warning, date: base), on: today)
    }
  }

  private mutating func add(
    _ task: Int, scheduled plan: Planning, _ rule: RepeatRule, isHabit: Bool
  ) {
    let base = plan.start.date
    let delay = plan.warning?.interval.wholeDays ?? 0
    var shown = [(date: base, moment: plan.start)]
    if base < today { shown.append((today, plan.start)) }
    shown += repeats(of: plan, rule, after: today).map { ($0.date, $0) }
    for (date, moment) in shown {
      if isHabit, date != today { continue }
      if delay > 0, date.dayNumber - base.dayNumber < delay { continue }
      var entry = entry(task, .scheduled, plan, on: date, at: moment)
      entry.isHabit = isHabit
      put(entry, on: date)
    }
  }

  /// The entry of a date on a day. Time and end are those of the date, if it is of this day.
  private func entry(
    _ task: Int, _ kind: AgendaEntry.Kind, _ plan: Planning, on date: CivilDate,
    at moment: Timestamp
  ) -> AgendaEntry {
    let isSameDay = moment.date == date
    var entry = AgendaEntry(
      task, kind, date: moment.date, time: isSameDay ? moment.minute : nil)
    if isSameDay, let end = plan.end, end.date == plan.start.date { entry.end = end.minute }
    return entry
  }

  /// The later dates of a repeating date within the span, one a day.
  private func repeats(
    of plan: Planning, _ rule: RepeatRule = RepeatRule(), after day: CivilDate
  ) -> [Timestamp] {
    guard plan.repeater != nil else { return [] }
    let first = max(days.lowerBound, max(day, plan.start.date).adding(days: 1))
    guard first <= days.upperBound else { return [] }
    var found: [Timestamp] = []
    for moment in rule.occurrences(of: plan, in: first...days.upperBound)
    where moment.date != found.last?.date {
      found.append(moment)
    }
    return found
  }

  /// Adds an active timestamp or a range; a range of days does not repeat.
  private mutating func add(_ task: Int, _ stamp: Planning) {
    let base = stamp.start.date
    if let end = stamp.end, end.date > base {
      let count = end.date.dayNumber - base.dayNumber + 1
      let first = max(base, days.lowerBound)
      let last = min(end.date, days.upperBound)
      guard first <= last else { return }
      for day in first.dayNumber...last.dayNumber {
        let date = CivilDate(dayNumber: day)
        let time = date == base ? stamp.start.minute : date == end.date ? end.minute : nil
        var entry = AgendaEntry(task, .timestamp, date: date, time: time)
        entry.part = AgendaEntry.Part(day - base.dayNumber + 1, of: count)
        put(entry, on: date)
      }
      return
    }
    put(entry(task, .timestamp, stamp, on: base, at: stamp.start), on: base)
    for repeated in repeats(of: stamp, after: base) {
      put(entry(task, .timestamp, stamp, on: repeated.date, at: repeated), on: repeated.date)
    }
  }

  // MARK: Events

  /// Adds an event of a calendar to each of its days.
  package mutating func add(_ event: CalendarEvent, of calendar: Text) {
    let first = max(event.day, days.lowerBound).dayNumber
    let last = min(event.lastDay, days.upperBound).dayNumber
    guard first <= last else { return }
    for day in first...last {
      events[day - days.lowerBound.dayNumber].append(
        AgendaEvent(event, of: calendar, on: CivilDate(dayNumber: day)))
    }
  }

  // MARK: What happened

  /// Adds what happened to a task, finished or not: the end, changes of state, and clocks. The same tasks are left out.
  package mutating func addLog(of task: Task, _ number: Int) {
    guard !task.isHiddenFromAgenda else { return }
    if let closed = task.closed { put(logged(number, .closed, closed), on: closed.date) }
    for item in task.log {
      switch item {
      case .entry(let entry):
        guard case .state(_, let keyword) = entry.kind, let at = entry.at, at != task.closed
        else { continue }
        var logged = logged(number, .state, at)
        logged.keyword = keyword
        put(logged, on: at.date)
      case .clock(let clock):
        var logged = logged(number, .clock, clock.start)
        if let end = clock.end, end.date == clock.start.date { logged.end = end.minute }
        put(logged, on: clock.start.date)
      }
    }
  }

  private func logged(_ task: Int, _ kind: AgendaEntry.Kind, _ at: Timestamp) -> AgendaEntry {
    AgendaEntry(task, kind, date: at.date, time: at.minute)
  }
}

extension Interval {
  /// The length in days as a warning counts it: a month has 30.4 days and a year 365.25 (`org-get-wdays`).
  var wholeDays: Int {
    switch unit {
    case .hour: count / 24
    case .day: count
    case .week: count * 7
    case .month: count * 304 / 10
    case .year: count * 1461 / 4
    }
  }
}

extension ListRow {
  /// Whether an open task is for today: its deadline or its scheduled date is today or has passed, and the agenda shows
  /// it.
  package func isForToday(_ now: Timestamp) -> Bool {
    guard isOpen, !isHiddenFromAgenda, !isHidden(now) else { return false }
    return [deadline, scheduled].contains { plan in
      plan.map { $0.start.date <= now.date } ?? false
    }
  }

  /// Whether the deadline of an open task has passed.
  package func isOverdue(_ now: Timestamp) -> Bool {
    isOpen && deadline?.start.isPast(at: now) == true
  }
}

/// How much is on each day: the tasks of an agenda that are scheduled, due or late, and their effort. Deadlines that
/// only come near are not counted.
package struct Forecast: Sendable {
  package struct Day: Sendable {
    package let date: CivilDate
    /// The number of tasks, each once.
    package let tasks: Int
    /// The sum of their efforts, in minutes.
    package let effort: Int
  }

  package let days: [Day]

  /// - Parameter effort: Returns the effort of a task in minutes, by its number in the agenda.
  package init(_ agenda: Agenda, effort: (Int) -> Int?) {
    days = agenda.entries.enumerated().map { day, entries in
      let tasks = Set(entries.filter { $0.kind != .warning && !$0.kind.isPast }.map(\.task))
      return Day(
        date: agenda.days.lowerBound.adding(days: day), tasks: tasks.count,
        effort: tasks.reduce(0) { $0 + (effort($1) ?? 0) })
    }
  }
}
