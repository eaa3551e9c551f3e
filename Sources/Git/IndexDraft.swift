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
  /// What the index is that only git changes, such as “split”; nil for one that we change.
  public fileprivate(set) var feature: String?

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
  /// - Parameters:
  ///   - lock: From ``lockIndex(timeout:)``.
  ///   - sketch: Drawn for the same files; one of an index that somebody else has changed since does not count.
  public func draftIndex(
    after commit: PreparedCommit, holding lock: IndexLock, from sketch: IndexSketch? = nil
  ) throws(GitError) -> IndexDraft {
    let old: ObjectID? = if let old = commit.old { try tree(ofCommit: old) } else { nil }
    return try draftIndex(
      commit.changes, from: old, to: commit.tree, holding: lock, drawn: sketch
    ) { _ in true }
  }

  /// - Parameters:
  ///   - old: The tree that the changes lead from, where they lead
  ///   - new: to another as a whole.
  ///   - willBeThere: Whether a file is at a path when the index is updated.
  func draftIndex(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?, holding lock: IndexLock,
    drawn sketch: IndexSketch? = nil, where willBeThere: (String) -> Bool
  ) throws(GitError) -> IndexDraft {
    let draft = IndexDraft(changes, lock)
    guard !changes.isEmpty else { return draft }
    do throws(GitError) {
      let (patch, sketch) = try indexPatch(changes, from: sketch, where: willBeThere)
      draft.work = IndexDraft.Work(
        patch: patch, trees: try trees(patch, old, new),
        permissions: sketch.image.map { $0.file.status.st_mode & 0o777 }, begun: sketch.begun)
    } catch .unsupportedIndex(_, let feature) {
      draft.feature = feature
    }
    return draft
  }

  private func trees(
    _ patch: IndexPatch, _ old: ObjectID?, _ new: ObjectID?
  ) throws(GitError) -> CacheTree? {
    var trees = patch.cacheTree
    try trees?.follow(patch.tally, from: old, to: new) { name, tree throws(GitError) in
      let entry = try self.entry(String(decoding: name, as: UTF8.self), inTree: tree)
      return entry?.mode == .tree ? entry?.id : nil
    }
    if let new, trees?.id(of: []) == nil {
      let whole = patch.withPieces(cacheTree: nil) { $0.flatMap { Array($0) } }
      return try cacheTree(of: new, for: whole) ?? trees
    }
    return trees
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
    if try !isContent(of: file, there, named: id) { status.size = 0 }
    return status
  }
}

extension IndexEdit {
  init(_ change: IndexChange, willBeThere: Bool) throws(GitError) {
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
