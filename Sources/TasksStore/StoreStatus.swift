import Git
import TasksCore

/// How a store stands at one moment.
public struct StoreStatus: Sendable {
  public let reading: StoreReading
  /// Neither finished nor deleted.
  public let open: Int
  public let done: Int
  public let deleted: Int
  /// Tasks that the upstream branch does not have as they are.
  public let unsynced: Int
  /// Commits ahead and behind; nil without an upstream branch.
  public let branch: (ahead: Int, behind: Int)?
  /// Values that merges dropped and nobody has looked at yet.
  public let conflicts: Int
  /// Files that a sparse checkout leaves out.
  public let sparse: Int
}

extension TaskStore {
  public func status() throws -> StoreStatus {
    let reading = try read()
    let tasks = reading.tasks
    return StoreStatus(
      reading: reading, open: reading.openCount, done: tasks.count { $0.isDone && !$0.isDeleted },
      deleted: tasks.count { $0.isDeleted }, unsynced: try unsynced(tasks).count,
      branch: try aheadBehind(),
      conflicts: tasks.reduce(0) { count, task in
        count + task.log.count { if case .dropped = $0.kind { true } else { false } }
      },
      sparse: try repository.sparseCount(under: prefix))
  }
}
