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
