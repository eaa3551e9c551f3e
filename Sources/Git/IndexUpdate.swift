import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A change to one path of the index.
public enum IndexChange: Hashable, Sendable {
  case set(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)

  public var path: String {
    switch self {
    case .set(let path, _, _), .remove(let path): path
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

  /// Changes the index at exact paths and leaves everything else in it as it is.
  ///
  /// An entry that is set gets the status of the file in the work tree, so that `git status` is
  /// clean without a look inside; where the file holds something else, the entry says that it has
  /// to be compared. A conflict at a path is resolved by it. The lock is held from the reading to
  /// the writing, so no change of another process is lost.
  ///
  /// - Parameter held: the lock, when it is taken already; it is given back.
  /// - Throws: `indexLocked`.
  public func updateIndex(
    _ changes: [IndexChange], holding held: IndexLock? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else {
      held?.release()
      return
    }
    let lock: IndexLock
    if let held { lock = held } else { lock = try lockIndex() }
    defer { lock.release() }
    let copy = lock.copyPath
    unlink(copy)
    defer { unlink(copy) }
    let old = try fileStatus(indexPath)
    if old != nil, link(indexPath, copy) != 0 { try writeFile(copy, readFile(indexPath)) }
    var opened: OpaquePointer?
    guard git_index_open(&opened, copy) == 0, let index = opened else {
      lock.release()
      return try updateIndexByGit(changes)
    }
    defer { git_index_free(index) }
    for change in changes { try apply(change, to: index) }
    if let old { try smudge(index, notOlderThan: FileStatus(old).mtime, but: changes) }
    try check(git_index_write(index), "write the index \(indexPath)")
    if let old { chmod(copy, old.st_mode & 0o777) }
    try lock.commit()
  }

  private func apply(_ change: IndexChange, to index: OpaquePointer) throws(GitError) {
    let path = change.path
    _ = try Self.components(of: path)
    let code = git_index_conflict_remove(index, path)
    if code != GIT_ENOTFOUND.rawValue { try check(code, "resolve \(path) in the index") }
    guard case .set(_, let id, let mode) = change else {
      let code = git_index_remove(index, path, 0)
      if code != GIT_ENOTFOUND.rawValue { try check(code, "remove \(path) from the index") }
      return
    }
    var entry = git_index_entry()
    entry.mode = mode.rawValue
    entry.id = id.oid
    let file = workTree + "/" + path
    if let status = try fileStatus(file) {
      entry.fill(FileStatus(status))
      if try !holds(file, status, id) { entry.file_size = 0 }
    } else if let there = git_index_get_bypath(index, path, 0) {
      // Left out by a sparse checkout, and still so.
      entry.flags_extended =
        there.pointee.flags_extended & UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
    }
    let added = path.withCString { name in
      entry.path = name
      return git_index_add(index, &entry)
    }
    try check(added, "put \(path) into the index")
  }

  /// Whether a regular file holds exactly what an id names.
  func holds(_ file: String, _ status: stat, _ id: ObjectID) throws(GitError) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
      return false
    }
    return ObjectID.ofBlob(content) == id
  }

  /// Marks entries that changed within the second in which the old index was written, and look
  /// unchanged: once the index is newer, nothing else would tell (racy-git, in git's
  /// Documentation/technical).
  private func smudge(
    _ index: OpaquePointer, notOlderThan written: UInt32, but changes: [IndexChange]
  ) throws(GitError) {
    let ours = Set(changes.map(\.path))
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position),
        UInt32(truncatingIfNeeded: entry.pointee.mtime.seconds) >= written,
        entry.pointee.file_size != 0, git_index_entry_stage(entry) == 0,
        let name = entry.pointee.path
      else { continue }
      let path = String(cString: name)
      if ours.contains(path) { continue }
      let file = workTree + "/" + path
      guard let status = try fileStatus(file),
        status.st_mode & S_IFMT == S_IFREG, looksUnchanged(entry.pointee, FileStatus(status)),
        try !holds(file, status, ObjectID(entry.pointee.id))
      else { continue }
      UnsafeMutablePointer(mutating: entry).pointee.file_size = 0
    }
  }

  /// Whether the least careful git, built without nanoseconds or told `core.checkStat=minimal`, would not look
  /// inside a file.
  private func looksUnchanged(_ entry: git_index_entry, _ status: FileStatus) -> Bool {
    UInt32(bitPattern: entry.mtime.seconds) == status.mtime && entry.file_size == status.size
  }

  /// For an index that libgit2 does not know: split, sparse, without a checksum.
  private func updateIndexByGit(_ changes: [IndexChange]) throws(GitError) {
    var input: [UInt8] = []
    for change in changes {
      switch change {
      case .set(let path, let id, let mode):
        input += "\(String(mode.rawValue, radix: 8)) \(id.hex)\t\(path)\0".utf8
      case .remove(let path):
        input += "0 \(String(repeating: "0", count: 40))\t\(path)\0".utf8
      }
    }
    let git = GitProgram(folder: workTree)
    try git.check(["update-index", "-z", "--index-info"], input: input)
    // It ends with 1 when some file does not match, which is none of our business.
    _ = try git.run(["update-index", "-q", "--refresh"])
  }
}

extension git_index_entry {
  fileprivate mutating func fill(_ status: FileStatus) {
    ctime.seconds = Int32(bitPattern: status.ctime)
    ctime.nanoseconds = status.ctimeNanoseconds
    mtime.seconds = Int32(bitPattern: status.mtime)
    mtime.nanoseconds = status.mtimeNanoseconds
    dev = status.device
    ino = status.inode
    uid = status.user
    gid = status.group
    file_size = status.size
  }
}
