import Git
import Platform

/// The modes of files as they become when changes of them are taken back, newest first. One that was changed again
/// since stays.
struct ModeReversal {
  private let tree: ObjectID?
  private var modes: [String: (now: FileMode?, reverted: FileMode?)] = [:]

  /// From the last commit on.
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
