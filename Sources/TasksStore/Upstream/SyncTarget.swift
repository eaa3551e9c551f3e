import Git
import Platform

/// The remote branch that a store is synchronized with.
package struct SyncTarget {
  package let remote: String
  /// The branch on the remote, `refs/heads/main`.
  package let remoteRef: String
  /// The tracking branch, `refs/remotes/origin/main`.
  package let trackingRef: String
  package let branch: String
  /// Whether the local branch has no upstream yet; the first push sets one.
  let followsNone: Bool

  /// Finds the upstream branch. If there is none on a remote, uses the branch of the same name on the remote that git
  /// would push to, on `origin`, or on the only remote.
  ///
  /// - Throws: ``SyncFailure/detachedHead``, ``SyncFailure/noRemote``, ``SyncFailure/severalRemotes(_:)``.
  package init(_ store: TaskStore) throws {
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
      let remote = try [chosen, "origin"].compactMap({ $0 }).first(where: { remotes.contains($0) })
        ?? (remotes.count == 1 ? remotes[0] : SyncTarget.added(in: store).first)
    else { throw remotes.isEmpty ? SyncFailure.noRemote : .severalRemotes(remotes) }
    self.remote = remote
    remoteRef = branch
    trackingRef = "refs/remotes/\(remote)/\(name)"
    // An upstream that is a local branch is the user's choice and stays.
    followsNone = upstream == nil
  }

  /// The branch of the same name on a remote.
  package init(_ store: TaskStore, remote: String) throws {
    guard let branch = try store.repository.head().ref else { throw SyncFailure.detachedHead }
    (self.branch, self.remote, remoteRef, followsNone) = (branch, remote, branch, false)
    trackingRef = "refs/remotes/\(remote)/\(branch.dropFirst("refs/heads/".count))"
  }

  /// The short name of the tracking branch: `origin/main`.
  package var seenBranch: String {
    trackingRef.hasPrefix("refs/remotes/")
      ? String(trackingRef.dropFirst("refs/remotes/".count)) : trackingRef
  }

  /// Sets the upstream of a branch that had none to the branch it was pushed to.
  package func follow(in store: TaskStore) throws {
    guard followsNone else { return }
    let name = branch.dropFirst("refs/heads/".count)
    try store.repository.set("branch.\(name).remote", to: remote)
    try store.repository.set("branch.\(name).merge", to: remoteRef)
  }

  /// Returns the name of the branch that a push would create on a remote that has other branches, which the user may
  /// not have intended.
  package func newBranch(in store: TaskStore) throws -> String? {
    let folder = "refs/remotes/\(remote)/"
    let known = try store.repository.references(under: folder).filter { $0 != folder + "HEAD" }
    guard !known.isEmpty, !known.contains(trackingRef) else { return nil }
    return String(remoteRef.dropFirst("refs/heads/".count))
  }

  package func upstream(in store: TaskStore) throws -> ObjectID? {
    try store.repository.reference(trackingRef)
  }

  /// Returns the number of commits of this clone that the tracking branch does not have.
  package func waiting(in store: TaskStore) throws -> Int {
    guard let own = try store.repository.head().id else { return 0 }
    return try store.repository.commitCount(of: own, without: try upstream(in: store))
  }

  /// Returns the remote's branch after the last sync. Unlike the tracking branch, a `git fetch` by the user does not
  /// move it.
  package func lastSynced(in store: TaskStore) throws -> ObjectID? {
    try store.repository.reference(lastSyncedRef)
  }

  package func noteSynced(in store: TaskStore) throws {
    guard try upstream(in: store) != lastSynced(in: store) else { return }
    try store.locked {
      guard let now = try upstream(in: store) else { return }
      try store.repository.updateReference(
        lastSyncedRef, to: now, from: try lastSynced(in: store), message: "tasks sync")
    }
  }

  private var lastSyncedRef: String {
    "refs/tasks/synced/" + trackingRef.dropFirst("refs/".count)
  }

  /// The address of a remote without a password, or a token in its place, which is nobody else's business. Over ssh the
  /// name of the user belongs to the address.
  package static func withoutPassword(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return url }
    let start = url[..<scheme.upperBound]
    if start.lowercased().hasPrefix("http") { return String(start + rest[at...].dropFirst()) }
    let end = host[..<at].firstIndex(of: ":") ?? at
    return String(start + rest[..<end] + rest[at...])
  }

  // MARK: Further places

  /// The setting of a remote that each sync uses, besides the upstream: a user may have others for other things.
  package static func mark(of name: String) -> String { "remote.\(name).tasksSync" }

  package static func added(in store: TaskStore) throws -> [String] {
    try store.repository.remotes().filter {
      try store.repository.bool(SyncTarget.mark(of: $0)) ?? false
    }
  }
}
