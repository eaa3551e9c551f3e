import Git
import TasksCore

/// What a command has decided to do to one file of the store.
public enum Change: Sendable {
  /// A new task; its path is in it.
  case add(Task)
  case edit(any TaskDocument, [Edit])
  /// The whole file replaced by a version that was read already.
  case replace(any TaskDocument, with: any TaskDocument)
  /// The task written anew in the other format: its file goes, and another comes.
  case convert(any TaskDocument, to: any TaskDocument)
  /// The file goes.
  case purge(any TaskDocument)
  /// A file that was changed already, and is to be committed as it is.
  case edited(path: String, old: [UInt8]?, content: [UInt8])
  /// A file as it was at another time comes back; nil takes it away. Its mode changes too where one is given.
  case restore(path: String, content: [UInt8]?, mode: FileMode? = nil)
}

/// A change carried out: a task before and after it.
public struct ChangedTask: Sendable {
  /// Nil for a new task.
  public let old: Task?
  /// Nil for a purged one.
  public let new: Task?

  public init(old: Task?, new: Task?) {
    self.old = old
    self.new = new
  }

  /// A file that went and one that came with the same task, in another format, are one change of that task:
  /// so an undone conversion is told once.
  static func joined(_ changes: [ChangedTask]) -> [ChangedTask] {
    let gone = changes.compactMap { $0.new == nil ? $0.old : nil }
    guard !gone.isEmpty else { return changes }
    let old = Dictionary(gone.map { ($0.path, $0) }) { first, _ in first }
    let joined = changes.map { change in
      guard change.old == nil, let new = change.new, let twin = TaskPath.twin(of: new.path),
        let before = old[twin], before.id == new.id
      else { return change }
      return ChangedTask(old: before, new: new)
    }
    let moved = Set(joined.compactMap { $0.new == nil ? nil : $0.old?.path })
    return joined.filter { change in
      change.new != nil || change.old.map { !moved.contains($0.path) } ?? true
    }
  }
}

/// What a writing command did.
public struct WriteReport {
  /// Only the tasks that really changed, in the order of the command.
  public let changed: [ChangedTask]
  /// The reading after the change.
  public let reading: StoreReading
  public let commit: String?
  /// Whether any file changed; not every file is a task.
  public let isChange: Bool
}
