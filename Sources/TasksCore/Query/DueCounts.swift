/// How many open tasks are late, and how many others are for today.
package struct DueCounts: Sendable {
  /// The tasks whose deadline has passed.
  package private(set) var overdue = 0
  /// The others that are due or scheduled today.
  package private(set) var today = 0
  private let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  /// Counts an open task, unless the agenda does not show it.
  package mutating func add(_ row: ListRow) {
    guard !row.isHiddenFromAgenda, !row.isHidden(now) else { return }
    if row.deadline?.start.isPast(at: now) == true {
      overdue += 1
    } else if row.deadline?.start.date == now.date || row.scheduled?.start.date == now.date {
      today += 1
    }
  }

  /// `1!2` for a prompt; without zeros, so empty for none.
  package var text: String {
    (overdue > 0 ? "\(overdue)!" : "") + (today > 0 ? "\(today)" : "")
  }
}
