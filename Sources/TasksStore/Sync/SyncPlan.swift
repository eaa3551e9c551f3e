import Git
import Platform
import TasksCore

/// What a sync would do, as far as this clone knows: the remote is not asked, so what is new there is not in
/// it.
public struct SyncPlan: Sendable {
  public var remote = ""
  /// Files edited by hand that would be committed first.
  public var edited: [String] = []
  /// Commits that would be pushed, the one with those edits among them.
  public var sent = 0
  /// Commits of the remote that were fetched already and would be brought in.
  public var received = 0
  /// Whether that takes a merge.
  public var merges = false

  /// The branch that the push would make on a remote which has others.
  public var newBranch: String?

  public var isEmpty: Bool { sent == 0 && received == 0 }
}

extension Sync {
  /// Changes nothing, and does not touch the network.
  ///
  /// - Throws: ``SyncFailure``, ``StoreError``.
  public func plan() throws -> SyncPlan {
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    var plan = SyncPlan()
    let target = try SyncTarget(store)
    plan.remote = target.remote
    plan.newBranch = try target.newBranch(in: store)
    if store.settings.autocommit {
      plan.edited = try store.handEdits(try store.read()).flatMap(\.files).map(\.path)
    }
    let hasEdits = !plan.edited.isEmpty
    guard let own = try store.repository.head().id else {
      plan.sent = hasEdits ? 1 : 0
      return plan
    }
    let theirs = try target.upstream(in: store)
    plan.sent = try store.commitCount(of: own, without: theirs) + (hasEdits ? 1 : 0)
    guard let theirs, try !store.isAncestor(theirs, of: own) else { return plan }
    plan.received = try store.commitCount(of: theirs, without: own)
    plan.merges = try hasEdits || !store.isAncestor(own, of: theirs)
    return plan
  }
}
