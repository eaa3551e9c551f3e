import Git
import Platform

/// The one writer of a store at a time.
///
/// The lock is one of the system's on a file that stays: it goes with the process that held it, however that
/// ended. The file says which process that was.
final class StoreLock {
  private let descriptor: Int32

  /// Takes the lock, waiting up to `timeout` seconds for another writer; nil when that one is still there.
  ///
  /// - Parameter workTree: Where locks that a killed command has left are those of a git at work.
  /// - Throws: `file` when the lock file cannot be made.
  static func take(
    _ path: String, timeout: Double, workTree: String
  ) throws(StoreError) -> StoreLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw StoreFile.failure("create", path) }
    var left = timeout
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = StoreFile.failure("lock", path)
        close(descriptor)
        throw error
      }
      // It waits for this process, perhaps in a hook, and this one would wait for it.
      if left == timeout, let owner = owner(of: path), ProcessTree.isAncestor(owner) { left = 0 }
      guard left > 0 else {
        close(descriptor)
        return nil
      }
      usleep(10_000)
      left -= 0.01
    }
    // A name in it, and nobody who holds it: that one was killed. It may have been another's before us, but
    // whoever takes the lock is the only one here.
    var status = stat()
    if path.hasSuffix("/tasks/lock"), fstat(descriptor, &status) == 0, status.st_size > 0,
      owner(of: path) != nil
    {
      StaleLocks(gitDirectory: String(path.dropLast("/tasks/lock".count)))
        .remove(since: FileStamp.modified(status), workTree: workTree)
    }
    return StoreLock(descriptor)
  }

  /// The process that a lock file names.
  static func owner(of path: String) -> Int32? {
    guard let bytes = try? StoreFile.read(path) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    write("\(getpid())")
  }

  deinit {
    write("")
    close(descriptor)
  }

  /// In place and always as long: to empty the file would cost the file system more than all else here.
  private func write(_ owner: String) {
    let blanks = String(repeating: " ", count: max(0, 10 - owner.utf8.count))
    let text = Array("\(owner)\(blanks)\n".utf8)
    pwrite(descriptor, text, text.count, 0)
  }
}
