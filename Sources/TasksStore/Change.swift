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
  /// A file as it was at another time comes back; nil takes it away.
  case restore(path: String, content: [UInt8]?)
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
