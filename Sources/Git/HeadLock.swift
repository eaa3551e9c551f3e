#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What HEAD stands for, locked as git locks it and about to move; held from ``Repository/lockHead`` until it has
/// moved or is given back.
///
/// The lock's file holds what is to stand there, so that it can be brought to the disk together with all else that
/// must be there before. libgit2 would sync it by itself, and the reflogs with it.
public final class HeadLock {
  /// HEAD, and the full names of the branches it leads to, of which the last moves.
  fileprivate let names: [String]
  fileprivate let old: ObjectID?
  fileprivate let new: ObjectID
  private let target: String
  private var isHeld: Bool
  /// The file to sync before the move.
  public var path: String { target + ".lock" }
  /// The folder whose names the move changes.
  public var folder: String { String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)]) }

  /// Takes the lock, waiting for another holder up to a second.
  ///
  /// - Throws: `referenceLocked`.
  fileprivate init(
    _ names: [String], at target: String, from old: ObjectID?, to new: ObjectID
  ) throws(GitError) {
    (self.names, self.target, self.old, self.new) = (names, target, old, new)
    isHeld = false
    var file: Int32 = -1
    for attempt in 0..<50 {
      if attempt > 0 { usleep(20_000) }
      makeFolders()
      file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 || errno != EEXIST && errno != ENOENT { break }
    }
    guard file >= 0 else {
      if errno == EEXIST { throw .referenceLocked(name: names.last ?? "HEAD") }
      throw systemError("create", path)
    }
    isHeld = true
    defer { close(file) }
    let line = Array((new.hex + "\n").utf8)
    guard write(file, line, line.count) == line.count else { throw systemError("write", path) }
  }

  deinit { release() }

  /// The first branch of a group brings the group's folder with it.
  private func makeFolders() {
    var made = folder
    while mkdir(made, 0o777) != 0, errno == ENOENT, let slash = made.lastIndex(of: "/") {
      made = String(made[..<slash])
    }
    if made != folder { makeFolders() }
  }

  /// Gives the lock back; nothing has moved.
  public func release() {
    if isHeld { unlink(path) }
    isHeld = false
  }

  fileprivate func commit() throws(GitError) {
    guard rename(path, target) == 0 else { throw systemError("write", target) }
    isHeld = false
  }
}

extension Repository {
  /// Takes git's lock on what HEAD stands for, the branch it points to or a detached HEAD itself, to move it.
  ///
  /// - Throws: `headMoved` when it is not at `old` any more (nil: a branch without a commit), `referenceLocked`.
  /// - Returns: Nil for a HEAD that only libgit2 or git can move.
  public func lockHead(to new: ObjectID, from old: ObjectID?) throws(GitError) -> HeadLock? {
    guard source.hasReferenceFiles else { return nil }
    let (names, name) = try namesOfHead()
    guard name == "HEAD" || name.hasPrefix("refs/heads/") else { return nil }
    let target = (name == "HEAD" ? gitDirectory : commonDirectory) + "/" + name
    let lock = try HeadLock(names, at: target, from: old, to: new)
    let actual = try reference(name)
    guard actual == old else { throw .headMoved(expected: old, actual: actual) }
    return lock
  }

  /// Moves what HEAD stands for. The reflogs are written where git would write them; no more than git's own are
  /// they synced.
  public func moveHead(_ lock: HeadLock, message: String, author: Signature) throws(GitError) {
    try lock.commit()
    let line =
      "\(lock.old?.hex ?? format.nothing) \(lock.new.hex) "
      + "\(author.gitText)\t\(message)\n"
    let branches = lock.names.dropFirst().map { commonDirectory + "/logs/" + $0 }
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
