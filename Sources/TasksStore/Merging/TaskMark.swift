import TasksCore

/// What moves and the order of the list depend on: little, as it is kept of every task of three trees.
struct TaskMark {
  let id: TaskID
  /// False where the file names none, and its path is the id.
  let hasOwnID: Bool
  let rank: Rank?
  let isDone: Bool
  let isDeleted: Bool

  init(_ task: Task) {
    (id, hasOwnID) = (task.id, task.hasOwnID)
    (rank, isDone, isDeleted) = (task.rank, task.isDone, task.isDeleted)
  }

  /// - Parameter row: As the cache has it of a task; its id is in the record.
  init(_ row: TaskRow, id: TaskID, isOwn: Bool) {
    (self.id, hasOwnID, rank) = (id, isOwn, Rank(row.rank))
    (isDone, isDeleted) = (row.flags.contains(.done), row.flags.contains(.deleted))
  }
}

extension TaskMerge.Version {
  /// Nil where it is no task, or cannot be read.
  var mark: TaskMark? { document.map { TaskMark($0.task) } }

  /// Whether the task has other fields than before, or was none.
  func isChanged(since old: TaskMerge.Version) -> Bool {
    guard let new = document?.task else { return false }
    return old.document.map { !new.hasSameFields(as: $0.task) } ?? true
  }
}
