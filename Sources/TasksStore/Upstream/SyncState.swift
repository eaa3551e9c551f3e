import Git
import Platform
import TasksCore

/// The state of a task compared with the upstream branch (requirements, R12).
package enum SyncState: String, Sendable {
  case unsynchronized = "not synchronized"
  case pending = "synchronization pending"
  case synchronized
}

/// Another commit, as far as the files of a store differ there from those of HEAD.
private struct ComparedCommit {
  private let store: TaskStore
  private let head: ObjectID
  private var changes: [ByteName: FileChange] = [:]

  init(_ commit: ObjectID, with head: ObjectID, in store: TaskStore) throws {
    (self.store, self.head) = (store, head)
    let tree = try store.repository.tree(ofCommit: commit)
    for change in try store.repository.changes(from: head, to: tree, in: .under(store.prefix)) {
      changes[ByteName(change.path)] = change
    }
  }

  /// Whether a file is the same there.
  ///
  /// - Parameter content: The blob of its content; nil if it is as in HEAD.
  func has(_ path: String, _ content: ObjectID?) throws -> Bool {
    let change = changes[ByteName(path)]
    guard let content else { return change == nil }
    if let change { return change.new == content }
    return try store.repository.entry(path, inTree: head)?.id == content
  }
}

extension TaskStore {
  /// Returns the state of each task of a reading: synchronized if its file is the same on the tracking branch.
  package func syncStates(of tasks: [Task], in reading: StoreReading) throws -> [SyncState] {
    var snapshot = try Snapshot(repository)
    guard case .branch(let ref, _) = snapshot.head, let head = snapshot.tree,
      let upstream = try upstream(of: ref)
    else { return tasks.map { _ in .unsynchronized } }
    let synchronized = try ComparedCommit(upstream, with: head, in: self)
    let pending = try PendingSync.commit(in: self).flatMap { id in
      try repository.contains(id) ? try ComparedCommit(id, with: head, in: self) : nil
    }
    // Git's index says of most files that they are as in HEAD; few are read as fast.
    let stray = tasks.count < 16 ? nil : try StrayFiles.byIndex(reading, &snapshot, in: self)
    let edited = stray.map { stray in
      Set(stray.changes.map { ByteName($0.path) } + stray.untracked.map { ByteName(prefix + $0) })
    }
    return try tasks.map { task in
      let path = prefix + task.path
      var content: ObjectID?
      if edited?.contains(ByteName(path)) ?? true {
        guard let bytes = try? StoreFile.read(root + "/" + task.path) else {
          return .unsynchronized
        }
        content = repository.id(ofBlob: bytes)
      }
      if try synchronized.has(path, content) { return .synchronized }
      return try pending?.has(path, content) == true ? .pending : .unsynchronized
    }
  }

  /// Returns the paths of files, under the store's folder, that differ between HEAD and the tracking branch; nil without
  /// an upstream.
  package func unpushedPaths() throws -> Set<String>? {
    let snapshot = try Snapshot(repository)
    guard case .branch(let ref, let id) = snapshot.head, let tree = snapshot.tree,
      let upstream = try upstream(of: ref)
    else { return nil }
    if upstream == id { return [] }
    let theirs = try repository.tree(ofCommit: upstream)
    let changes = try repository.changes(from: theirs, to: tree, in: .under(prefix))
    return Set(
      changes.compactMap { change in
        let path = change.path
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
      })
  }

  /// Returns the tasks of a reading that differ from the tracking branch.
  package func unsynced(_ tasks: [Task], in reading: StoreReading) throws -> [Task] {
    zip(tasks, try syncStates(of: tasks, in: reading)).filter { $1 != .synchronized }.map(\.0)
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

  /// The remote that a sync uses; nil if there is none.
  package var syncRemoteName: String? { (try? SyncTarget(self))?.remote }

  /// Returns how many commits this branch is ahead of and behind the upstream, or nil without one.
  package func aheadBehind() throws -> (ahead: Int, behind: Int)? {
    guard case .branch(let ref, let id) = try repository.head(),
      let upstream = try upstream(of: ref)
    else { return nil }
    return try repository.aheadBehind(local: id, upstream: upstream)
  }
}

/// The head commit of a sync whose push has not succeeded yet.
///
/// If its file is lost, the tasks in it count as not synchronized, which is true.
package struct PendingSync {
  private let path: String

  private static func path(in store: TaskStore) -> String { store.ownFolder + "/sync-pending" }

  package static func begin(in store: TaskStore) throws -> PendingSync {
    let path = path(in: store)
    if let head = try store.repository.head().id {
      try StoreFile.write(Array((head.hex + "\n").utf8), to: path, durable: false)
    }
    return PendingSync(path: path)
  }

  package func end() { try? StoreFile.remove(path) }

  /// Returns the head commit of the last sync if its push did not succeed.
  static func commit(in store: TaskStore) -> ObjectID? {
    guard let bytes = try? StoreFile.read(path(in: store)) else { return nil }
    return ObjectID(hex: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
