import Platform

/// A new index on its way, as far as it can be told before the files of the change stand in the work tree.
///
/// Nobody is kept from the index until ``Repository/lockIndex(_:holding:timeout:)``; from there on git is, until the draft is
/// released or gone.
public final class IndexDraft {
  fileprivate let changes: [IndexChange]
  /// The trees that the changes lead from and to, where they lead from one to another as a whole.
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID?
  fileprivate let willBeThere: (String) -> Bool
  fileprivate var lock: IndexLock?
  /// Nil where git itself is to change the index.
  fileprivate var work: Work?
  /// The index that has made room, and that which was put in its place.
  public fileprivate(set) var replaced: stat?
  public fileprivate(set) var placed: stat?
  /// What the index is that only git changes, such as “split”; nil for one that we change.
  public fileprivate(set) var feature: String?

  fileprivate struct Work {
    var index: DrawnIndex
    let trees: CacheTree?
  }

  fileprivate init(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?,
    where willBeThere: @escaping (String) -> Bool
  ) {
    (self.changes, self.old, self.new, self.willBeThere) = (changes, old, new, willBeThere)
  }

  /// Gives git's lock back.
  public func release() {
    lock?.release()
    lock = nil
  }
}

extension Repository {
  /// Makes ready all of a new index that needs no file of the work tree.
  ///
  /// - Parameters:
  ///   - sketch: Begun for the same files; one of an index that somebody else has changed since does not count.
  ///   - willBeThere: Whether a file is at a path when the index is put in its place.
  public func draftIndex(
    after commit: PreparedCommit, from sketch: IndexSketch? = nil,
    where willBeThere: @escaping (String) -> Bool = { _ in true }
  ) throws(GitError) -> IndexDraft {
    let old: ObjectID? = if let old = commit.old { try tree(ofCommit: old) } else { nil }
    return try draftIndex(
      commit.changes, from: old, to: commit.tree, drawn: sketch, where: willBeThere)
  }

  func draftIndex(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?,
    drawn sketch: IndexSketch? = nil, where willBeThere: @escaping (String) -> Bool
  ) throws(GitError) -> IndexDraft {
    let draft = IndexDraft(changes, from: old, to: new, where: willBeThere)
    try draw(draft, from: sketch)
    return draft
  }

  private func draw(_ draft: IndexDraft, from sketch: IndexSketch?) throws(GitError) {
    guard !draft.changes.isEmpty else { return }
    if try hook(named: "post-index-change") != nil {
      draft.feature = "watched by a hook post-index-change"
      return
    }
    do throws(GitError) {
      let index = try drawIndex(draft.changes, from: sketch, where: draft.willBeThere)
      draft.work = IndexDraft.Work(
        index: index, trees: try trees(index.patch, draft.old, draft.new))
    } catch .unsupportedIndex(_, let feature) {
      draft.feature = feature
    }
  }

  /// Takes git's lock on the index, and draws anew what somebody else has changed it since.
  ///
  /// - Parameters:
  ///   - lock: One that was taken before.
  ///   - timeout: How long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  public func lockIndex(
    _ draft: IndexDraft, holding lock: IndexLock? = nil, timeout: Double = 5
  ) throws(GitError) {
    if let lock { draft.lock = lock } else { draft.lock = try lockIndex(timeout: timeout) }
    guard draft.work?.index.isStill() == false else { return }
    draft.work = nil
    try draw(draft, from: nil)
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
      let whole = patch.withPieces(cacheTree: nil) { pieces in
        pieces.flatMap { Array($0.bytes) } + patch.checksum(pieces)
      }
      return try cacheTree(of: new, for: whole) ?? trees
    }
    return trees
  }

  /// Puts a locked draft in the index's place: the files of the change are in theirs. The lock stays.
  ///
  /// - Returns: False for an index that only git changes; then nothing has happened.
  public func putIndex(_ draft: IndexDraft) throws(GitError) -> Bool {
    guard !draft.changes.isEmpty else { return true }
    guard draft.lock != nil, var work = draft.work else { return false }
    // What is held twice is copied when it is changed.
    draft.work = nil
    for case .set(let path, let id, let mode) in draft.changes {
      if let status = try status(of: path, id) {
        work.index.patch.set(status, mode: mode, at: path)
      }
    }
    let old = work.index.image?.file.status
    try work.index.copy.place(
      at: indexPath, work.index.patch, work.trees, modified: work.index.begun,
      mode: old.map { $0.st_mode & 0o777 })
    draft.replaced = old
    draft.placed = try fileStatus(indexPath)
    return true
  }

  /// Whether another index stands where a draft was put. Somebody who is about to write one is waited for, up to a
  /// second.
  public func isReplaced(_ draft: IndexDraft) -> Bool {
    guard let placed = draft.placed else { return false }
    for _ in 0..<50 {
      guard access(indexPath + ".lock", F_OK) == 0 else { break }
      usleep(20_000)
    }
    guard let there = try? fileStatus(indexPath) else { return true }
    return there.st_ino != placed.st_ino || FileStatus(there) != FileStatus(placed)
  }

  /// Brings the index in step after the branch has moved; a lock that a draft has is given back.
  public func updateIndex(_ draft: IndexDraft) throws(GitError) {
    if draft.lock == nil, draft.work != nil { try lockIndex(draft) }
    let isPut = try putIndex(draft)
    draft.release()
    if !isPut { try updateIndexByGit(draft.changes) }
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
    case .leaveOut(_, let id, let mode):
      self.init(path: path, lines: [Line(stage: 0, id: id, mode: mode, isLeftOut: true)])
    }
  }
}
