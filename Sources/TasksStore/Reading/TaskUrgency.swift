import TasksCore

/// How pressing the tasks of a reading are (``Urgency``).
package final class TaskUrgency {
  private let urgency: Urgency
  private let reading: StoreReading
  private let now: Timestamp

  package init(_ reading: StoreReading, of store: TaskStore, now: Timestamp) {
    (self.reading, self.now, urgency) = (reading, now, store.settings.urgency)
  }

  /// The reasons that hold of a task; none of one that is not open.
  package func parts(of row: ListRow) -> [Urgency.Part] {
    row.isOpen ? urgency.parts(of: row, surroundings) : []
  }

  /// Computed once, and only if it is asked for. Only tasks that name others are decoded.
  private lazy var surroundings: Urgency.Surroundings = {
    let (reading, counts) = (reading, TaskRelations.waiting(in: reading))
    return Urgency.Surroundings(
      now: now, lastRank: reading.lastRank?.value ?? 0, waiting: { counts[$0] ?? 0 },
      isOpen: { reading.isOpen($0) })
  }()
}
