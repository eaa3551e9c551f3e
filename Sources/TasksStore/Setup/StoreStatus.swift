import Git
import Platform
import TasksCore

/// How a store stands at one moment.
public struct StoreStatus {
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
