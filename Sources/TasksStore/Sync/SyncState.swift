import Git
import Platform
import TasksCore

/// The state of a task compared with the upstream branch (requirements, R12).
public enum SyncState: String, Sendable {
  case unsynchronized = "not synchronized"
  case pending = "synchronization pending"
  case synchronized
}

extension TaskStore {
  /// Returns the state of each task: synchronized if its file is the same on the tracking branch.
  public func syncStates(of tasks: [Task]) throws -> [SyncState] {
    guard let upstream = try upstreamFiles() else { return tasks.map { _ in .unsynchronized } }
    let pending = try PendingSync.commit(in: self).flatMap { id in
      try repository.contains(id) ? try files(ofCommit: id) : nil
    }
    return tasks.map { task in
      guard let content = try? StoreFile.read(root + "/" + task.path) else {
        return .unsynchronized
      }
      let id = repository.id(ofBlob: content)
      if upstream[prefix + task.path] == id { return .synchronized }
      return pending?[prefix + task.path] == id ? .pending : .unsynchronized
    }
  }

  /// Returns the tasks that differ from the tracking branch.
  public func unsynced(_ tasks: [Task]) throws -> [Task] {
    zip(tasks, try syncStates(of: tasks)).filter { $1 != .synchronized }.map(\.0)
  }

  /// Returns the store's files on the tracking branch, or nil if there is no upstream.
  private func upstreamFiles() throws -> [String: ObjectID]? {
    guard case .branch(let ref, _) = try repository.head(), let id = try upstream(of: ref)
    else { return nil }
    return try files(ofCommit: id)
  }

  /// Returns the commit of the tracking branch. If the upstream is a local branch, this is the tracking branch that a
  /// sync uses.
  private func upstream(of branch: String) throws -> ObjectID? {
    guard let upstream = try repository.upstream(ofBranch: branch) else { return nil }
    guard upstream.remote == "." else { return upstream.id }
    do {
      return try SyncTarget(self).upstream(in: self)
    } catch is SyncFailure {
      return nil
    }
  }

  private func files(ofCommit id: ObjectID) throws -> [String: ObjectID] {
    var files: [String: ObjectID] = [:]
    let tree = try repository.tree(ofCommit: id)
    for entry in try repository.files(inTree: tree, under: prefix) { files[entry.path] = entry.id }
    return files
  }

  /// Returns how many commits this branch is ahead of and behind the upstream, or nil without one.
  public func aheadBehind() throws -> (ahead: Int, behind: Int)? {
    guard case .branch(let ref, let id) = try repository.head(),
      let upstream = try upstream(of: ref)
    else { return nil }
    return try repository.aheadBehind(local: id, upstream: upstream)
  }
}
