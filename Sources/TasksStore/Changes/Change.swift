import Git
import Platform
import TasksCore

/// A change to one file of the store that a command has decided on.
public enum Change: Sendable {
  /// A new task at the path it has.
  case add(Task)
  case edit(any TaskDocument, [Edit])
  /// Replaces the whole file by a version that is already parsed.
  case replace(any TaskDocument, with: any TaskDocument)
  /// Converts the task to the other format: removes its file and adds another.
  case convert(any TaskDocument, to: any TaskDocument)
  /// Removes the file.
  case purge(any TaskDocument)
  /// Commits a file that is already changed on disk as it is.
  case edited(path: String, old: [UInt8]?, content: [UInt8])
  /// Restores earlier content of a file; nil removes the file. Sets the mode too if one is given.
  case restore(path: String, content: [UInt8]?, mode: FileMode? = nil)
}

/// A task before and after a change.
public struct ChangedTask: Sendable {
  /// Nil for a new task.
  public let old: Task?
  /// Nil for a purged one.
  public let new: Task?

  public init(old: Task?, new: Task?) {
    self.old = old
    self.new = new
  }

  /// The changed fields. A move counts as a change of `path`, unless it is a conversion to the other format.
  var fields: [FieldChange] {
    let fields = TaskDifference(from: old, to: new).changes
    guard let old, let new, old.path != new.path, TaskPath.twin(of: old.path) != new.path else {
      return fields
    }
    let path = FieldChange.Change.value(old: .text(Text(old.path)), new: .text(Text(new.path)))
    return [FieldChange("path", path)] + fields
  }

  /// Whether nothing but the path has changed.
  public var isMove: Bool { fields.map(\.field) == ["path"] }

  /// Joins a removed and an added file with the same task into one change: a move, or a conversion.
  static func joined(_ changes: [ChangedTask]) -> [ChangedTask] {
    let gone = changes.compactMap { $0.new == nil ? $0.old : nil }
    guard !gone.isEmpty else { return changes }
    var left = Dictionary(grouping: gone, by: \.id)
    var moved: Set<String> = []
    let joined = changes.map { change in
      guard change.old == nil, let new = change.new, let tasks = left[new.id] else { return change }
      // With several candidates it is unknown which one was moved.
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

/// The result of a writing command.
public struct WriteReport {
  /// Only the tasks that really changed, in the order of the command.
  public let changed: [ChangedTask]
  /// The reading after the change.
  public let reading: StoreReading
  public let commit: String?
  /// Whether any file changed; a changed file need not be a task.
  public let isChange: Bool
}
