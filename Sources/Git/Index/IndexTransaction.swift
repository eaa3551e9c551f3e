import Platform

/// A change of the index, from building the new index to renaming it over the old one.
///
/// The new index is built before the changed files are in the work tree, and without a lock. From `lockIndex` on git
/// cannot change the index, until the transaction is released or deallocated.
package final class IndexTransaction {
  fileprivate let changes: [IndexChange]
  /// The trees before and after, if the changes are the whole difference between two trees.
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID?
  fileprivate let willBeThere: (String) -> Bool
  fileprivate var lock: IndexLock?
  /// Nil if only git can change the index.
  fileprivate var drawn: DrawnIndex?
  /// The status of the replaced index, and of the new one.
  package fileprivate(set) var replaced: stat?
  package fileprivate(set) var placed: stat?
  /// Why only git can change this index, such as “split”; nil if this program can.
  package fileprivate(set) var feature: String?

  fileprivate init(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?,
    where willBeThere: @escaping (String) -> Bool
  ) {
    (self.changes, self.old, self.new, self.willBeThere) = (changes, old, new, willBeThere)
  }

  package func release() {
    lock?.release()
    lock = nil
  }
}

/// A new index, written to a temporary file except for the entries of the changed files.
private struct DrawnIndex {
  var patch: IndexPatch
  let copy: IndexCopy
  let trees: CacheTree?
  /// The second in which building began. It becomes the index's modification time, so that files that change later
  /// are racy, not older than the index.
  let begun: time_t
  /// The old index; nil if there was none.
  let image: MappedIndex?
}

extension Repository {
  /// Builds the index of a commit.
  ///
  /// - Parameters:
  ///   - image: The index as it was last read, if it was; it is read again if it has changed since.
  ///   - willBeThere: Whether a file exists at a path when the index is replaced.
  package func beginIndex(
    after commit: PreparedCommit, from image: MappedIndex? = nil,
    where willBeThere: @escaping (String) -> Bool = { _ in true }
  ) throws(GitError) -> IndexTransaction {
    let old: ObjectID? = if let old = commit.old { try tree(ofCommit: old) } else { nil }
    return try beginIndex(
      commit.changes, from: old, to: commit.tree, of: image, where: willBeThere)
  }

  func beginIndex(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?, of image: MappedIndex? = nil,
    where willBeThere: @escaping (String) -> Bool
  ) throws(GitError) -> IndexTransaction {
    let transaction = IndexTransaction(changes, from: old, to: new, where: willBeThere)
    try draw(transaction, from: image)
    return transaction
  }

  private func draw(
    _ transaction: IndexTransaction, from image: MappedIndex?
  ) throws(GitError) {
    guard !transaction.changes.isEmpty else { return }
    if try hook(named: "post-index-change") != nil {
      transaction.feature = "watched by a hook post-index-change"
      return
    }
    do throws(GitError) {
      transaction.drawn = try drawn(transaction, from: image)
    } catch .unsupportedIndex(_, let feature) {
      transaction.feature = feature
    }
  }

  /// Builds the new index in a temporary file.
  ///
  /// - Throws: `unsupportedIndex` if only git can change the index.
  private func drawn(
    _ transaction: IndexTransaction, from known: MappedIndex?
  ) throws(GitError) -> DrawnIndex {
    var image = known.flatMap { $0.isStill(at: indexPath) ? $0 : nil }
    if image == nil, try fileStatus(indexPath) != nil {
      image = MappedIndex(indexPath)
      guard image != nil else {
        throw .unsupportedIndex(path: indexPath, feature: "that is no regular file")
      }
    }
    guard format == .sha1 else { throw .unsupportedIndex(path: indexPath, feature: "of \(format)") }
    let edits = try transaction.changes.map { change throws(GitError) in
      try IndexEdit(change, willBeThere: transaction.willBeThere(change.path))
    }
    let begun = time(nil)
    var patch = try IndexPatch(image, path: indexPath, edits: edits)
    if image != nil, transaction.new != nil, patch.cacheTree?.id(of: []) == nil {
      // Some programs leave the cache tree out, and without it HEAD's tree is compared with each file. Fails while the
      // lock is held, or if there are conflicts.
      _ = try GitProgram(folder: workTree).run(["write-tree", "--missing-ok"])
      image = MappedIndex(indexPath)
      patch = try IndexPatch(image, path: indexPath, edits: edits)
    }
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    let copy = try IndexCopy(of: patch, for: indexPath)
    patch.beginChecksum()
    let trees = try trees(patch, transaction.old, transaction.new)
    return DrawnIndex(patch: patch, copy: copy, trees: trees, begun: begun, image: image)
  }

