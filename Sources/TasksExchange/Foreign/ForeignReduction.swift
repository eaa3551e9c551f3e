import TasksCore

/// What a format that is only read says of a task of the store.
extension ForeignContext {
  /// Returns the task with nothing but what all formats have: its title, its notes and a state that they have.
  ///
  /// The log and the properties are empty, although readers fill them: the other program never saw those of the store,
  /// so that what its file lacks was not removed there.
  ///
  /// - Parameter canCancel: Whether the format tells canceled from done.
  func reduced(_ task: Task, canCancel: Bool = false) -> Task {
    var told = self.task(task.id, title: ForeignProperty.line(task.title), state: open)
    if task.isDone {
      told.state = canCancel && task.state == canceled ? canceled : done
    } else if task.state == started || task.state == waiting {
      told.state = task.state
    }
    told.format = task.format
    told.notes = task.notes
    told.created = task.created
    told.tags = task.tags
    told.blockers = task.blockers
    if ["A", "B", "C"].contains(task.priority?.text) { told.priority = task.priority }
    return told
  }

  /// The date of a moment in UTC that stands for a day at midnight, there or here.
  func planned(_ seconds: Int64) -> Timestamp {
    let (here, there) = (local(seconds), ForeignContext.civil(seconds))
    return there.minute == 0
      ? Timestamp(there.date)
      : here.minute == 0 ? Timestamp(here.date) : here
  }
}
