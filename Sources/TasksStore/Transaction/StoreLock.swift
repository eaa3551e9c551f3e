import Platform

/// A lock that admits one writer of a store at a time.
///
/// Uses flock(2) on a file that stays: the system releases the lock when its process ends, however that happens. The
/// file names the process.
package final class StoreLock {
  private let descriptor: Int32

  /// Takes the lock, waiting up to `timeout` seconds for another writer; returns nil if that one still holds it.
  ///
  /// - Parameter workTree: The work tree to search for a running git, which may own leftover locks.
  /// - Throws: `file` if the lock file cannot be created.
  package static func take(
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
      // The owner is an ancestor and waits for this process, perhaps in a hook: waiting for it would be a deadlock.
      if left == timeout, let owner = owner(of: path), ProcessTree.isAncestor(owner) { left = 0 }
      guard left > 0 else {
        close(descriptor)
        return nil
      }
      usleep(10_000)
      left -= 0.01
    }
    // A name in an unlocked file is that of a killed process. Only the holder of the lock gets here, so no other
    // process cleans up at the same time.
    var status = stat()
    if path.hasSuffix("/tasks/lock"), fstat(descriptor, &status) == 0, status.st_size > 0,
      owner(of: path) != nil
    {
      StaleLocks(gitDirectory: String(path.dropLast("/tasks/lock".count)))
        .remove(since: FileStamp.modified(status), workTree: workTree)
    }
    return StoreLock(descriptor)
  }

  /// Returns the process that a lock file names.
  package static func owner(of path: String) -> Int32? {
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

  /// Writes in place and always the same length: truncating the file is slow on some file systems.
  private func write(_ owner: String) {
    let blanks = String(repeating: " ", count: max(0, 10 - owner.utf8.count))
    let text = Array("\(owner)\(blanks)\n".utf8)
    pwrite(descriptor, text, text.count, 0)
  }
}
