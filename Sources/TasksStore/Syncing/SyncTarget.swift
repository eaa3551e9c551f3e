import Git
import TasksCore

/// The branch a store is synchronized with.
struct SyncTarget {
  let remote: String
  /// The branch over there, `refs/heads/main`.
  let remoteRef: String
  /// Where it was last seen, `refs/remotes/origin/main`.
  let trackingRef: String
  /// The branch here.
  let branch: String
  /// True until the first push says what this branch follows.
  let followsNone: Bool

  /// The upstream branch; without one on a remote, the branch of the same name on `origin` or the only remote.
  ///
  /// - Throws: ``SyncFailure/detachedHead``, ``SyncFailure/noRemote``.
  init(_ store: TaskStore) throws {
    guard let branch = try store.repository.head().ref else { throw SyncFailure.detachedHead }
    self.branch = branch
    let upstream = try store.repository.upstream(ofBranch: branch)
    if let upstream, upstream.remote != "." {
      remote = upstream.remote
      remoteRef = upstream.remoteRef
      trackingRef = upstream.ref
      followsNone = false
      return
    }
    let remotes = try store.repository.remotes()
    guard
      let remote = remotes.first(where: { $0 == "origin" })
        ?? (remotes.count == 1 ? remotes[0] : nil)
    else { throw remotes.isEmpty ? SyncFailure.noRemote : .severalRemotes(remotes) }
    self.remote = remote
    remoteRef = branch
    trackingRef = "refs/remotes/\(remote)/\(branch.dropFirst("refs/heads/".count))"
    // A branch of this clone that it follows is somebody's choice.
    followsNone = upstream == nil
  }

  /// Where it was last seen, as a person writes it: `origin/main`.
  var seenBranch: String {
    trackingRef.hasPrefix("refs/remotes/")
      ? String(trackingRef.dropFirst("refs/remotes/".count)) : trackingRef
  }

  /// From now on a branch that followed none follows the one it was pushed to.
  func follow(in store: TaskStore) throws {
    guard followsNone else { return }
    let name = branch.dropFirst("refs/heads/".count)
    try store.repository.set("branch.\(name).remote", to: remote)
    try store.repository.set("branch.\(name).merge", to: remoteRef)
  }

  func upstream(in store: TaskStore) throws -> ObjectID? {
    try store.repository.reference(trackingRef)
  }

  /// What the last sync left over there. A `git fetch` of somebody else's moves the tracking branch, not this.
  func lastSynced(in store: TaskStore) throws -> ObjectID? {
    try store.repository.reference(lastSyncedRef)
  }

  func noteSynced(in store: TaskStore) throws {
    guard let now = try upstream(in: store) else { return }
    let old = try lastSynced(in: store)
    guard old != now else { return }
    try store.locked {
      try store.repository.updateReference(
        lastSyncedRef, to: now, from: old, message: "tasks sync")
    }
  }

  private var lastSyncedRef: String {
    "refs/tasks/synced/" + trackingRef.dropFirst("refs/".count)
  }
}
