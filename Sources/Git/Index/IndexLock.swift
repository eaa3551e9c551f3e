import Platform

/// git's own lock on an index, `index.lock`, held from `init` until it is given back.
///
/// The file says that it is ours from the moment it is there, so that one which a killed process left is told
/// from one that git holds.
public final class IndexLock {
  private static let mark = Array("tasks\n".utf8)
  /// Of a lock on its way.
  private static let ending = ".tasks-lock"

  /// Whether a lock on an index is one of ours.
  public static func isOurs(_ path: String) -> Bool {
    (try? readFileIfThere(path)).flatMap { $0 } == mark
  }

  private let indexPath: String
  private var isHeld = true
  private var path: String { indexPath + ".lock" }

  /// Takes the lock, waiting for another holder up to `timeout` seconds.
  ///
  /// - Throws: `indexLocked`.
  init(of indexPath: String, timeout: Double) throws(GitError) {
    let marked = "\(indexPath)\(IndexLock.ending).\(getpid())"
    defer { unlink(marked) }
    try writeFile(marked, Self.mark)
    var left = timeout
    while !(try Self.place(marked, at: indexPath + ".lock")) {
      guard left > 0 else { throw .indexLocked(path: indexPath + ".lock") }
      usleep(20_000)
      left -= 0.02
    }
    self.indexPath = indexPath
  }

  deinit {
    release()
  }

  /// Gives the lock back.
  func release() {
    if isHeld { unlink(path) }
    isHeld = false
  }

  /// Removes what a killed process of ours left of a lock. The caller sees to it that none of ours is running.
  static func clear(_ indexPath: String) {
    let path = indexPath + ".lock"
    if isOurs(path) { unlink(path) }
    clearFiles(beside: indexPath)
  }

  /// Removes the files of killed processes of ours that have not become a lock or an index. The caller sees to it that
  /// none of ours is running.
  public static func clearFiles(beside indexPath: String) {
    guard let slash = indexPath.lastSlash else { return }
    let name = indexPath[indexPath.utf8.index(after: slash)...]
    let starts = [name + IndexLock.ending, name + IndexCopy.ending]
    for (name, _) in File.names(in: String(indexPath[..<slash])) ?? []
    where starts.contains(where: { name.hasPrefix($0) }) {
      unlink(indexPath[...slash] + name)
    }
  }

  /// False when the lock is another's.
  private static func place(_ marked: String, at path: String) throws(GitError) -> Bool {
    if link(marked, path) == 0 { return true }
    if errno == EEXIST || errno == EINTR { return false }
    // A file system without hard links.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      if errno == EEXIST || errno == EINTR { return false }
      throw .last("create", path)
    }
    defer { close(file) }
    _ = write(file, mark, mark.count)
    return true
  }
}
