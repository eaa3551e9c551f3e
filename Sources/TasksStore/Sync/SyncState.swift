import Git
import Platform
import TasksCore

/// How a task stands against the upstream branch (requirements, R12).
public enum SyncState: String, Sendable {
  case unsynchronized = "not synchronized"
  case pending = "synchronization pending"
  case synchronized
}

extension TaskStore {
  /// How each task stands: synchronized when its file is as the upstream branch was last seen to have it.
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

  /// The tasks that the upstream branch does not have as they are.
  public func unsynced(_ tasks: [Task]) throws -> [Task] {
    zip(tasks, try syncStates(of: tasks)).filter { $1 != .synchronized }.map(\.0)
  }

  /// The files of the store on the upstream branch; nil when there is none.
  private func upstreamFiles() throws -> [String: ObjectID]? {
    guard case .branch(let ref, _) = try repository.head(), let id = try upstream(of: ref)
    else { return nil }
    return try files(ofCommit: id)
  }

  /// Where the branch that a sync goes by was last seen. It is the upstream branch, but for one of this clone: a
  /// branch that follows that one is synchronized with the remote all the same.
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

  /// How many commits this branch has that the upstream does not, and the other way round.
  public func aheadBehind() throws -> (ahead: Int, behind: Int)? {
    guard case .branch(let ref, let id) = try repository.head(),
      let upstream = try upstream(of: ref)
    else { return nil }
    return try repository.aheadBehind(local: id, upstream: upstream)
  }
}
