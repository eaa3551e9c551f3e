import TasksCore

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
