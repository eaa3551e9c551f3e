import Git
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
      // The owner is an ancestor and may wait for this process, as for a hook: waiting for it would be a deadlock. A
      // client that syncs in the background is done in a moment.
      if left == timeout, let owner = owner(of: path), ProcessTree.isAncestor(owner) { left = 1 }
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

/// The lock files and temporary files that a killed `tasks` command left in git's folder (files.md, "Writing
/// safely"). git would wait for such locks for ever.
package struct StaleLocks {
  /// The git directory of this work tree.
  package let gitDirectory: String

  package init(gitDirectory: String) {
    self.gitDirectory = gitDirectory
  }

  /// Removes what a killed command has left: the locks made since it became the store's writer. While a git that may
  /// hold one of them is running, removes only those that are known to be ours.
  ///
  /// - Parameters:
  ///   - since: When it became the writer, in nanoseconds since 1970.
  ///   - workTree: The work tree to search for a running git.
  func remove(since: Int64, workTree: String) {
    let left = paths.filter { isLeft($0, since) }
    if !left.isEmpty {
      let isGitAtWork = !FileHolder.canTell || gitAtWork(workTree: workTree) != nil
      for path in left where !isGitAtWork || IndexLock.isOurs(path) {
        try? StoreFile.remove(path)
      }
    }
    // Temporary files of commits: the caller holds the store's lock, so no commit is under way.
    for (name, _) in File.names(in: gitDirectory) ?? [] where name.hasPrefix("tasks-commit.") {
      try? StoreFile.remove(gitDirectory + "/" + name)
    }
    IndexLock.clearFiles(beside: gitDirectory + "/index")
  }

  /// Returns the name of a running git that may hold one of the locks, or nil if none is found.
  ///
  /// - Parameter workTree: The work tree to search.
  func gitAtWork(workTree: String) -> String? {
    ([workTree, gitDirectory] + otherWorkTrees).lazy
      .compactMap { FileHolder.gitAtWork(in: $0) }.first
  }

  /// The folder that all work trees of the repository share.
  private var common: String {
    guard let path = StaleLocks.line(of: gitDirectory + "/commondir") else { return gitDirectory }
    return path.hasPrefix("/") ? path : File.realPath(gitDirectory + "/" + path)
  }

  /// The other work trees of the repository: a git running there may hold a lock on the shared refs.
  private var otherWorkTrees: [String] {
    let common = common
    var files = (File.names(in: common + "/worktrees") ?? []).compactMap { name, _ in
      StaleLocks.line(of: "\(common)/worktrees/\(name)/gitdir")
    }
    files.append(common)
    return files.filter { $0.hasSuffix("/.git") }.map { String($0.dropLast("/.git".count)) }
  }

  private static func line(of path: String) -> String? {
    guard let bytes = try? StoreFile.read(path) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The existing lock files, whichever program made them.
  package var paths: [String] {
    let common = common
    var found = ["/index.lock", "/HEAD.lock"].map { gitDirectory + $0 }
    // The lock of `git maintenance` guards no data, but git packs nothing while it exists.
    found += [
      "/config.lock", "/packed-refs.lock", "/reftable/tables.list.lock",
      "/objects/maintenance.lock",
    ].map { common + $0 }
    return found.filter { File.kind($0) != nil } + locks(under: common + "/refs").sorted()
  }

  /// The age in seconds from which a lock counts as stale. git holds one for much less, except while a commit message
  /// is edited, and then git is seen running.
  package static let oldAge: Int64 = 60

  /// Returns the seconds since a lock was made.
  package func age(of path: String) -> Int64 {
    var status = stat()
    var now = timespec()
    guard lstat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
    return Int64(now.tv_sec) - FileStamp.modified(status) / 1_000_000_000
  }

  private func locks(under folder: String) -> [String] {
    var found: [String] = []
    for (name, kind) in File.names(in: folder) ?? [] {
      let path = folder + "/" + name
      if kind == .folder { found += locks(under: path) }
      if kind == .regular, name.hasSuffix(".lock") { found.append(path) }
    }
    return found
  }

  private func isLeft(_ path: String, _ since: Int64) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && FileStamp.modified(status) >= since
  }
}
