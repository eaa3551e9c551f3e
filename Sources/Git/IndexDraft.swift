#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A new index on its way, as far as it can be told before the files of the change stand in the work tree. Its lock
/// is held until the index is there, or the draft is gone.
public final class IndexDraft {
  fileprivate let changes: [IndexChange]
  fileprivate let lock: IndexLock
  /// Nil where git itself is to change the index.
  fileprivate var work: Work?

  fileprivate struct Work {
    var patch: IndexPatch
    let trees: CacheTree?
    /// The permissions of the index there was.
    let permissions: mode_t?
    /// A file that is changed after that must not look older than the index.
    let begun: time_t
  }

  fileprivate init(_ changes: [IndexChange], _ lock: IndexLock) {
    (self.changes, self.lock) = (changes, lock)
  }
}

extension Repository {
  /// Makes ready all of ``updateIndex(_:)-(IndexDraft)`` that needs no file of the work tree; what it finds out in
  /// vain is found out before anything has moved.
  ///
  /// - Parameter lock: From ``lockIndex(timeout:)``.
  public func draftIndex(
    after commit: PreparedCommit, holding lock: IndexLock
  ) throws(GitError) -> IndexDraft {
    let old: ObjectID? = if let old = commit.old { try tree(ofCommit: old) } else { nil }
    return try draftIndex(commit.changes, from: old, to: commit.tree, holding: lock) { _ in true }
  }

  /// - Parameters:
  ///   - old: The tree that the changes lead from, where they lead
  ///   - new: to another as a whole.
  ///   - willBeThere: Whether a file is at a path when the index is updated.
  func draftIndex(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?, holding lock: IndexLock,
    where willBeThere: (String) -> Bool
  ) throws(GitError) -> IndexDraft {
    let draft = IndexDraft(changes, lock)
    guard !changes.isEmpty else { return draft }
    do throws(GitError) {
      let edits = try changes.map { change throws(GitError) in
        try IndexEdit(change, willBeThere: willBeThere(change.path))
      }
      draft.work = try work(edits, old, new)
    } catch .unsupportedIndex {
    }
    return draft
  }

  private func work(
    _ edits: [IndexEdit], _ old: ObjectID?, _ new: ObjectID?
  ) throws(GitError) -> IndexDraft.Work {
    let begun = time(nil)
    let status = try fileStatus(indexPath)
    var patch = try patch(edits, of: status)
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    patch.beginChecksum()
    var trees = patch.cacheTree
    try trees?.follow(patch.tally, from: old, to: new) { name, tree throws(GitError) in
      let entry = try self.entry(String(decoding: name, as: UTF8.self), inTree: tree)
      return entry?.mode == .tree ? entry?.id : nil
    }
    if let new, trees?.id(of: []) == nil {
      let whole = patch.withPieces(cacheTree: nil) { $0.flatMap { Array($0) } }
      trees = try cacheTree(of: new, for: whole) ?? trees
    }
    return IndexDraft.Work(
      patch: patch, trees: trees, permissions: status.map { $0.st_mode & 0o777 }, begun: begun)
  }

  private func patch(_ edits: [IndexEdit], of status: stat?) throws(GitError) -> IndexPatch {
    guard format == .sha1 else { throw .unsupportedIndex(path: indexPath, feature: "of \(format)") }
    let writtenAt = status.map { FileStatus($0).mtime } ?? 0
    guard status != nil else {
      return try IndexPatch(nil, path: indexPath, writtenAt: writtenAt, edits: edits)
    }
    guard let file = MappedFile(indexPath, isChangeable: true) else {
      throw .unsupportedIndex(path: indexPath, feature: "that is no regular file")
    }
    return try IndexPatch(file, path: indexPath, writtenAt: writtenAt, edits: edits)
  }

  /// Whether a file changed within the second in which the old index was written, and looks unchanged: once the
  /// index is newer, nothing else would tell (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    guard let there = try fileStatus(file) else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // The least careful git, built without nanoseconds or told `core.checkStat=minimal`, looks at no more.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    // What a link says is left to git.
    guard there.st_mode & S_IFMT == S_IFREG else { return true }
    return try !holds(file, there, id)
  }

  /// Brings the index in step: the files of the change are in place.
  public func updateIndex(_ draft: IndexDraft) throws(GitError) {
    let lock = draft.lock
    defer { lock.release() }
    guard !draft.changes.isEmpty else { return }
    guard var work = draft.work else {
      lock.release()
      return try updateIndexByGit(draft.changes)
    }
    // What is held twice is copied when it is changed.
    draft.work = nil
    for case .set(let path, let id, let mode) in draft.changes {
      if let status = try status(of: path, id) { work.patch.set(status, mode: mode, at: path) }
    }
    let copy = lock.copyPath
    unlink(copy)
    do throws(GitError) {
      let code = work.patch.withPieces(cacheTree: work.trees) {
        write($0, to: copy, modified: work.begun)
      }
      if code != 0 { throw GitError.system(doing: "write", path: copy, code: code) }
      if let permissions = work.permissions { chmod(copy, permissions) }
      try lock.commit()
    } catch {
      unlink(copy)
      throw error
    }
  }

  /// What the index is to keep of a file; nil when it is not there.
  private func status(of path: String, _ id: ObjectID) throws(GitError) -> FileStatus? {
    let file = workTree + "/" + path
    guard let there = try fileStatus(file) else { return nil }
    var status = FileStatus(there)
    if try !holds(file, there, id) { status.size = 0 }
    return status
  }

  /// Whether a regular file holds exactly what an id names.
  func holds(_ file: String, _ status: stat, _ id: ObjectID) throws(GitError) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
      return false
    }
    return self.id(ofBlob: content) == id
  }
}

extension IndexEdit {
  fileprivate init(_ change: IndexChange, willBeThere: Bool) throws(GitError) {
    _ = try Repository.components(of: change.path)
    let path = Array(change.path.utf8)
    switch change {
    case .remove: self.init(path: path, lines: [])
    case .conflict(_, let base, let ours, let theirs):
      let lines = [base, ours, theirs].enumerated().compactMap { place, entry in
        entry.map { IndexEdit.Line(stage: place + 1, id: $0.id, mode: $0.mode) }
      }
      self.init(path: path, lines: lines)
    case .set(_, let id, let mode):
      let line = IndexEdit.Line(stage: 0, id: id, mode: mode, keepsSkipWorktree: !willBeThere)
      self.init(path: path, lines: [line])
    }
  }
}
