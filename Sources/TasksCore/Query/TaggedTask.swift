/// What virtual tags are computed from: a whole task, or its row in a list.
protocol TaggedTask {
  /// Neither done nor in the trash.
  var isOpen: Bool { get }
  var scheduled: Planning? { get }
  var deadline: Planning? { get }
  var blockers: [TaskID] { get }
  var parent: TaskID? { get }
  var wait: Timestamp? { get }
  var taskID: TaskID { get }
  var isHabit: Bool { get }
  var hasRunningClock: Bool { get }

  /// Whether the keyword is this one, without regard to case.
  func hasKeyword(_ name: Text) -> Bool
  func isInList(_ name: Text) -> Bool
}

extension TaggedTask {
  /// Whether an open task is hidden until later.
  func hides(_ now: Timestamp) -> Bool { isOpen && wait?.isAhead(of: now) == true }

  /// True in the state WAIT or WAITING.
  var waits: Bool { hasKeyword("WAIT") || hasKeyword("WAITING") }
}

extension Task {
  /// Whether the task is open and hidden until later.
  package func isHidden(_ now: Timestamp) -> Bool { hides(now) }
}

extension Task: TaggedTask {
  var taskID: TaskID { id }
  var hasRunningClock: Bool { !log.runningClocks.isEmpty }

  func hasKeyword(_ name: Text) -> Bool { state.keyword.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list == name }
}

extension ListRow: TaggedTask {
  package var taskID: TaskID { TaskID(id.text) ?? .none }
  package var wait: Timestamp? { value(of: .wait).moment }
  package var parent: TaskID? { value(of: .parent).text.flatMap { TaskID($0) } }
  var hasRunningClock: Bool { runningClock != nil }

  func hasKeyword(_ name: Text) -> Bool { keyword.text.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list?.isSame(as: name) ?? false }
}
