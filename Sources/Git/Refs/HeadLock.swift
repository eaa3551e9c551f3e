import Platform

/// What is to stand where HEAD leads, in a file aside: so it is on the disk before the lock is taken, and the lock is
/// held no longer than the move takes.
public final class HeadDraft {
  /// HEAD, and the full names of the branches it leads to, of which the last moves.
  fileprivate let names: [String]
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID
  fileprivate let target: String
  /// The file to sync before the move.
  public let path: String
  /// The folder whose names the move changes.
  public var folder: String { String(target[..<(target.lastSlash ?? target.startIndex)]) }

  fileprivate init(
    _ names: [String], at target: String, from old: ObjectID?, to new: ObjectID, in path: String
  ) throws(GitError) {
    (self.names, self.target, self.old, self.new) = (names, target, old, new)
    self.path = path
    // What a killed process left may be the branch itself, under another name.
    unlink(path)
    try writeFile(path, Array((new.hex + "\n").utf8))
  }

  deinit { unlink(path) }
}

/// What HEAD stands for, locked as git locks it and about to move; held from ``Repository/lockHead(_:)`` until it has
/// moved or is given back.
///
/// HEAD itself is locked, too: nobody is to switch to another branch meanwhile. libgit2 would sync the branch by
/// itself, and the reflogs with it.
public final class HeadLock {
  fileprivate let draft: HeadDraft
  /// git's lock files, that of the branch last.
  private let paths: [String]
  private var held: [String] = []
  /// git's lock file of what moves.
  public var path: String { draft.target + ".lock" }

  /// Takes the locks, waiting for another holder up to a second.
  ///
  /// - Throws: `referenceLocked`.
  fileprivate init(_ draft: HeadDraft, head: String) throws(GitError) {
    self.draft = draft
    let path = draft.target + ".lock"
    paths = head == draft.target ? [path] : [head + ".lock", path]
    do throws(GitError) {
      for path in paths { try take(path) }
    } catch {
      release()
      throw error
    }
    unlink(draft.path)
  }

  deinit { release() }

  private func take(_ path: String) throws(GitError) {
    for attempt in 0..<50 {
      if attempt > 1 { usleep(20_000) }
      if try place(path) { return held.append(path) }
      // The first branch of a group brings the group's folder with it.
      try makeFolder(draft.folder)
    }
    throw .referenceLocked(name: path == self.path ? draft.names.last ?? "HEAD" : "HEAD")
  }

  /// Of a lock that is another's, and of a folder that is not there, which is told when it is made.
  private static let later = [EEXIST, ENOENT, ENOTDIR, EINTR]

  /// False when the lock is another's, or its folder is not there.
  private func place(_ path: String) throws(GitError) -> Bool {
    if link(draft.path, path) == 0 { return true }
    if HeadLock.later.contains(errno) { return false }
    // A file system without hard links, or another one.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      if HeadLock.later.contains(errno) { return false }
      throw .last("create", path)
    }
    defer { close(file) }
    let line = Array((draft.new.hex + "\n").utf8)
    guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
      let error = GitError.last("write", path)
      unlink(path)
      throw error
    }
    return true
  }

  /// Gives the locks back; nothing has moved.
  public func release() {
    for path in held.reversed() { unlink(path) }
    held = []
  }

  fileprivate func commit() throws(GitError) {
    // Folders that a branch of a group has left behind may stand in the way.
    if rename(path, draft.target) != 0 {
      guard [EISDIR, ENOTEMPTY, EEXIST].contains(errno), removeEmptyFolders(draft.target),
        rename(path, draft.target) == 0
      else { throw .last("write", draft.target) }
    }
    held.removeAll { $0 == path }
  }

  private func removeEmptyFolders(_ folder: String) -> Bool {
    for (name, _) in File.names(in: folder) ?? [] {
      guard removeEmptyFolders(folder + "/" + name) else { return false }
    }
    return rmdir(folder) == 0
  }
}

extension Repository {
  /// Writes down where HEAD is to be: the branch it points to, or a detached HEAD itself.
  ///
  /// - Parameters:
  ///   - old: Where it is; nil for a branch without a commit.
  ///   - path: A file of the caller's, on the file system of the repository.
  /// - Returns: Nil for a HEAD that only libgit2 or git can move.
  public func draftHead(
    to new: ObjectID, from old: ObjectID?, at path: String
  ) throws(GitError) -> HeadDraft? {
    guard source.hasReferenceFiles, try hookOnReferences() == nil else { return nil }
    let (names, name) = try namesOfHead()
    guard name == "HEAD" || name.hasPrefix("refs/heads/") else { return nil }
    let target = (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name
    return try HeadDraft(names, at: target, from: old, to: new, in: path)
  }

  /// Takes git's lock on what HEAD stands for, to move it.
  ///
  /// - Throws: `headMoved` when it is not where it was any more, `referenceLocked`.
  public func lockHead(_ draft: HeadDraft) throws(GitError) -> HeadLock {
    let lock = try HeadLock(draft, head: gitDirectory + "/HEAD")
    let name = try namesOfHead().last
    let isSame = name == draft.names.last ?? "HEAD"
    let actual = try reference(name)
    guard isSame, actual == draft.old else {
      throw .headMoved(expected: draft.old, actual: actual)
    }
    return lock
  }

  /// Moves what HEAD stands for. The reflogs are written where git would write them; no more than git's own are
  /// they synced.
  public func moveHead(_ lock: HeadLock, message: String, author: Signature) throws(GitError) {
    try lock.commit()
    defer { lock.release() }
    let line =
      "\(lock.draft.old?.hex ?? format.nothing) \(lock.draft.new.hex) "
      + "\(author.gitText)\t\(message)\n"
    let branches = lock.draft.names.dropFirst().map { commonDirectory + "/logs/" + $0 }
    let setting = try string("core.logAllRefUpdates")?.lowercased() ?? "true"
    let isWanted = !["false", "no", "off", "0"].contains(setting)
    for log in [gitDirectory + "/logs/HEAD"] + branches {
      appendToLog(log, Array(line.utf8), isMade: isWanted)
    }
  }

  /// The commit stands, whatever becomes of its line.
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
