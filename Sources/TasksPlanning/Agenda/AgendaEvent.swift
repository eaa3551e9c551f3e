import TasksCore

/// A line of an agenda: an event of a calendar on a day.
package struct AgendaEvent: Hashable, Sendable {
  package let event: CalendarEvent
  /// The name of the calendar.
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
