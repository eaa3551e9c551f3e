/// One occurrence of an event of a calendar.
public struct CalendarEvent: Hashable, Sendable {
  /// In local time; a whole day for an event of days.
  public var start: Timestamp
  /// The last day of an event of several days, which is within it; else the time at which it ends; nil if the event
  /// has no length beyond its start.
  public var end: Timestamp?
  public var title: Text
  public var location: Text?
  /// What of the event was not understood, a sentence without a full stop.
  public var remark: String?

  public var day: CivilDate { start.date }
  /// Minutes since midnight; nil for an event of days.
  public var minute: Int? { start.minute }

  /// The last day on which it takes place. An event that ends at midnight is not of the day that begins then.
  public var lastDay: CivilDate {
    guard let end else { return start.date }
    let isOver = end.minute == 0 && end > start
    return isOver ? end.date.adding(days: -1) : end.date
  }
}
