import TasksCore

/// How the tasks of a reading belong together. Only those that name others are decoded.
package struct TaskRelations {
  private let reading: StoreReading
  /// The parent of each task that has one, by the task's id, and the other way round.
  private var children: [TaskID: [Child]] = [:]

  private struct Child {
    let id: TaskID
    let isDone: Bool
    let isOpen: Bool
  }

  package init(_ reading: StoreReading) {
    self.reading = reading
    var children: [TaskID: [Child]] = [:]
    reading.forEachRow(where: { $0.hasParent && !$0.isDeleted }) { row in
      guard let parent = row.parent else { return }
      children[parent, default: []].append(
        Child(id: row.taskID, isDone: row.isDone, isOpen: row.isOpen))
    }
    self.children = children
  }

  /// Nil for a task without children.
  package func progress(of row: ListRow) -> TaskTree.Progress? {
    if children.isEmpty { return nil }
    return children[row.taskID].map { children in (children.count(where: \.isDone), children.count)
    }
  }

  /// Whether an open task names this one as its parent.
  func isParent(_ id: TaskID) -> Bool { children[id]?.contains(where: \.isOpen) ?? false }

  /// How many open tasks wait for each task that one names.
  static func waiting(in reading: StoreReading) -> [TaskID: Int] {
    var waiting: [TaskID: Int] = [:]
    reading.forEachRow(where: { $0.isOpen && $0.hasBlockers }) { row in
      for blocker in row.blockers { waiting[blocker, default: 0] += 1 }
    }
    return waiting
  }

  /// The open task that was made last; of several of a minute, the last by rank.
  static func latest(in reading: StoreReading) -> TaskID? {
    var latest: (id: TaskID, created: Timestamp, rank: Double)?
    reading.forEachRow(where: \.isOpen) { row in
      guard let created = row.value(of: .created).moment else { return }
      let rank = row.value(of: .rank).number ?? 0
      if let latest, (created, rank) <= (latest.created, latest.rank) { return }
      latest = (row.taskID, created, rank)
    }
    return latest?.id
  }

  /// The open tasks below one that end when they are finished: a task whose dates repeat does not.
  package func openSteps(below id: TaskID) -> [Task] {
    var (found, next, seen): ([Task], [TaskID], Set<TaskID>) = ([], [id], [id])
    while let parent = next.popLast() {
      for child in children(of: parent) where seen.insert(child.id).inserted {
        next.append(child.id)
        if child.isOpen, !child.isRepeating { found.append(child) }
      }
    }
    return found
  }

  /// The names of the children of a task for people, open ones first.
  package func names(ofChildrenOf id: TaskID) -> [String] {
    let children = children(of: id)
    return (children.filter(\.isOpen) + children.filter(\.isDone)).map { child in
      let name = "\(reading.short(child)) \(child.shownTitle)"
      return child.isDone ? "\(name) (\(ControlCharacters.escaped(child.state.keyword)))" : name
    }
  }

  /// The children of a task that are not in the trash, ordered by rank.
  package func children(of id: TaskID) -> [Task] {
    (children[id] ?? []).compactMap { reading.task(withID: $0.id) }
      .ordered { TaskOrder($0) < TaskOrder($1) }
  }

  /// What tasks that are not in the trash name, and no task is.
  package static func lost(
    in reading: StoreReading
  ) -> [(task: Task, relation: TaskRelation, id: TaskID)] {
    reading.tasks { !$0.isDeleted && ($0.hasParent || $0.hasBlockers) }.flatMap { task in
      TaskRelation.allCases.flatMap { relation in
        relation.next(of: task).filter { reading.task(withID: $0) == nil }
          .map { (task, relation, $0) }
      }
    }
  }

  /// The cycles that merges and hand edits have made of tasks that are not in the trash.
  package static func cycles(in reading: StoreReading) -> [NamedCycle] {
    TaskRelation.allCases.flatMap { relation -> [NamedCycle] in
      var next: [TaskID: [TaskID]] = [:]
      reading.forEachRow(where: {
        !$0.isDeleted && (relation == .parent ? $0.hasParent : $0.isOpen && $0.hasBlockers)
      }) { next[$0.taskID] = relation.next(of: $0) }
      return TaskCycle.all(of: relation, from: next.keys.sorted()) { next[$0] ?? [] }
        .map { $0.named(in: reading, reading.task(withID:)) }
    }
  }
}

package struct NamedCycle: Sendable {
  package let relation: TaskRelation
  /// The tasks in their order, the first one again at the end: `k7m Call Bob → b3x Buy stamps → k7m Call Bob`.
  package let tasks: String
  package let remedy: String
}

extension TaskCycle {
  /// - Parameter task: Returns a task by its id.
  func named(in reading: StoreReading, _ task: (TaskID) -> Task?) -> NamedCycle {
    func short(_ id: TaskID) -> String { task(id).map(reading.short) ?? id.text.string }
    let names = (ids + ids.prefix(1)).map { id in
      short(id) + (task(id).map { " " + ControlCharacters.escaped($0.title) } ?? "")
    }
    return NamedCycle(
      relation: relation, tasks: names.joined(separator: " → "),
      remedy: "tasks modify \(ids.last.map(short) ?? "ID") \(relation.key)")
  }
}

/// How pressing the tasks of a reading are (``Urgency``).
package final class TaskUrgency {
  private let urgency: Urgency
  private let reading: StoreReading
  private let now: Timestamp

  package init(_ reading: StoreReading, of store: TaskStore, now: Timestamp) {
    (self.reading, self.now, urgency) = (reading, now, store.settings.urgency)
  }

  /// The reasons that hold of a task; none of one that is not open.
  package func parts(of row: ListRow) -> [Urgency.Part] {
    row.isOpen ? urgency.parts(of: row, surroundings) : []
  }

  /// Computed once, and only if it is asked for. Only tasks that name others are decoded.
  private lazy var surroundings: Urgency.Surroundings = {
    let (reading, counts) = (reading, TaskRelations.waiting(in: reading))
    return Urgency.Surroundings(
      now: now, lastRank: reading.lastRank?.value ?? 0, waiting: { counts[$0] ?? 0 },
      isOpen: { reading.isOpen($0) })
  }()
}
