/// An event of another calendar on a day of an agenda.
public struct AgendaEvent: Hashable, Sendable {
  public let title: Text
  /// Minutes since midnight; nil for a whole day, and on the days after an event's first one.
  public let time: Int?
  /// When it ends on this day, in minutes since midnight.
  public let end: Int?
  /// Which day of how many it is, of an event of several days.
  public let part: (number: Int, count: Int)?
  public let location: Text?
  /// The name of the calendar.
  public let calendar: String

  public init(_ event: CalendarEvent, on day: CivilDate, calendar: String) {
    title = event.title
    location = event.location
    self.calendar = calendar
    time = day == event.day ? event.minute : nil
    end = event.lastDay == event.day && event.end?.date == event.day ? event.end?.minute : nil
    let count = event.lastDay.dayNumber - event.day.dayNumber + 1
    part = count > 1 ? (day.dayNumber - event.day.dayNumber + 1, count) : nil
  }

  public static func == (a: AgendaEvent, b: AgendaEvent) -> Bool {
    (a.title, a.time, a.end, a.location, a.calendar)
      == (b.title, b.time, b.end, b.location, b.calendar)
      && a.part?.number == b.part?.number && a.part?.count == b.part?.count
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(time)
  }
}

extension CalendarEvent {
  /// The days of a span on which it takes place.
  public func days(in span: ClosedRange<CivilDate>) -> [CivilDate] {
    let (first, last) = (max(day, span.lowerBound), min(lastDay, span.upperBound))
    guard first <= last else { return [] }
    return (0...(last.dayNumber - first.dayNumber)).map { first.adding(days: $0) }
  }
}
