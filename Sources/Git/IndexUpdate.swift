#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A change to one path of the index.
public enum IndexChange: Hashable, Sendable {
  case set(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)
  /// A conflict that somebody has to resolve: what each side has at the path, nil for nothing.
  case conflict(path: String, base: TreeEntry?, ours: TreeEntry?, theirs: TreeEntry?)

  public var path: String {
    switch self {
    case .set(let path, _, _), .remove(let path), .conflict(let path, _, _, _): path
    }
  }
}

extension Repository {
  /// Takes git's lock on the index ahead of ``updateIndex``, so that what comes before it does not begin when
  /// the index cannot follow.
  ///
  /// - Parameter timeout: how long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  public func lockIndex(timeout: Double = 5) throws(GitError) -> IndexLock {
    try IndexLock(of: indexPath, timeout: timeout)
  }

  /// Removes the lock that a killed process of ours left on the index; git's own stay. Only to be called
  /// where no other process of ours can be at work.
  public func clearDeadIndexLock() { IndexLock.clear(indexPath) }

  /// Brings the index in step with a commit.
  public func updateIndex(
    after commit: PreparedCommit, holding lock: IndexLock? = nil
  ) throws(GitError) {
    let old: ObjectID? = if let old = commit.old { try tree(ofCommit: old) } else { nil }
    try updateIndex(commit.changes, from: old, to: commit.tree, holding: lock)
  }

  /// Changes the index at exact paths and leaves everything else in it as it is.
  ///
  /// An entry that is set gets the status of the file in the work tree, so that `git status` is
  /// clean without a look inside; where the file holds something else, the entry says that it has
  /// to be compared. A conflict at a path is resolved by it. The lock is held from the reading to
  /// the writing, so no change of another process is lost.
  ///
  /// - Parameters:
  ///   - old: The tree that the changes lead from, where they lead
  ///   - new: to another as a whole: then git is told the trees of the folders on the way.
  ///   - held: the lock, when it is taken already; it is given back.
  /// - Throws: `indexLocked`.
  public func updateIndex(
    _ changes: [IndexChange], from old: ObjectID? = nil, to new: ObjectID? = nil,
    holding held: IndexLock? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else {
      held?.release()
      return
    }
    let lock: IndexLock
    if let held { lock = held } else { lock = try lockIndex() }
    defer { lock.release() }
    do {
      try patchIndex(changes, old, new, lock)
    } catch .unsupportedIndex {
      lock.release()
      try updateIndexByGit(changes)
    }
  }

  private func patchIndex(
    _ changes: [IndexChange], _ old: ObjectID?, _ new: ObjectID?, _ lock: IndexLock
  ) throws(GitError) {
    let start = time(nil)
    let edits = try changes.map { change throws(GitError) in try edit(change) }
    let status = try fileStatus(indexPath)
    var patch = try patch(edits, of: status)
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    var trees = patch.cacheTree
    try trees?.follow(patch.tally, from: old, to: new) { name, tree throws(GitError) in
      let entry = try self.entry(String(decoding: name, as: UTF8.self), inTree: tree)
      return entry?.mode == .tree ? entry?.id : nil
    }
    if let new, trees?.id(of: []) == nil {
      let whole = patch.withPieces(cacheTree: nil) { $0.flatMap { Array($0) } }
      trees = try cacheTree(of: new, for: whole) ?? trees
    }
    let copy = lock.copyPath
    unlink(copy)
    do throws(GitError) {
      // A file that is changed while this goes on must not look older than the index.
      let code = patch.withPieces(cacheTree: trees) { write($0, to: copy, modified: start) }
      if code != 0 { throw GitError.system(doing: "write", path: copy, code: code) }
      if let status { chmod(copy, status.st_mode & 0o777) }
      try lock.commit()
    } catch {
      unlink(copy)
      throw error
    }
  }

  private func patch(_ edits: [IndexEdit], of status: stat?) throws(GitError) -> IndexPatch {
    let writtenAt = status.map { FileStatus($0).mtime } ?? 0
    guard status != nil else {
      return try IndexPatch(nil, path: indexPath, writtenAt: writtenAt, edits: edits)
    }
    guard let file = MappedFile(indexPath, isChangeable: true) else {
      throw .unsupportedIndex(path: indexPath, feature: "that is no regular file")
    }
    return try IndexPatch(file, path: indexPath, writtenAt: writtenAt, edits: edits)
  }

  private func edit(_ change: IndexChange) throws(GitError) -> IndexEdit {
    _ = try Self.components(of: change.path)
    let path = Array(change.path.utf8)
    switch change {
    case .remove: return IndexEdit(path: path, lines: [])
    case .conflict(_, let base, let ours, let theirs):
      let lines = [base, ours, theirs].enumerated().compactMap { place, entry in
        entry.map { IndexEdit.Line(stage: place + 1, id: $0.id, mode: $0.mode, status: nil) }
      }
      return IndexEdit(path: path, lines: lines)
    case .set(_, let id, let mode):
      let file = workTree + "/" + change.path
      var status: FileStatus?
      if let there = try fileStatus(file) {
        status = FileStatus(there)
        if try !holds(file, there, id) { status?.size = 0 }
      }
      let line = IndexEdit.Line(
        stage: 0, id: id, mode: mode, status: status, keepsSkipWorktree: status == nil)
      return IndexEdit(path: path, lines: [line])
    }
  }

  /// Whether a regular file holds exactly what an id names.
  func holds(_ file: String, _ status: stat, _ id: ObjectID) throws(GitError) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
      return false
    }
    return ObjectID.ofBlob(content) == id
  }

  /// Whether a file changed within the second in which the old index was written, and looks unchanged: once the
  /// index is newer, nothing else would tell (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    guard let there = try fileStatus(file), there.st_mode & S_IFMT == S_IFREG else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // The least careful git, built without nanoseconds or told `core.checkStat=minimal`, looks at no more.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    return try !holds(file, there, id)
  }

  /// For an index that is changed by git only: split, sparse, one that a file system monitor goes with.
  private func updateIndexByGit(_ changes: [IndexChange]) throws(GitError) {
    let absent = try pathsLeftOut(changes)
    var input: [UInt8] = []
    let nothing = String(repeating: "0", count: 40)
    for change in changes {
      input += Array("0 \(nothing)\t\(change.path)\0".utf8)
      switch change {
      case .set(let path, let id, let mode):
        input += Array("\(String(mode.rawValue, radix: 8)) \(id.hex)\t\(path)\0".utf8)
      case .conflict(let path, let base, let ours, let theirs):
        for (stage, entry) in [(1, base), (2, ours), (3, theirs)] {
          guard let entry else { continue }
          let mode = String(entry.mode.rawValue, radix: 8)
          input += Array("\(mode) \(entry.id.hex) \(stage)\t\(path)\0".utf8)
        }
      case .remove: break
      }
    }
    let git = GitProgram(folder: workTree)
    try git.check(["update-index", "--replace", "-z", "--index-info"], input: input)
    if !absent.isEmpty {
      try git.check(
        ["update-index", "--skip-worktree", "-z", "--stdin"],
        input: Array(absent.joined(separator: "\0").utf8) + [0])
    }
    // It ends with 1 when some file does not match, which is none of our business.
    _ = try git.run(["update-index", "-q", "--refresh"])
  }

  /// The paths to be set that a sparse checkout leaves out of the work tree.
  private func pathsLeftOut(_ changes: [IndexChange]) throws(GitError) -> [String] {
    var absent: [String] = []
    for case .set(let path, _, _) in changes where try fileStatus(workTree + "/" + path) == nil {
      absent.append(path)
    }
    guard !absent.isEmpty else { return [] }
    let index = try index()
    return absent.filter { index.entry($0)?.isSkipWorktree == true }
  }
}
