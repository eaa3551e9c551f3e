import TasksCore

/// What a format cannot say of tasks: fields, with how many of the tasks have them.
package struct ForeignLosses: Sendable {
  private var counts: [(field: Text, count: Int)] = []

  /// - Parameter fields: The store's own fields, which each format says in its own way.
  package init(
    _ tasks: [Task], in format: any ForeignFormat, fields: OwnFields = OwnFields()
  ) {
    for (task, told) in zip(tasks, format.told(tasks)) where task != told {
      var (task, told) = (task, told)
      task.properties = task.properties.map { fields.written($0, in: task.format) }
      told.properties = told.properties.map { fields.written($0, in: task.format) }
      (told.path, told.format, told.hasOwnID) = (task.path, task.format, task.hasOwnID)
      // The order of the records says it.
      told.rank = task.rank
      // Nobody misses the hour in which a task was made or finished.
      if told.created?.date == task.created?.date { told.created = task.created }
      if told.closed?.date == task.closed?.date { told.closed = task.closed }
      for (name, date, other) in [
        ("time of scheduled", task.scheduled, told.scheduled),
        ("time of deadline", task.deadline, told.deadline),
      ] where date?.start != other?.start && date?.start.date == other?.start.date {
        add(Text(name))
      }
      if let start = task.scheduled?.start, told.scheduled?.start.date == start.date {
        told.scheduled?.start = start
      }
      if let start = task.deadline?.start, told.deadline?.start.date == start.date {
        told.deadline?.start = start
      }
      for change in TaskDifference(from: told, to: task).changes { add(change.field) }
    }
    counts.sort { ($0.count, $1.field) > ($1.count, $0.field) }
  }

  private mutating func add(_ field: Text) {
    if let place = counts.firstIndex(where: { $0.field == field }) {
      counts[place].count += 1
    } else {
      counts.append((field, 1))
    }
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// `notes of 12 tasks, effort of 1`.
  package var text: String {
    counts.enumerated().map { index, loss in
      let noun = index > 0 ? "" : loss.count == 1 ? " task" : " tasks"
      return "\(ControlCharacters.escaped(loss.field)) of \(loss.count)\(noun)"
    }.joined(separator: ", ")
  }
}
