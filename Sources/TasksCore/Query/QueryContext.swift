/// What a query needs to know in addition to the task it tests.
package struct QueryContext {
  var now: Timestamp
  /// Whether the task with an id is open; false for an id that no task has.
  var isOpen: (TaskID) -> Bool
  /// Whether the task differs from the upstream branch.
  var isUnsynced: (Task) -> Bool
  /// Whether an open task names the task with an id as its parent.
  var isParent: (TaskID) -> Bool
  /// Whether an open task names the task with an id as one of its blockers.
  var isBlocking: (TaskID) -> Bool
  /// Whether no open task was made after the one with an id, which is open.
  var isLatest: (TaskID) -> Bool
  /// When the task was last changed; nil if that is not known.
  var modified: (Task) -> Timestamp?

  package init(
    now: Timestamp, isOpen: @escaping (TaskID) -> Bool, isUnsynced: @escaping (Task) -> Bool,
    isParent: @escaping (TaskID) -> Bool, isBlocking: @escaping (TaskID) -> Bool = { _ in false },
    isLatest: @escaping (TaskID) -> Bool = { _ in false },
    modified: @escaping (Task) -> Timestamp? = { _ in nil }
  ) {
    self.now = now
    self.isOpen = isOpen
    self.isUnsynced = isUnsynced
    self.isParent = isParent
    self.isBlocking = isBlocking
    self.isLatest = isLatest
    self.modified = modified
  }
}
