import Git
import Platform
import TasksCore

/// A change to one file of the store that a command has decided on.
package enum Change: Sendable {
  /// A new task at the path it has.
  case add(Task)
  /// A new task whose file is written already, at the path it has.
  case addDocument(any TaskDocument)
  case edit(any TaskDocument, [Edit])
  /// Replaces the whole file by a version that is already parsed.
  case replace(any TaskDocument, with: any TaskDocument)
  /// Converts the task to the other format: removes its file and adds another.
  case convert(any TaskDocument, to: any TaskDocument)
  /// Removes the file.
  case purge(any TaskDocument)
  /// Commits a file that is already changed on disk as it is.
  case edited(path: String, old: [UInt8]?, content: [UInt8])
  /// Makes, changes or removes a file that is no task, or is not to be told of as one.
  case text(path: String, old: [UInt8]?, content: [UInt8]?)
  /// Restores earlier content of a file; nil removes the file. Sets the mode too if one is given.
  case restore(path: String, content: [UInt8]?, mode: FileMode? = nil)
}

extension Change {
  /// Returns the changes that move a task in the order by hand, among the tasks it is listed with: the open ones, the
  /// finished ones, or those in the trash.
  package static func moving(
    _ task: Task, to destination: MoveTask.Destination, in reading: StoreReading
  ) throws -> [Change] {
    let group = reading.tasks { $0.isDeleted == task.isDeleted && $0.isDone == task.isDone }
    return try MoveTask(to: destination).ranks(moving: task, in: group).map {
      .edit(try reading.document(of: $0.task), [.rank($0.rank)])
    }
  }

  /// Returns the changes that add a copy of a task, right after it if it is open, else after all tasks.
  package static func duplicating(
    _ document: any TaskDocument, in store: TaskStore, after reading: StoreReading
  ) throws -> [Change] {
    var new = NewTasks(in: store, after: reading)
    let copy = try new.copy(of: document)
    guard document.task.isOpen else { return [.addDocument(copy)] }
    let group = reading.tasks(where: \.isOpen) + [copy.task]
    let ranks = try MoveTask(to: .after(document.task)).ranks(moving: copy.task, in: group)
    let rank = ranks.first { $0.task.path == copy.task.path }?.rank ?? copy.task.rank
    let others = try ranks.filter { $0.task.path != copy.task.path }.map {
      Change.edit(try reading.document(of: $0.task), [.rank($0.rank)])
    }
    return [.addDocument(try copy.applying([.rank(rank)]))] + others
  }
}

/// The result of a writing command.
package struct WriteReport {
  /// Only the tasks that really changed, in the order of the command.
  package let changed: [ChangedTask]
  /// The reading after the change.
  package let reading: StoreReading
  package let commit: String?
  /// Whether any file changed; a changed file need not be a task.
  package let isChange: Bool
}
