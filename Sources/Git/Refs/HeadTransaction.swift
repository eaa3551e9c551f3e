import Platform

/// A move of what HEAD stands for: a branch, or a detached HEAD itself.
///
/// The new line is written to a file first, so that it is on the disk before the lock is taken, and the lock is held for
/// no longer than the move takes. HEAD itself is locked as well, so that no process switches the branch meanwhile.
/// (libgit2 would sync the branch and the reflogs under the lock.)
public final class HeadTransaction {
  /// HEAD, and the full names of the references it leads to, one by one; the last one moves.
  fileprivate let names: [String]
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID
  fileprivate let target: String
  /// The file with the new line, to be synced before the lock is taken.
  public let path: String
  /// git's lock files that are held, that of the branch last.
  private var held: [String] = []

  /// The folder whose names the move changes.
  public var folder: String { String(target[..<(target.lastSlash ?? target.startIndex)]) }
  /// git's lock file of what moves.
  public var lockPath: String { target + ".lock" }

  fileprivate init(
    _ names: [String], at target: String, from old: ObjectID?, to new: ObjectID, in path: String
  ) throws(GitError) {
    (self.names, self.target, self.old, self.new) = (names, target, old, new)
    self.path = path
    // The file that a killed process left may be a hard link of the branch.
    unlink(path)
    try writeFile(path, Array((new.hex + "\n").utf8))
  }

  deinit {
    unlink(path)
    release()
  }

  /// Takes the locks, waiting for another holder up to a second.
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
      if try create(lock) { return held.append(lock) }
      // The first branch of a group needs the group's folder.
      try makeFolder(folder)
    }
    throw .referenceLocked(name: lock == lockPath ? names.last ?? "HEAD" : "HEAD")
  }

  /// Errors after which the lock is tried again: another process has it, or its folder is missing.
  private static let passing = [EEXIST, ENOENT, ENOTDIR, EINTR]

  /// Returns false if another process has the lock, or its folder is missing.
  private func create(_ lock: String) throws(GitError) -> Bool {
    if link(path, lock) == 0 { return true }
    if HeadTransaction.passing.contains(errno) { return false }
    // A file system without hard links, or another one.
    let file = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      if HeadTransaction.passing.contains(errno) { return false }
      throw .last("create", lock)
    }
    defer { close(file) }
    let line = Array((new.hex + "\n").utf8)
    guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
      let error = GitError.last("write", lock)
      unlink(lock)
      throw error
    }
    return true
  }

  /// Releases the locks.
  public func release() {
    for path in held.reversed() { unlink(path) }
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
  /// Prepares a move of what HEAD stands for.
  ///
  /// - Parameters:
  ///   - old: Where it is; nil for a branch without a commit.
  ///   - path: A file of the caller's, on the file system of the repository.
  /// - Returns: Nil if only libgit2 or git can move it.
  public func beginHead(
    to new: ObjectID, from old: ObjectID?, at path: String
  ) throws(GitError) -> HeadTransaction? {
    guard source.hasReferenceFiles, try hookOnReferences() == nil else { return nil }
    let (names, name) = try namesOfHead()
    guard name == "HEAD" || name.hasPrefix("refs/heads/") else { return nil }
    let target = (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name
    return try HeadTransaction(names, at: target, from: old, to: new, in: path)
  }

  /// Takes git's locks on what HEAD stands for.
  ///
  /// - Throws: `headMoved` if it has moved meanwhile, `referenceLocked`.
  public func lockHead(_ transaction: HeadTransaction) throws(GitError) {
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

  /// Moves what HEAD stands for, and releases the locks. Reflogs are written if git would write them; git does not sync
  /// them either.
  public func moveHead(
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

  /// Appends a line; a failure is ignored, since the commit stands without it.
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
