/// The order in which a tree of tasks is listed: each task is followed by its children.
package enum TaskTree {
  /// A task of a list, and how deep it is below a task without a parent in the list.
  package typealias Place = (number: Int, depth: Int)

  /// How many children of a task are done, of all that are not in the trash.
  package typealias Progress = (done: Int, total: Int)

  /// Returns the numbers of all tasks in the order of the tree. Siblings keep their order. A task whose parent is not
  /// in the list stands at the top, and so does one task of each cycle of parents.
  package static func order(_ tasks: [(id: TaskID, parent: TaskID?)]) -> [Place] {
    var numbers: [TaskID: Int] = [:]
    for (number, task) in tasks.enumerated() where numbers[task.id] == nil {
      numbers[task.id] = number
    }
    let parents = tasks.enumerated().map { number, task in
      task.parent.flatMap { numbers[$0] }.flatMap { $0 == number ? nil : $0 }
    }
    var children = tasks.map { _ in [Int]() }
    for (number, parent) in parents.enumerated() {
      if let parent { children[parent].append(number) }
    }
    var places: [Place] = []
    var isPlaced = tasks.map { _ in false }
    func place(_ root: Int) {
      var waiting: [Place] = [(root, 0)]
      while let next = waiting.popLast() {
        if isPlaced[next.number] { continue }
        isPlaced[next.number] = true
        places.append(next)
        waiting += children[next.number].reversed().map { ($0, next.depth + 1) }
      }
    }
    for (number, parent) in parents.enumerated() where parent == nil { place(number) }
    for number in tasks.indices where !isPlaced[number] {
      // The first task of the cycle above is met twice.
      var top = number
      var met: Set<Int> = []
      while met.insert(top).inserted, let parent = parents[top] { top = parent }
      place(top)
    }
    return places
  }
}

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
