#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
  public var folder: String { String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)]) }

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
/// libgit2 would sync it by itself, and the reflogs with it.
public final class HeadLock {
  fileprivate let draft: HeadDraft
  private var isHeld = false
  /// git's lock file.
  public var path: String { draft.target + ".lock" }

  /// Takes the lock, waiting for another holder up to a second.
  ///
  /// - Throws: `referenceLocked`.
  fileprivate init(_ draft: HeadDraft) throws(GitError) {
    self.draft = draft
    for attempt in 0..<50 {
      if attempt > 0 { usleep(20_000) }
      makeFolders()
      isHeld = try place()
      if isHeld { return }
    }
    throw .referenceLocked(name: draft.names.last ?? "HEAD")
  }

  deinit { release() }

  /// False when the lock is another's, or the folder has just gone.
  private func place() throws(GitError) -> Bool {
    if link(draft.path, path) == 0 {
      unlink(draft.path)
      return true
    }
    if [EEXIST, ENOENT, EINTR].contains(errno) { return false }
    // A file system without hard links, or another one.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      if [EEXIST, ENOENT, EINTR].contains(errno) { return false }
      throw systemError("create", path)
    }
    defer { close(file) }
    let line = Array((draft.new.hex + "\n").utf8)
    guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
      let error = systemError("write", path)
      unlink(path)
      throw error
    }
    return true
  }

  /// The first branch of a group brings the group's folder with it.
  private func makeFolders() {
    var made = draft.folder
    while mkdir(made, 0o777) != 0, errno == ENOENT, let slash = made.lastIndex(of: "/") {
      made = String(made[..<slash])
    }
    if made != draft.folder { makeFolders() }
  }

  /// Gives the lock back; nothing has moved.
  public func release() {
    if isHeld { unlink(path) }
    isHeld = false
  }

  fileprivate func commit() throws(GitError) {
    guard rename(path, draft.target) == 0 else { throw systemError("write", draft.target) }
    isHeld = false
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
    guard source.hasReferenceFiles else { return nil }
    let (names, name) = try namesOfHead()
    guard name == "HEAD" || name.hasPrefix("refs/heads/") else { return nil }
    let target = (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name
    return try HeadDraft(names, at: target, from: old, to: new, in: path)
  }

  /// Takes git's lock on what HEAD stands for, to move it.
  ///
  /// - Throws: `headMoved` when it is not where it was any more, `referenceLocked`.
  public func lockHead(_ draft: HeadDraft) throws(GitError) -> HeadLock {
    let lock = try HeadLock(draft)
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
    var file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    if file < 0, isMade {
      var folders: [String] = []
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/"), folder.count > commonDirectory.count {
        folder = folder[..<slash]
        folders.append(String(folder))
      }
      for folder in folders.reversed() { mkdir(folder, 0o777) }
      file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard file >= 0 else { return }
    _ = write(file, line, line.count)
    close(file)
  }
}
