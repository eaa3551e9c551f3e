import Git
import Platform
import TasksCore

/// A summary of a store at one moment.
public struct StoreStatus {
  public let reading: StoreReading
  /// Neither finished nor deleted.
  public let open: Int
  public let done: Int
  public let deleted: Int
  /// The number of tasks that differ from the upstream branch.
  public let unsynced: Int
  /// Commits ahead and behind; nil without an upstream branch.
  public let branch: (ahead: Int, behind: Int)?
  /// The number of values that merges dropped and that were not settled yet.
  public let conflicts: Int
  /// The number of files that a sparse checkout leaves out.
  public let sparse: Int
}

extension TaskStore {
  public func status() throws -> StoreStatus {
    let reading = try read()
    return StoreStatus(
      reading: reading, open: reading.count(where: \.isOpen),
      done: reading.count { $0.isDone && !$0.isDeleted },
      deleted: reading.count(where: \.isDeleted),
      unsynced: try unsynced(reading.tasks).count, branch: try aheadBehind(),
      conflicts: reading.tasks(where: \.hasDroppedValues).reduce(0) { count, task in
        count + task.log.count(where: \.isDroppedValue)
      },
      sparse: try repository.leftOutCount(under: prefix))
  }
}
