import Platform

package enum IndexChange: Hashable, Sendable {
  case set(path: String, id: ObjectID, mode: FileMode)
  /// Sets an entry with the skip-worktree bit, for a file that a sparse checkout leaves out.
  case leaveOut(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)
  /// Sets a conflict: the entry of each side, nil if it has none.
  case conflict(path: String, base: TreeEntry?, ours: TreeEntry?, theirs: TreeEntry?)

  package var path: String {
    switch self {
    case .set(let path, _, _), .leaveOut(let path, _, _), .remove(let path),
      .conflict(let path, _, _, _):
      path
    }
  }
}

extension Repository {
  /// Takes git's lock on the index.
  ///
  /// - Parameter timeout: How long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  package func lockIndex(timeout: Double = 5) throws(GitError) -> IndexLock {
    try IndexLock(of: indexPath, timeout: timeout)
  }

  /// Removes the lock and temporary files that a killed process of this program left; lock files of git stay. Call it
  /// only if no other process of this program can be at work.
  package func clearDeadIndexLock() { IndexLock.clear(indexPath) }

  /// Changes entries of the index at exact paths and keeps all others.
  ///
  /// A new entry gets the status of the file in the work tree, so that `git status` need not read it; if the file has
  /// other content, the entry is marked to be compared. Setting a path resolves a conflict at it. The index is read
  /// again under the lock if another process has changed it.
  ///
  /// - Parameters:
  ///   - old: The tree before, if the changes are the whole difference between two trees; keeps the cache tree valid.
  ///   - new: The tree after.
  /// - Throws: `indexLocked`.
  package func updateIndex(
    _ changes: [IndexChange], from old: ObjectID? = nil, to new: ObjectID? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else { return }
    let workTree = workTree
    try finishIndex(
      beginIndex(changes, from: old, to: new) { path in
        (try? fileStatus(workTree + "/" + path)) != nil
      })
  }

  /// Changes an index that only git supports: a split or a sparse one, or one with a file system monitor.
  package func updateIndexByGit(_ changes: [IndexChange]) throws(GitError) {
    let absent = try pathsLeftOut(changes)
    var input: [UInt8] = []
    let nothing = format.nothing
    for change in changes {
      input += Array("0 \(nothing)\t\(change.path)\0".utf8)
      switch change {
      case .set(let path, let id, let mode), .leaveOut(let path, let id, let mode):
        input += Array("\(String(mode.rawValue, radix: 8)) \(id.hex)\t\(path)\0".utf8)
      case .conflict(let path, let base, let ours, let theirs):
        for (stage, entry) in [(1, base), (2, ours), (3, theirs)] {
          guard let entry else { continue }
          let mode = String(entry.mode.rawValue, radix: 8)
          input += Array("\(mode) \(entry.id.hex) \(stage)\t\(path)\0".utf8)
        }
      case .remove: break
      }
    }
    let git = GitProgram(folder: workTree)
    try change(["--replace", "-z", "--index-info"], input, by: git)
    if !absent.isEmpty {
      let paths = Array(absent.joined(separator: "\0").utf8) + [0]
      try change(["--skip-worktree", "-z", "--stdin"], paths, by: git)
    }
    // It exits with 1 if any file differs, which is no error here.
    _ = try git.run(["update-index", "-q", "--refresh"])
  }

  /// Runs `git update-index`, again while another process holds the lock: git takes the lock itself, so it must not
  /// be held here.
  private func change(
    _ arguments: [String], _ input: [UInt8], by git: GitProgram
  ) throws(GitError) {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      // `LC_ALL=C` because the error message is parsed.
      let outcome = try git.run(
        ["update-index"] + arguments, input: input, environment: ["LC_ALL": "C"])
      if outcome.succeeded { return outcome.passOnErrors() }
      guard outcome.said.contains("index.lock': File exists") else {
        throw .programFailed(
          command: "git update-index", status: outcome.status.code, output: outcome.said)
      }
      guard ContinuousClock.now < end else { throw .indexLocked(path: indexPath + ".lock") }
      usleep(20_000)
    }
  }

  /// Returns the paths to be set that a sparse checkout leaves out of the work tree.
  private func pathsLeftOut(_ changes: [IndexChange]) throws(GitError) -> [String] {
    var wanted: [String] = []
    var absent: [String] = []
    for case .leaveOut(let path, _, _) in changes { wanted.append(path) }
    for case .set(let path, _, _) in changes where try fileStatus(workTree + "/" + path) == nil {
      absent.append(path)
    }
    guard !absent.isEmpty else { return wanted }
    let index = try index()
    return wanted + absent.filter { index.entry($0)?.isSkipWorktree == true }
  }
}
