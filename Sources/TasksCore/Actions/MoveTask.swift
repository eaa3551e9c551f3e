/// Moves a task in the order by hand, among the tasks it is listed with.
package struct MoveTask: Sendable {
  package enum Destination: Sendable {
    case top, bottom, up, down
    case before(Task)
    case after(Task)
  }

  let destination: Destination

  package init(to destination: Destination) { self.destination = destination }

  /// Returns the tasks that get another rank, from the top; none if the task stays where it is.
  ///
  /// - Parameter group: The tasks it is listed with, in order: the open ones, the finished ones, or those in the
  ///   trash.
  /// - Throws: `notInSameList` for a destination next to a task that is not in the group.
  package func ranks(
    moving task: Task, in group: [Task]
  ) throws(ActionError) -> [(task: Task, rank: Rank)] {
    guard let from = group.firstIndex(where: { $0.path == task.path }) else { return [] }
    var order = group
    order.remove(at: from)
    let to = try index(of: task, from: from, in: order)
    if to == from { return [] }
    order.insert(task, at: to)
    var ranks = order.map(\.rank)
    ranks[to] = nil
    return RankPlacement.ranks(moving: to, in: ranks).ordered { $0.key < $1.key }
      .map { (order[$0.key], $0.value) }
  }

  /// Returns the index at which the task belongs.
  ///
  /// - Parameter others: The group without the task.
  private func index(
    of task: Task, from: Int, in others: [Task]
  ) throws(ActionError) -> Int {
    func place(of other: Task, plus offset: Int) throws(ActionError) -> Int {
      if other.path == task.path { return from }
      guard let index = others.firstIndex(where: { $0.path == other.path }) else {
        throw .notInSameList(title: other.title)
      }
      return index + offset
    }
    switch destination {
    case .top: return 0
    case .bottom: return others.count
    case .up: return max(0, from - 1)
    case .down: return min(others.count, from + 1)
    case .before(let other): return try place(of: other, plus: 0)
    case .after(let other): return try place(of: other, plus: 1)
    }
  }
}

/// Moves a task to another list, or out of its list.
package struct RefileTask: TaskAction {
  package let verb = "refile"
  package let past = "refiled"
  /// Nil for no list.
  package let list: Text?

  /// - Parameter name: The list as typed; empty for no list.
  /// - Throws: `notAValue` for a name without a level.
  package init(to name: String) throws(InputError) {
    list = try name.isEmpty ? nil : ListName.read(InputWord(name))
  }

  package func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    [.list(list)]
  }
}
