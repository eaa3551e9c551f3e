import TasksStore

/// Which tasks are listed.
enum TaskKind {
  case open, done, deleted
  /// Open and done.
  case all

  func contains(_ task: TaskHead) -> Bool {
    switch self {
    case .open: task.isOpen
    case .done: task.isDone && !task.isDeleted
    case .deleted: task.isDeleted
    case .all: !task.isDeleted
    }
  }

  /// The heading of the dates that matter for them.
  var heading: String {
    switch self {
    case .open, .all: "Due"
    case .done: "Done"
    case .deleted: "Deleted"
    }
  }

  /// Says how many there are.
  ///
  /// - Parameter all: How many there are besides those shown; nil if all are shown.
  func summary(_ count: Int, of all: Int?) -> String {
    let number = all.map { "\(count) of \($0)" } ?? (count == 0 ? "no" : "\(count)")
    return switch self {
    case .open: count == 0 ? "no open tasks" : "\(number) open"
    case .done: count == 0 ? "no finished tasks" : "\(number) done"
    case .deleted: count == 0 ? "nothing in the trash" : "\(number) in the trash"
    case .all: "\(number) \(count == 1 ? "task" : "tasks")"
    }
  }
}
