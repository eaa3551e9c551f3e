import TasksCore

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
