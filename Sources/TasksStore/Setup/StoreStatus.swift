import Git
import Platform
import TasksCore

extension TaskStore {
  /// Returns a summary of the store, and the reading that it is from.
  package func status() throws -> (answer: StatusAnswer, reading: StoreReading) {
    let reading = try read()
    var status = StatusAnswer()
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
