import Git
import Platform
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

  /// What changed, field by field. Of a task that was moved the path counts as one; what a conversion does to it goes
  /// without saying.
  var fields: [FieldChange] {
    let fields = TaskDifference(from: old, to: new).changes
    guard let old, let new, old.path != new.path, TaskPath.twin(of: old.path) != new.path else {
      return fields
    }
    let path = FieldChange.Change.value(old: .text(Text(old.path)), new: .text(Text(new.path)))
    return [FieldChange("path", path)] + fields
  }

  /// Whether the task only lies elsewhere now.
  public var isMove: Bool { fields.map(\.field) == ["path"] }

  /// A file that went and one that came with the same task, elsewhere or in another format, are one change of that
  /// task: so what was moved, or a conversion that was undone, is told once.
  static func joined(_ changes: [ChangedTask]) -> [ChangedTask] {
    let gone = changes.compactMap { $0.new == nil ? $0.old : nil }
    guard !gone.isEmpty else { return changes }
    var left = Dictionary(grouping: gone, by: \.id)
    var moved: Set<String> = []
    let joined = changes.map { change in
      guard change.old == nil, let new = change.new, let tasks = left[new.id] else { return change }
      // Of several nobody could tell which was moved.
      let twin = TaskPath.twin(of: new.path)
      guard let before = tasks.first(where: { $0.path == twin }) ?? tasks.onlyOne else {
        return change
      }
      left[new.id] = nil
      moved.insert(before.path)
      return ChangedTask(old: before, new: new)
    }
    return joined.filter { change in
      change.new != nil || change.old.map { !moved.contains($0.path) } ?? true
    }
  }
}

extension Array {
  fileprivate var onlyOne: Element? { count == 1 ? first : nil }
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
