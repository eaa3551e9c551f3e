import TasksCore

/// What a list on a terminal says about the group of its tasks.
package struct ListSummary {
  package let group: TaskGroup

  package init(group: TaskGroup) {
    self.group = group
  }

  /// The heading of the dates that matter.
  package var heading: String {
    switch group {
    case .open, .all: "Due"
    case .finished: "Done"
    case .deleted: "Deleted"
    }
  }

  /// Says how many tasks there are.
  ///
  /// - Parameter all: How many there are in all; nil if all are shown.
  package func text(_ count: Int, of all: Int?) -> String {
    let number = all.map { "\(count) of \($0)" } ?? (count == 0 ? "no" : "\(count)")
    return switch group {
    case .open: count == 0 ? "no open tasks" : "\(number) open"
    case .finished: count == 0 ? "no finished tasks" : "\(number) done"
    case .deleted: count == 0 ? "nothing in the trash" : "\(number) in the trash"
    case .all: "\(number) \(count == 1 ? "task" : "tasks")"
    }
  }
}
