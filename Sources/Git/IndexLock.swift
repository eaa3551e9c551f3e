#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// git's own lock on an index, `index.lock`, held from `init` until it is committed or dropped.
final class IndexLock {
  private let indexPath: String
  private var isHeld = true
  private var path: String { indexPath + ".lock" }

  /// Takes the lock, waiting for another holder up to `timeout` seconds.
  ///
  /// - Throws: `indexLocked`.
  init(of indexPath: String, timeout: Double) throws(GitError) {
    var left = timeout
    while true {
      let file = open(indexPath + ".lock", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 {
        close(file)
        break
      }
      if errno == EINTR { continue }
      guard errno == EEXIST else { throw systemError("create", indexPath + ".lock") }
      guard left > 0 else { throw .indexLocked(path: indexPath + ".lock") }
      usleep(20_000)
      left -= 0.02
    }
    self.indexPath = indexPath
  }

  deinit {
    release()
  }

  /// Gives the lock back and leaves the index as it is.
  func release() {
    if isHeld { unlink(path) }
    isHeld = false
  }

  /// Puts a file in the index's place and gives the lock back.
  func commit(_ file: String) throws(GitError) {
    // Onto the lock first, so that nobody takes it between the two steps.
    guard rename(file, path) == 0 else { throw systemError("write", path) }
    guard rename(path, indexPath) == 0 else { throw systemError("write", indexPath) }
    isHeld = false
  }
}