  /// Whether the file of a racy entry changed without a visible change of its status: a newer index would hide that
  /// (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    let found: stat?
    do { found = try fileStatus(file) } catch { return true }
    guard let there = found else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // git compares no more than these if it is built without nanoseconds, or with `core.checkStat=minimal`.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    // Symbolic links are left for git to compare.
    guard there.st_mode & S_IFMT == S_IFREG else { return true }
    // A file that cannot be read may have changed.
    return (try? isContent(of: file, there, named: id)) != true
  }

  private func trees(
    _ patch: IndexPatch, _ old: ObjectID?, _ new: ObjectID?
  ) throws(GitError) -> CacheTree? {
    var trees = patch.cacheTree
    try trees?.follow(patch.tally, from: old, to: new) { name, tree throws(GitError) in
      let entry = try self.entry(String(decoding: name, as: UTF8.self), inTree: tree)
      return entry?.mode == .tree ? entry?.id : nil
    }
    return trees
  }

  /// Takes git's lock on the index, and builds the new index again if the old one has changed meanwhile.
  ///
  /// - Parameters:
  ///   - lock: A lock that is already held.
  ///   - timeout: How long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  package func lockIndex(
    _ transaction: IndexTransaction, holding lock: IndexLock? = nil, timeout: Double = 5
  ) throws(GitError) {
    transaction.lock = if let lock { lock } else { try lockIndex(timeout: timeout) }
    guard let drawn = transaction.drawn, !isStill(drawn.image) else { return }
    transaction.drawn = nil
    try draw(transaction, from: nil)
  }

  /// Whether the index is still the one that was read; nil means that there was none.
  private func isStill(_ image: MappedIndex?) -> Bool {
    if let image { return image.isStill(at: indexPath) }
    return access(indexPath, F_OK) != 0 && errno == ENOENT
  }

  /// Replaces the index, after the changed files were written to the work tree. The lock stays held.
  ///
  /// - Returns: False, with nothing changed, if only git can change the index.
  package func putIndex(_ transaction: IndexTransaction) throws(GitError) -> Bool {
    guard !transaction.changes.isEmpty else { return true }
    guard transaction.lock != nil, var drawn = transaction.drawn else { return false }
    // A second reference would make the change below copy the patch.
    transaction.drawn = nil
    for (path, mode, status) in try statuses(transaction.changes) {
      drawn.patch.set(status, mode: mode, at: path)
    }
    let old = drawn.image?.file.status
    try drawn.copy.place(
      at: indexPath, drawn.patch, drawn.trees, modified: drawn.begun,
      mode: old.map { $0.st_mode & 0o777 })
    transaction.replaced = old
    transaction.placed = try fileStatus(indexPath)
    return true
  }

  /// Returns the status to record for each file that is set and exists. They are read in two threads, for each file is
  /// compared with its blob: another process may have changed it since it was written.
  private func statuses(
    _ changes: [IndexChange]
  ) throws(GitError) -> [(path: String, mode: FileMode, status: FileStatus)] {
    let workTree = workTree
    let found = ParallelHalves.halves(of: changes) { changes in
      changes.map { change in
        Attempt { () throws(GitError) -> (String, FileMode, FileStatus)? in
          guard case .set(let path, let id, let mode) = change else { return nil }
          let file = workTree + "/" + path
          guard let there = try fileStatus(file) else { return nil }
          var status = FileStatus(there)
          if try !isContent(of: file, there, named: id) { status.size = 0 }
          return (path, mode, status)
        }
      }
    }
    var statuses: [(path: String, mode: FileMode, status: FileStatus)] = []
    for file in found { if let file = try file.get() { statuses.append(file) } }
    return statuses
  }

  /// Whether another process has replaced the index since `putIndex`; waits up to a second for a process that holds
  /// the lock.
  package func isReplaced(_ transaction: IndexTransaction) -> Bool {
    guard let placed = transaction.placed else { return false }
    for _ in 0..<50 {
      guard access(indexPath + ".lock", F_OK) == 0 else { break }
      usleep(20_000)
    }
    guard let there = try? fileStatus(indexPath) else { return true }
    return there.st_ino != placed.st_ino || FileStatus(there) != FileStatus(placed)
  }

  /// Replaces the index, through git if only git can change it, and releases the lock.
  package func finishIndex(_ transaction: IndexTransaction) throws(GitError) {
    if transaction.lock == nil, transaction.drawn != nil { try lockIndex(transaction) }
    let isPut = try putIndex(transaction)
    transaction.release()
    if !isPut { try updateIndexByGit(transaction.changes) }
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
