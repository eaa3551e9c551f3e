import Platform

/// A change to one path of the index.
public enum IndexChange: Hashable, Sendable {
  case set(path: String, id: ObjectID, mode: FileMode)
  /// The same for a file that a sparse checkout leaves out of the work tree.
  case leaveOut(path: String, id: ObjectID, mode: FileMode)
  case remove(path: String)
  /// A conflict that somebody has to resolve: what each side has at the path, nil for nothing.
  case conflict(path: String, base: TreeEntry?, ours: TreeEntry?, theirs: TreeEntry?)

  public var path: String {
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
  /// - Parameter timeout: how long to wait for another process's lock, in seconds.
  /// - Throws: `indexLocked`.
  public func lockIndex(timeout: Double = 5) throws(GitError) -> IndexLock {
    try IndexLock(of: indexPath, timeout: timeout)
  }

  /// Removes the lock that a killed process of ours left on the index; git's own stay. Only to be called
  /// where no other process of ours can be at work.
  public func clearDeadIndexLock() { IndexLock.clear(indexPath) }

  /// Changes the index at exact paths and leaves everything else in it as it is.
  ///
  /// An entry that is set gets the status of the file in the work tree, so that `git status` is
  /// clean without a look inside; where the file holds something else, the entry says that it has
  /// to be compared. A conflict at a path is resolved by it. What another process changed before the lock was
  /// taken is read anew, so none of it is lost.
  ///
  /// - Parameters:
  ///   - old: The tree that the changes lead from, where they lead
  ///   - new: to another as a whole: then git is told the trees of the folders on the way.
  /// - Throws: `indexLocked`.
  public func updateIndex(
    _ changes: [IndexChange], from old: ObjectID? = nil, to new: ObjectID? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else { return }
    let workTree = workTree
    try finishIndex(
      beginIndex(changes, from: old, to: new) { path in
        (try? fileStatus(workTree + "/" + path)) != nil
      })
  }

  /// For an index that is changed by git only: split, sparse, one that a file system monitor goes with.
  func updateIndexByGit(_ changes: [IndexChange]) throws(GitError) {
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
    // It ends with 1 when some file does not match, which is none of our business.
    _ = try git.run(["update-index", "-q", "--refresh"])
  }

  /// Runs `git update-index`, again for as long as another process holds the lock: git takes its own, so ours had to
  /// be given back.
  private func change(
    _ arguments: [String], _ input: [UInt8], by git: GitProgram
  ) throws(GitError) {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      // What it says of a lock is read.
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

  /// The paths to be set that a sparse checkout leaves out of the work tree.
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
