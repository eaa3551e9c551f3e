import TasksCore

/// The tasks that a record with another id may be the next occurrence of.
struct NextOccurrences {
  private var tasks: [Text: [Task]] = [:]

  init(of repeating: [Task]) {
    for task in repeating { tasks[task.title, default: []].append(task) }
  }

  /// Returns the record with the id of a task that has its title, if its date is one on which that task repeats: an open
  /// record that repeats as often is the task, and one that is done an occurrence of it.
  func renamed(_ record: ForeignTask) -> ForeignTask {
    guard record.task.isDone || record.task.isRepeating,
      let task = tasks[record.task.title]?.first(where: { isOccurrence(record.task, of: $0) })
    else { return record }
    var record = record
    record.task.id = task.id
    record.isNextOccurrence = !record.task.isDone
    record.isOccurrence = record.task.isDone
    return record
  }

  private func isOccurrence(_ new: Task, of task: Task) -> Bool {
    guard let old = task.deadline ?? task.scheduled, let date = new.deadline ?? new.scheduled,
      let interval = old.repeater?.interval,
      new.isDone || interval == date.repeater?.interval
    else { return false }
    return interval.leads(from: old.start, to: date.start, on: task.repeats.days)
  }
}

extension ForeignTask {
  /// The record with nothing but its dates changed from what is told of the task.
  func datesOnly(_ told: Task) -> ForeignTask {
    var record = self
    record.task = told
    // Some write the midnight of a day.
    func moved(_ old: Planning?, _ new: Planning?) -> Planning? {
      guard let old, let new else { return old }
      let minute = old.start.minute == nil ? nil : new.start.minute
      return old.moved(to: Timestamp(new.start.date, minute: minute))
    }
    record.task.scheduled = moved(told.scheduled, task.scheduled)
    record.task.deadline = moved(told.deadline, task.deadline)
    return record
  }
}
