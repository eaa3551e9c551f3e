import TasksCore

/// The values of a task that moves and the list pass depend on. Kept small, as a merge holds those of all tasks in
/// three trees.
package struct TaskMark {
  let id: TaskID
  /// False if the file has no id, and the id is made from the path.
  let hasOwnID: Bool
  let rank: Rank?
  let isDone: Bool
  let isDeleted: Bool

  init(_ task: Task) {
    (id, hasOwnID) = (task.id, task.hasOwnID)
    (rank, isDone, isDeleted) = (task.rank, task.isDone, task.isDeleted)
  }

  /// - Parameter row: The task's row in the cache; the id comes from its record.
  init(_ row: TaskRow, id: TaskID, isOwn: Bool) {
    (self.id, hasOwnID, rank) = (id, isOwn, Rank(row.rank))
    (isDone, isDeleted) = (row.flags.contains(.done), row.flags.contains(.deleted))
  }
}

extension TaskMerge.Version {
  /// Nil if the file is not a task or cannot be read.
  var mark: TaskMark? { document.map { TaskMark($0.task) } }

  /// Returns whether the task's fields differ from before, or there was no task.
  func isChanged(since old: TaskMerge.Version) -> Bool {
    guard let new = document?.task else { return false }
    return old.document.map { !new.hasSameFields(as: $0.task) } ?? true
  }
}
