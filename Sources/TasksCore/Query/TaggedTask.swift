/// What virtual tags are computed from: a whole task, or its row in a list.
protocol TaggedTask {
  /// Neither done nor in the trash.
  var isOpen: Bool { get }
  var scheduled: Planning? { get }
  var deadline: Planning? { get }
  var blockers: [TaskID] { get }
  var parent: TaskID? { get }
  var taskID: TaskID { get }
  var isHabit: Bool { get }
  var hasRunningClock: Bool { get }

  /// Whether the keyword is this one, without regard to case.
  func hasKeyword(_ name: Text) -> Bool
  func isInList(_ name: Text) -> Bool
}

extension Task: TaggedTask {
  var taskID: TaskID { id }
  var hasRunningClock: Bool { log.contains { $0.clock.map { $0.end == nil } ?? false } }

  func hasKeyword(_ name: Text) -> Bool { state.keyword.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list == name }
}

extension ListRow: TaggedTask {
  public var taskID: TaskID { TaskID(id.text) ?? .none }
  public var parent: TaskID? { value(of: .parent).text.flatMap { TaskID($0) } }
  var isHabit: Bool { value(of: .habit) == .flag(true) && scheduled?.isRepeating == true }

  func hasKeyword(_ name: Text) -> Bool { keyword.text.isSameName(as: name) }
  func isInList(_ name: Text) -> Bool { list?.isSame(as: name) ?? false }
}
