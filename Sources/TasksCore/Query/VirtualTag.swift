/// Tags that are computed from a task's state and are not in any file. They are written in capitals; any other
/// spelling is an ordinary tag.
package enum VirtualTag: String, CaseIterable, Hashable, Sendable {
  /// Open, and the deadline has passed.
  case overdue = "OVERDUE"
  /// Scheduled or due today.
  case today = "TODAY"
  /// Open, not waiting, not blocked, not hidden, and not scheduled for later.
  case ready = "READY"
  /// Open, and blocked by another open task.
  case blocked = "BLOCKED"
  /// Open, with the keyword WAIT or WAITING.
  case waiting = "WAITING"
  case habit = "HABIT"
  case unsynced = "UNSYNCED"
  /// Scheduled or due in this week, from Monday to Sunday.
  case week = "WEEK"
  /// Named as the parent by an open task.
  case parent = "PARENT"
  /// With a parent.
  case child = "CHILD"
  /// With a clock that runs.
  case clocked = "CLOCKED"
  /// Scheduled or due again and again.
  case repeating = "REPEATING"
  /// In the list `inbox`.
  case inbox = "INBOX"
  /// Open, and hidden until later.
  case hidden = "HIDDEN"
  /// Open, and in the state NEXT or with a clock that runs.
  case active = "ACTIVE"
  /// Open.
  case pending = "PENDING"
  /// Open, and a blocker of another open task.
  case blocking = "BLOCKING"
  /// The open task that was made last.
  case latest = "LATEST"

  /// What a task with the tag is or has.
  package var meaning: String {
    switch self {
    case .overdue: "open, and the deadline has passed"
    case .today: "scheduled or due today"
    case .ready: "open, not waiting, not blocked, not hidden and not scheduled for later"
    case .blocked: "open, and waits for another open task"
    case .waiting: "open, in the state WAIT or WAITING"
    case .habit: "a habit, as in Org"
    case .unsynced: "differs from the upstream branch"
    case .week: "scheduled or due in this week, Monday to Sunday"
    case .parent: "the parent of an open task"
    case .child: "has a parent"
    case .clocked: "its clock is running"
    case .repeating: "its dates repeat"
    case .inbox: "in the list inbox"
    case .hidden: "open, and hidden until later by wait:"
    case .active: "open, and in the state NEXT or with a running clock"
    case .pending: "open"
    case .blocking: "open, and another open task waits for it"
    case .latest: "the open task that was made last"
    }
  }

  /// Whether a task has the tag; nil if only the whole task can tell.
  func matches(_ task: some TaggedTask, in context: QueryContext) -> Bool? {
    switch self {
    case .overdue: task.isOpen && task.deadline?.start.isPast(at: context.now) == true
    case .today: isPlanned(task, in: context.now.date...context.now.date)
    case .week:
      isPlanned(
        task, in: context.now.date.firstOfWeek...context.now.date.firstOfWeek.adding(days: 6))
    case .ready:
      task.isOpen && !task.waits && !task.hides(context.now)
        && task.scheduled?.start.isAhead(of: context.now) != true && !isBlocked(task, context)
    case .blocked: task.isOpen && isBlocked(task, context)
    case .waiting: task.isOpen && task.waits
    case .habit: task.isHabit
    case .unsynced: (task as? Task).map(context.isUnsynced)
    case .parent: context.isParent(task.taskID)
    case .child: task.parent != nil
    case .clocked: task.hasRunningClock
    case .inbox: task.isInList("inbox")
    case .hidden: task.hides(context.now)
    case .active: task.isOpen && (task.hasKeyword("NEXT") || task.hasRunningClock)
    case .pending: task.isOpen
    case .blocking: task.isOpen && context.isBlocking(task.taskID)
    case .latest: context.isLatest(task.taskID)
    case .repeating: task.scheduled?.isRepeating == true || task.deadline?.isRepeating == true
    }
  }

  private func isPlanned(_ task: some TaggedTask, in days: ClosedRange<CivilDate>) -> Bool {
    [task.deadline, task.scheduled].contains { $0.map { days.contains($0.start.date) } ?? false }
  }

  private func isBlocked(_ task: some TaggedTask, _ context: QueryContext) -> Bool {
    task.blockers.contains(where: context.isOpen)
  }
}

extension CivilDate {
  /// The Monday of the week.
  fileprivate var firstOfWeek: CivilDate { adding(days: 1 - weekday) }
}
