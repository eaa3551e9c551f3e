/// A task before and after a change.
package struct ChangedTask: Sendable {
  /// Nil for a new task.
  package let old: Task?
  /// Nil for a purged one.
  package let new: Task?

  package init(old: Task?, new: Task?) {
    self.old = old
    self.new = new
  }

  /// The changed fields. A move counts as a change of `path`, unless it is a conversion to the other format.
  package var fields: [FieldChange] {
    let fields = TaskDifference(from: old, to: new).changes
    guard let old, let new, old.path != new.path, TaskPath.twin(of: old.path) != new.path else {
      return fields
    }
    let path = FieldChange.Change.value(old: .text(Text(old.path)), new: .text(Text(new.path)))
    return [FieldChange("path", path)] + fields
  }

  /// Whether nothing but the path has changed.
  package var isMove: Bool { fields.map(\.field) == ["path"] }

  /// Joins a removed and an added file with the same task into one change: a move, or a conversion.
  package static func joined(_ changes: [ChangedTask]) -> [ChangedTask] {
    let gone = changes.compactMap { $0.new == nil ? $0.old : nil }
    guard !gone.isEmpty else { return changes }
    var left = Dictionary(grouping: gone, by: \.id)
    var moved: Set<String> = []
    let joined = changes.map { change in
      guard change.old == nil, let new = change.new, let tasks = left[new.id] else { return change }
      // With several candidates it is unknown which one was moved.
      let twin = TaskPath.twin(of: new.path)
      guard let before = tasks.first(where: { $0.path == twin }) ?? tasks.onlyOne else {
        return change
      }
      left[new.id] = nil
      moved.insert(before.path)
      return ChangedTask(old: before, new: new)
    }
    return joined.filter { change in
      change.new != nil || change.old.map { !moved.contains($0.path) } ?? true
    }
  }
}

extension Array {
  fileprivate var onlyOne: Element? { count == 1 ? first : nil }
}
