import TasksCore

/// Imported tasks that wait for each other, or are part of each other, in a circle: none of them could be begun.
struct ForeignCycles {
  private let new: [TaskID: Task]
  private let existing: (TaskID) -> Task?
  /// Why a task cannot come in, by its id.
  private(set) var reasons: [TaskID: String] = [:]

  /// - Parameters:
  ///   - tasks: The imported tasks as they would be.
  ///   - existing: Returns a task of the store.
  init(_ tasks: [Task], existing: @escaping (TaskID) -> Task?) {
    new = Dictionary(tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.existing = existing
    find(in: tasks, "it waits for itself", "a dependency") { $0.blockers }
    find(in: tasks, "it is part of itself", "a parent") { $0.parent.map { [$0] } ?? [] }
  }

  private mutating func find(
    in tasks: [Task], _ fault: String, _ what: String, _ next: (Task) -> [TaskID]
  ) {
    // Walks in depth; a task that is on the way already closes a circle. Repeated without the circles found, since one
    // walk sees each task once.
    var isNew = true
    while isNew {
      isNew = false
      var seen: Set<TaskID> = []
      for task in tasks where reasons[task.id] == nil && !next(task).isEmpty {
        guard let circle = circle(from: task, next, &seen) else { continue }
        let titles = (circle + [circle[0]]).map { "'\(ControlCharacters.escaped($0.title))'" }
        let reason = "\(fault): \(titles.joined(separator: " → ")); remove \(what) there"
        for task in circle where new[task.id] != nil {
          reasons[task.id] = reason
          isNew = true
        }
      }
    }
  }

  private func circle(
    from start: Task, _ next: (Task) -> [TaskID], _ seen: inout Set<TaskID>
  ) -> [Task]? {
    var way: [(task: Task, rest: [TaskID])] = [(start, next(start))]
    guard seen.insert(start.id).inserted else { return nil }
    while let id = way.last?.rest.last {
      way[way.count - 1].rest.removeLast()
      if let place = way.firstIndex(where: { $0.task.id == id }) {
        return way[place...].map(\.task)
      }
      if reasons[id] == nil, let task = new[id] ?? existing(id), seen.insert(id).inserted {
        way.append((task, next(task)))
      }
      while let last = way.last, last.rest.isEmpty, way.count > 1 { way.removeLast() }
    }
    return nil
  }
}
