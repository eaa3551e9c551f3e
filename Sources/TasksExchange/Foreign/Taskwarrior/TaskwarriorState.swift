import TasksCore

/// The state of a task in the terms of Taskwarrior.
struct TaskwarriorState: Equatable {
  enum Status: String { case pending, completed, deleted }

  var status: Status
  /// True if the task has a `start`.
  var isStarted = false

  init(_ status: Status, isStarted: Bool) { (self.status, self.isStarted) = (status, isStarted) }

  init(_ state: State, _ context: ForeignContext) {
    if state.isDone {
      status = state == context.canceled && state != context.done ? .deleted : .completed
    } else {
      status = .pending
      isStarted = state == context.started && state != context.open
    }
  }

  /// The state that it stands for.
  func state(_ context: ForeignContext) -> State {
    switch status {
    case .completed: context.done
    case .deleted: context.canceled
    case .pending: isStarted ? context.started : context.open
    }
  }

  /// When a task was started: as its log says, or else when it was made.
  static func start(of task: Task, _ context: ForeignContext) -> Text {
    let entered = task.entries.first { entry in
      if case .state(_, let keyword) = entry.kind { keyword == task.state.keyword } else { false }
    }
    return [entered?.at, task.created].lazy
      .compactMap { $0.flatMap { TaskwarriorDate.text($0, context) } }.first ?? "20000101T000000Z"
  }
}
