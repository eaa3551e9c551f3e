import Git
import Platform
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

  /// The upstream branch; without one on a remote, the branch of the same name on the remote that git would push
  /// to, on `origin`, or on the only remote.
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
    let name = branch.dropFirst("refs/heads/".count)
    let chosen =
      try store.repository.string("branch.\(name).pushRemote")
      ?? store.repository.string("remote.pushDefault")
    guard
      let remote = [chosen, "origin"].compactMap({ $0 }).first(where: { remotes.contains($0) })
        ?? (remotes.count == 1 ? remotes[0] : nil)
    else { throw remotes.isEmpty ? SyncFailure.noRemote : .severalRemotes(remotes) }
    self.remote = remote
    remoteRef = branch
    trackingRef = "refs/remotes/\(remote)/\(name)"
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

  /// The name of a branch that a push would make on a remote which has others: nobody need have meant that.
  func newBranch(in store: TaskStore) throws -> String? {
    let folder = "refs/remotes/\(remote)/"
    let known = try store.repository.references(under: folder).filter { $0 != folder + "HEAD" }
    guard !known.isEmpty, !known.contains(trackingRef) else { return nil }
    return String(remoteRef.dropFirst("refs/heads/".count))
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
