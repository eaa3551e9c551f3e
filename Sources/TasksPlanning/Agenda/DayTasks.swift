import TasksCore

extension ListRow {
  /// Whether an open task is for today: its deadline or its scheduled date is today or has passed, and the agenda shows
  /// it.
  package func isForToday(_ now: Timestamp) -> Bool {
    guard isOpen, !isHiddenFromAgenda, !isHidden(now) else { return false }
    return [deadline, scheduled].contains { plan in
      plan.map { $0.start.date <= now.date } ?? false
    }
  }

  /// Whether the deadline of an open task has passed.
  package func isOverdue(_ now: Timestamp) -> Bool {
    isOpen && deadline?.start.isPast(at: now) == true
  }
}
