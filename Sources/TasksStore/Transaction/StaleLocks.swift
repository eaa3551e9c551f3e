import Git
import Platform

/// The lock files that a `tasks` command left in git's folder because it was killed (files.md, "Writing
/// safely"), for which git would wait for ever, and other files of its own.
struct StaleLocks {
  /// Of this work tree.
  let gitDirectory: String

  /// Removes what a command has left that is dead now: the locks that were made since it became the store's writer,
  /// all of them only where no git is at work that may hold one.
  ///
  /// - Parameters:
  ///   - since: When that was, in nanoseconds since 1970.
  ///   - workTree: Where a git would be at work.
  func remove(since: Int64, workTree: String) {
    let left = paths.filter { isLeft($0, since) }
    if !left.isEmpty {
      let isGitAtWork = !FileHolder.canTell || gitAtWork(workTree: workTree) != nil
      for path in left where !isGitAtWork || IndexLock.isOurs(path) {
        try? StoreFile.remove(path)
      }
    }
    // The files of a commit on its way: whoever is the writer knows that nobody is at one.
    for (name, _) in File.names(in: gitDirectory) ?? [] where name.hasPrefix("tasks-commit.") {
      try? StoreFile.remove(gitDirectory + "/" + name)
    }
    IndexLock.clearFiles(beside: gitDirectory + "/index")
  }

  /// A git at work that may hold one of the locks; nil when none is found.
  ///
  /// - Parameter workTree: Where it would be at work.
  func gitAtWork(workTree: String) -> String? {
    ([workTree, gitDirectory] + otherWorkTrees).lazy
      .compactMap { FileHolder.gitAtWork(in: $0) }.first
  }

  /// The folder of what all work trees of the repository share.
  private var common: String {
    guard let path = StaleLocks.line(of: gitDirectory + "/commondir") else { return gitDirectory }
    return path.hasPrefix("/") ? path : TaskStore.realPath(gitDirectory + "/" + path)
  }

  /// Those that share the branches: a git at work in one may hold a lock on its own.
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

  /// Those that are there, whoever has made them.
  var paths: [String] {
    let common = common
    var found = ["/index.lock", "/HEAD.lock"].map { gitDirectory + $0 }
    // The one of `git maintenance` guards nothing, but while it is there git packs nothing.
    found += [
      "/config.lock", "/packed-refs.lock", "/reftable/tables.list.lock",
      "/objects/maintenance.lock",
    ].map { common + $0 }
    return found.filter { File.kind($0) != nil } + locks(under: common + "/refs").sorted()
  }

  /// So many seconds may pass before a lock counts as left behind: git holds one for much less, but for a commit
  /// whose message is being written, where it is at work to be seen.
  static let oldAge: Int64 = 60

  /// Seconds since a lock was made.
  func age(of path: String) -> Int64 {
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
