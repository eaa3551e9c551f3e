import TasksCore

/// A line of an agenda: a task on a day, and why it is there.
package struct AgendaEntry: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// A deadline that has passed, on today.
    case overdue
    /// A deadline on its day.
    case deadline
    /// A deadline to come, on today.
    case warning
    /// A scheduled date on its day, or one that has passed, on today.
    case scheduled
    /// An active timestamp in the title, the notes, the log or a property.
    case timestamp
    /// What happened on the day: the task was closed, its state changed, a clock ran.
    case closed, state, clock

    /// True for what has happened, not what is planned.
    package var isPast: Bool { [.closed, .state, .clock].contains(self) }
  }

  /// The number of the task in what the agenda was made of.
  package let task: Int
  package let kind: Kind
  /// In minutes since midnight; nil for a whole day, and for a date that is not of this day.
  package let time: Int?
  /// The end on the same day, in minutes since midnight.
  package var end: Int?
  /// The date that brings the task here: of the deadline, the scheduled date, the timestamp.
  package let date: CivilDate
  /// The number of the day in a range of days, from 1, and how many days it has.
  package var part: Part?
  package var isHabit = false
  /// The keyword of a change of state.
  package var keyword: Text?

  package struct Part: Hashable, Sendable {
    package let number: Int
    package let count: Int

    init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }
  }

  package init(_ task: Int, _ kind: Kind, date: CivilDate, time: Int? = nil) {
    (self.task, self.kind, self.date, self.time) = (task, kind, date, time)
  }

  /// The order within a day: entries with a time by time, then deadlines by date, then scheduled dates by date, then the
  /// rest; equal ones by rank, habits last.
  package static func isBefore(_ a: AgendaEntry, _ b: AgendaEntry) -> Bool {
    if a.isHabit != b.isHabit { return b.isHabit }
    switch (a.time, b.time) {
    case (let left?, let right?) where left != right: return left < right
    case (nil, _?): return false
    case (_?, nil): return true
    case (nil, nil):
      if a.place != b.place { return a.place < b.place }
      if a.place < 2, a.date != b.date { return a.date < b.date }
    default: break
    }
    return a.task < b.task
  }

  private var place: Int {
    switch kind {
    case .overdue, .deadline, .warning: 0
    case .scheduled: 1
    case .timestamp, .closed, .state, .clock: 2
    }
  }
}

/// A line of an agenda: an event of a calendar on a day.
package struct AgendaEvent: Hashable, Sendable {
  package let event: CalendarEvent
  package let calendar: Text
  /// In minutes since midnight; nil for an event of days, and on a day on which it only goes on.
  package let time: Int?
  /// The end, if it is on this day, in minutes since midnight; 1440 for the midnight after it.
  package let end: Int?
  /// The number of the day in an event of several days, and how many days it has.
  package let part: AgendaEntry.Part?

  /// - Parameter date: One of the days on which the event takes place.
  init(_ event: CalendarEvent, of calendar: Text, on date: CivilDate) {
    (self.event, self.calendar) = (event, calendar)
    let (first, last) = (event.day, event.lastDay)
    time = date == first ? event.minute : nil
    if let end = event.end, event.minute != nil, date == last {
      // An event that began on an earlier day and ends at midnight fills its last day.
      self.end = end.date == last ? end.minute : first == last ? 1440 : nil
    } else {
      end = nil
    }
    let count = last.dayNumber - first.dayNumber + 1
    part =
      count > 1 ? AgendaEntry.Part(date.dayNumber - first.dayNumber + 1, of: count) : nil
  }

  /// The order within a day: those without a time first.
  static func isBefore(_ a: AgendaEvent, _ b: AgendaEvent) -> Bool {
    (a.time ?? -1, a.end ?? -1, a.event.title, a.calendar)
      < (b.time ?? -1, b.end ?? -1, b.event.title, b.calendar)
  }
}

/// What stands on a day of an agenda.
package enum AgendaLine: Hashable, Sendable {
  case task(AgendaEntry)
  case event(AgendaEvent)

  /// Puts the events of a day among its tasks: those without a time first, the others by time, each before the tasks
  /// of the same time. Both are in order.
  static func lines(_ entries: [AgendaEntry], _ events: [AgendaEvent]) -> [AgendaLine] {
    var lines: [AgendaLine] = []
    var events = events[...]
    for entry in entries {
      // After what has a time and in what comes last, only tasks are left.
      let time = entry.isHabit ? nil : entry.time
      while let event = events.first, time.map({ event.time ?? -1 <= $0 }) ?? true {
        lines.append(.event(event))
        events.removeFirst()
      }
      lines.append(.task(entry))
    }
    return lines + events.map { .event($0) }
  }
}

/// One occurrence of an event of a calendar.
package struct CalendarEvent: Hashable, Sendable {
  /// In local time; a whole day for an event of days.
  package var start: Timestamp
  /// The last day of an event of several days, which is within it; else the time at which it ends; nil if the event
  /// has no length beyond its start.
  package var end: Timestamp?
  package var title: Text
  package var location: Text?
  /// What of the event was not understood, a sentence without a full stop.
  package var remark: String?

  package init(
    start: Timestamp, end: Timestamp? = nil, title: Text, location: Text? = nil,
    remark: String? = nil
  ) {
    self.start = start
    self.end = end
    self.title = title
    self.location = location
    self.remark = remark
  }

  package var day: CivilDate { start.date }
  /// Minutes since midnight; nil for an event of days.
  var minute: Int? { start.minute }

  /// The last day on which it takes place. An event that ends at midnight is not of the day that begins then.
  package var lastDay: CivilDate {
    guard let end else { return start.date }
    let isOver = end.minute == 0 && end > start
    return isOver ? end.date.adding(days: -1) : end.date
  }
}
