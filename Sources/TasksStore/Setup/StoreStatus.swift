import Git
import Platform
import TasksCore

extension TaskStore {
  package func status() throws -> (status: StoreStatus, reading: StoreReading) {
    let reading = try read()
    var status = StoreStatus()
    status.root = root
    status.format = settings.format
    status.open = reading.count(where: \.isOpen)
    status.done = reading.count { $0.isDone && !$0.isDeleted }
    status.deleted = reading.count(where: \.isDeleted)
    status.unsynced = try unsynced(reading.tasks, in: reading).count
    status.branch = try aheadBehind()
    status.conflicts = reading.tasks(where: \.hasDroppedValues).reduce(0) { count, task in
      count + task.log.count(where: \.isDroppedValue)
    }
    status.unreadable = reading.unreadable.map(\.path)
    status.cycles = TaskRelations.cycles(in: reading).map(\.tasks)
    status.sparse = try repository.leftOutCount(under: prefix)
    status.device = (device.id, device.name)
    return (status, reading)
  }
}

package struct StoreStatus: Sendable {
  package var root = ""
  package var format = Format.org
  /// Neither finished nor deleted.
  package var open = 0
  package var done = 0
  package var deleted = 0
  /// The number of tasks that differ from the upstream branch.
  package var unsynced = 0
  /// Commits ahead and behind; nil without an upstream branch.
  package var branch: (ahead: Int, behind: Int)?
  /// The number of values that merges dropped and that were not settled yet.
  package var conflicts = 0
  /// The paths of files that look like tasks and cannot be read.
  package var unreadable: [String] = []
  /// The tasks that lead back to themselves, by their parents or by what they depend on, named in their order.
  package var cycles: [String] = []
  /// The number of files that a sparse checkout leaves out.
  package var sparse = 0
  package var device: (id: String, name: String) = ("", "")

  init() {}
}
