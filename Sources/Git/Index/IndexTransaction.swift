import Platform

/// A change of the index, from drawing the new index to putting it in its place.
///
/// The new index is drawn before the files of the change are in the work tree, and without a lock. git is kept from the
/// index from `lockIndex` on, until the transaction is released or deallocated.
public final class IndexTransaction {
  fileprivate let changes: [IndexChange]
  /// The trees that the changes lead from and to, if they lead from one to another as a whole.
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID?
  fileprivate let willBeThere: (String) -> Bool
  fileprivate var lock: IndexLock?
  /// Nil if git itself has to change the index.
  fileprivate var drawn: DrawnIndex?
  /// The status of the index that was replaced, and of the one in its place.
  public fileprivate(set) var replaced: stat?
  public fileprivate(set) var placed: stat?
  /// Why only git can change this index, such as “split”; nil for one that we change.
  public fileprivate(set) var feature: String?

  fileprivate init(
    _ changes: [IndexChange], from old: ObjectID?, to new: ObjectID?,
    where willBeThere: @escaping (String) -> Bool
  ) {
    (self.changes, self.old, self.new, self.willBeThere) = (changes, old, new, willBeThere)
  }

  /// Releases git's lock.
  public func release() {
    lock?.release()
    lock = nil
  }
}

/// A new index that is written to a temporary file but for the entries of the changed files.
private struct DrawnIndex {
  var patch: IndexPatch
  /// The temporary file.
  let copy: IndexCopy
  let trees: CacheTree?
  /// The second in which drawing began. A file that changes later must not look older than the index.
  let begun: time_t
  /// The index it was drawn from; nil if there was none.
  let image: MappedIndex?
}

extension Repository {
  /// Draws the index that a commit leads to.
  ///
  /// - Parameters:
  ///   - image: The index as it was last read, if it has been; it is read again if it has changed since.
  ///   - willBeThere: Whether a file is at a path when the index is put in its place.
  public func beginIndex(
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
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    let copy = try IndexCopy(of: patch, for: indexPath)
    patch.beginChecksum()
    let trees = try trees(patch, transaction.old, transaction.new)
    return DrawnIndex(patch: patch, copy: copy, trees: trees, begun: begun, image: image)
  }

  /// Whether a file changed within the second in which the old index was written, and looks unchanged: once the
  /// index is newer, its status does not show it (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    let found: stat?
    do { found = try fileStatus(file) } catch { return true }
    guard let there = found else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // A git that is built without nanoseconds, or has `core.checkStat=minimal`, compares no more than these.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    // git compares symbolic links itself.
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
    if let new, trees?.id(of: []) == nil {
      let whole = patch.withPieces(cacheTree: nil) { pieces in
        pieces.flatMap { Array($0.bytes) } + patch.checksum(pieces)
      }
      return try cacheTree(of: new, for: whole) ?? trees
    }
    return trees
  }

  /// Takes git's lock on the index, and draws the new one again if the index has changed since it was drawn.
  ///
  /// - Parameters:
  ///   - lock: A lock that is held already.
  ///   - timeout: How long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  public func lockIndex(
    _ transaction: IndexTransaction, holding lock: IndexLock? = nil, timeout: Double = 5
  ) throws(GitError) {
    transaction.lock = if let lock { lock } else { try lockIndex(timeout: timeout) }
    guard let drawn = transaction.drawn, !isStill(drawn.image) else { return }
    transaction.drawn = nil
    try draw(transaction, from: nil)
  }

  /// Whether the index is still the one that was read; nil stands for no index.
  private func isStill(_ image: MappedIndex?) -> Bool {
    if let image { return image.isStill(at: indexPath) }
    return access(indexPath, F_OK) != 0 && errno == ENOENT
  }

  /// Replaces the index, once the files of the change are in the work tree. The lock stays.
  ///
  /// - Returns: False if only git can change the index; then nothing has happened.
  public func putIndex(_ transaction: IndexTransaction) throws(GitError) -> Bool {
    guard !transaction.changes.isEmpty else { return true }
    guard transaction.lock != nil, var drawn = transaction.drawn else { return false }
    // With a second reference to it, the patch would be copied when it is changed.
    transaction.drawn = nil
    for case .set(let path, let id, let mode) in transaction.changes {
      if let status = try status(of: path, id) { drawn.patch.set(status, mode: mode, at: path) }
    }
    let old = drawn.image?.file.status
    try drawn.copy.place(
      at: indexPath, drawn.patch, drawn.trees, modified: drawn.begun,
      mode: old.map { $0.st_mode & 0o777 })
    transaction.replaced = old
    transaction.placed = try fileStatus(indexPath)
    return true
  }

  /// What the index records of a file; nil if it is not there.
  private func status(of path: String, _ id: ObjectID) throws(GitError) -> FileStatus? {
    let file = workTree + "/" + path
    guard let there = try fileStatus(file) else { return nil }
    var status = FileStatus(there)
    if try !isContent(of: file, there, named: id) { status.size = 0 }
    return status
  }

  /// Whether another process has replaced the index since `putIndex`; waits up to a second for one that holds the lock.
  public func isReplaced(_ transaction: IndexTransaction) -> Bool {
    guard let placed = transaction.placed else { return false }
    for _ in 0..<50 {
      guard access(indexPath + ".lock", F_OK) == 0 else { break }
      usleep(20_000)
    }
    guard let there = try? fileStatus(indexPath) else { return true }
    return there.st_ino != placed.st_ino || FileStatus(there) != FileStatus(placed)
  }

  /// Replaces the index, by git if only git can change it, and releases the lock.
  public func finishIndex(_ transaction: IndexTransaction) throws(GitError) {
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
