/// Tasks that lead back to the first of them, each to the next: by their parents, or by what they depend on.
package struct TaskCycle: Hashable, Sendable {
  package let relation: TaskRelation
  /// Each task once.
  package let ids: [TaskID]

  /// Returns the cycles that are reached from these tasks, at least one in each tangle of them.
  ///
  /// - Parameter next: The tasks that a task leads to.
  package static func all(
    of relation: TaskRelation, from starts: [TaskID], _ next: (TaskID) -> [TaskID]
  ) -> [TaskCycle] {
    var found: [TaskCycle] = []
    // False for a task of the path that is being followed.
    var isFinished: [TaskID: Bool] = [:]
    for start in starts where isFinished[start] == nil {
      var path: [(id: TaskID, rest: [TaskID])] = [(start, next(start))]
      isFinished[start] = false
      while let last = path.last {
        guard let id = path[path.count - 1].rest.popLast() else {
          isFinished[last.id] = true
          path.removeLast()
          continue
        }
        switch isFinished[id] {
        case nil:
          isFinished[id] = false
          path.append((id, next(id)))
        case false?:
          let ids = path.map(\.id).drop { $0 != id }
          found.append(TaskCycle(relation: relation, ids: Array(ids)))
        case true?: continue
        }
      }
    }
    return found
  }
}

/// How a task names others.
package enum TaskRelation: CaseIterable, Sendable {
  case parent, blockers

  package func next(of task: Task) -> [TaskID] {
    switch self {
    case .parent: task.parent.map { [$0] } ?? []
    case .blockers: task.blockers
    }
  }

  package func next(of row: ListRow) -> [TaskID] {
    switch self {
    case .parent: row.parent.map { [$0] } ?? []
    case .blockers: row.blockers
    }
  }

  /// What a task of a cycle would do, or does.
  package var fault: String {
    switch self {
    case .parent: "tasks are below themselves"
    case .blockers: "tasks depend on themselves, so none of them can be begun"
    }
  }

  /// The word that clears it: `depends:`.
  package var key: String {
    switch self {
    case .parent: "parent:"
    case .blockers: "depends:"
    }
  }
}
