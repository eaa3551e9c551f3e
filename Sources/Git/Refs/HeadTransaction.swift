import Platform

/// A move of the branch that HEAD points to, or of a detached HEAD itself.
///
/// The new value is written to a temporary file, which is synced before the lock is taken, so that the lock is held
/// only for a rename. HEAD is locked too, so that no process switches the branch meanwhile. (libgit2 would sync the
/// branch and the reflogs under the lock.)
package final class HeadTransaction {
  /// The chain of symbolic references from HEAD to the branch; only the last one is updated.
  fileprivate let names: [String]
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID
  fileprivate let target: String
  /// The temporary file with the new value, to be synced before the lock is taken.
  package let path: String
  /// The lock files that are held; that of the branch is last.
  private var held: [String] = []

  private var line: [UInt8] { Array((new.hex + "\n").utf8) }
  /// The folder of the reference, whose entries the move changes.
  package var folder: String { String(target[..<(target.lastSlash ?? target.startIndex)]) }
  /// The lock file of the reference that moves.
  package var lockPath: String { target + ".lock" }

  fileprivate init(
    _ names: [String], at target: String, from old: ObjectID?, to new: ObjectID, in path: String
  ) throws(GitError) {
    (self.names, self.target, self.old, self.new) = (names, target, old, new)
    self.path = path
    // A file left by a killed process may be a hard link of the branch.
    unlink(path)
    try writeFile(path, line)
  }

  deinit {
    unlink(path)
    release()
  }

  /// Takes the locks, waiting up to a second for each.
  ///
  /// - Throws: `referenceLocked`.
  fileprivate func lock(head: String) throws(GitError) {
    do throws(GitError) {
      for path in head == target ? [lockPath] : [head + ".lock", lockPath] { try take(path) }
    } catch {
      release()
      throw error
    }
    unlink(path)
  }

  private func take(_ lock: String) throws(GitError) {
    for attempt in 0..<50 {
      if attempt > 1 { usleep(20_000) }
      let code = try createLock(lock, from: path, line)
      if code == 0 { return held.append(lock) }
      guard [EEXIST, ENOENT, ENOTDIR, EINTR].contains(code) else {
        throw .system(.call(doing: "create", path: lock, code: code))
      }
      // The first branch of a group, such as `work/a`, needs the folder of the group.
      try makeFolder(folder)
    }
    throw .referenceLocked(name: lock == lockPath ? names.last ?? "HEAD" : "HEAD")
  }

  package func release() {
    for path in held.reversed() { removeLock(path) }
    held = []
  }

  fileprivate func move() throws(GitError) {
    // Empty folders of deleted branches may be in the way.
    if rename(lockPath, target) != 0 {
      guard [EISDIR, ENOTEMPTY, EEXIST].contains(errno), removeEmptyFolders(target),
        rename(lockPath, target) == 0
      else { throw .last("write", target) }
    }
    held.removeAll { $0 == lockPath }
  }

  private func removeEmptyFolders(_ folder: String) -> Bool {
    for (name, _) in File.names(in: folder) ?? [] {
      guard removeEmptyFolders(folder + "/" + name) else { return false }
    }
    return rmdir(folder) == 0
  }
}

extension Repository {
  /// Prepares a move of the branch that HEAD points to, or of a detached HEAD.
  ///
  /// - Parameters:
  ///   - old: The expected commit; nil for a branch without a commit.
  ///   - path: Where the temporary file is written, on the file system of the repository.
  /// - Returns: Nil if only libgit2 or git can move the reference.
  package func beginHead(
    to new: ObjectID, from old: ObjectID?, at path: String
  ) throws(GitError) -> HeadTransaction? {
    guard source.hasReferenceFiles, try hookOnReferences() == nil else { return nil }
    let (names, name) = try namesOfHead()
    guard name == "HEAD" || name.hasPrefix("refs/heads/") else { return nil }
    let target = (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name
    return try HeadTransaction(names, at: target, from: old, to: new, in: path)
  }

  /// Takes the locks of HEAD and of the reference that moves, and checks that neither has changed.
  ///
  /// - Throws: `headMoved` if HEAD is not at the expected commit; `referenceLocked`.
  package func lockHead(_ transaction: HeadTransaction) throws(GitError) {
    try transaction.lock(head: gitDirectory + "/HEAD")
    do throws(GitError) {
      let name = try namesOfHead().last
      let isSame = name == transaction.names.last ?? "HEAD"
      let actual = try reference(name)
      guard isSame, actual == transaction.old else {
        throw .headMoved(expected: transaction.old, actual: actual)
      }
    } catch {
      transaction.release()
      throw error
    }
  }

  /// Moves the reference and releases the locks. Reflogs are appended to if git would do so; like git, it does not
  /// sync them.
  package func moveHead(
    _ transaction: HeadTransaction, message: String, author: Signature
  ) throws(GitError) {
    try transaction.move()
    defer { transaction.release() }
    let line =
      "\(transaction.old?.hex ?? format.nothing) \(transaction.new.hex) "
      + "\(author.gitText)\t\(message)\n"
    let branches = transaction.names.dropFirst().map { commonDirectory + "/logs/" + $0 }
    let setting = try string("core.logAllRefUpdates")?.lowercased() ?? "true"
    let isWanted = !["false", "no", "off", "0"].contains(setting)
    for log in [gitDirectory + "/logs/HEAD"] + branches {
      appendToLog(log, Array(line.utf8), isMade: isWanted)
    }
  }

  /// Appends a line to a reflog; errors are ignored, since the commit is valid without it.
  private func appendToLog(_ path: String, _ line: [UInt8], isMade: Bool) {
    var file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    if file < 0, isMade {
      try? makeFolder(String(path[..<(path.lastSlash ?? path.startIndex)]))
      file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    }
    guard file >= 0 else { return }
    _ = write(file, line, line.count)
    close(file)
  }
}
