import Git
import Platform
import TasksCore

/// An occurrence of a repeating task that another clone finished too, before a merge that counted it once: an undo of one
/// of the two leaves the other.
struct OtherFinish {
  /// The other clone's entry.
  private let entry: LogItem
  private let lastRepeat: Timestamp?
  private let undone: Set<LogItem>

  /// - Parameters:
  ///   - commit: The one that is undone, by which a task became `new`.
  ///   - path: The file's present path, in the repository.
  /// - Returns: Nil unless the commit has finished an occurrence, and another one finished it too.
  init?(
    of commit: ObjectID, _ old: any TaskDocument, _ new: any TaskDocument, at path: String,
    in store: TaskStore
  ) throws {
    func finishes(_ document: any TaskDocument) -> [LogItem] {
      document.task.log.filter { item in
        guard case .state(_, let to) = item.entry?.kind, !old.task.log.contains(item) else {
          return false
        }
        return document.workflow[to]?.state.isDone == true
      }
    }
    guard old.task.isRepeating, let head = try store.repository.head().id else { return nil }
    undone = Set(finishes(new))
    guard !undone.isEmpty else { return nil }
    var found: (entry: LogItem, lastRepeat: Timestamp?)?
    var left = 1000
    try store.repository.walk(History(from: head, hiding: [commit])) {
      (info, _) throws(GitError) in
      left -= 1
      for parent in info.parents where info.parents.count == 2 {
        guard try !store.repository.isAncestor(commit, of: parent),
          let entry = try store.repository.entry(
            path, inTree: try store.repository.tree(ofCommit: parent)),
          let bytes = try OldContents(store).bytes(Optional(entry.id), at: path),
          let other = (try? store.parse(bytes, path: path.dropping(store.prefix))) ?? nil,
          other.task.scheduled == new.task.scheduled, other.task.deadline == new.task.deadline,
          let finish = finishes(other).first
        else { continue }
        found = (finish, other.task.lastRepeat)
      }
      return found == nil && left > 0 ? .goOn : .stop
    }
    guard let found else { return nil }
    (entry, lastRepeat) = found
  }

  /// Returns the task with the other clone's finish in place of the one that is undone.
  func applied(to current: any TaskDocument) throws(EditError) -> any TaskDocument {
    var log = current.task.log
    let place = log.firstIndex(where: undone.contains) ?? 0
    log.removeAll { undone.contains($0) && $0 != entry }
    if !log.contains(entry) { log.insert(entry, at: min(place, log.count)) }
    let moment = lastRepeat.map { FieldValue.moment($0) } ?? .nothing
    return try current.applying([.log(log), .field(.lastRepeat, moment)])
  }
}

/// The modes of files as they become when changes of them are taken back, newest first. One that was changed again
/// since stays.
struct ModeReversal {
  private let tree: ObjectID?
  private var modes: [String: (now: FileMode?, reverted: FileMode?)] = [:]

  init(_ repository: borrowing Repository) throws(GitError) {
    if let head = try repository.head().id {
      tree = try repository.tree(ofCommit: head)
    } else {
      tree = nil
    }
  }

  mutating func add(_ change: FileChange, _ repository: borrowing Repository) throws(GitError) {
    if modes[change.path] == nil {
      var now: FileMode?
      if let tree { now = try repository.entry(change.path, inTree: tree)?.mode }
      modes[change.path] = (now, now)
    }
    if modes[change.path]?.reverted == change.newMode, change.oldMode != nil {
      modes[change.path]?.reverted = change.oldMode
    }
  }

  /// The mode that a file is to get; nil for that which it has or would have anyway.
  func change(of path: String) -> FileMode? {
    guard let (now, reverted) = modes[path], now != reverted, reverted?.isOfFile == true else {
      return nil
    }
    return now == nil && reverted == .file ? nil : reverted
  }
}

extension FileMode {
  fileprivate var isOfFile: Bool { self == .file || self == .executable }
}
