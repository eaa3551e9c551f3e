import Git
import Platform
import TasksCore

extension Sync {
  /// Plans a sync. Changes nothing, and does not use the network.
  ///
  /// - Throws: ``SyncFailure``, ``StoreError``.
  public func plan() throws -> SyncPlan {
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    let plans = try SyncPlaces(of: store).targets().map(plan)
    var first = plans[0]
    first.others = Array(plans.dropFirst())
    return first
  }

  private func plan(_ target: SyncTarget) throws -> SyncPlan {
    var plan = SyncPlan()
    plan.remote = target.remote
    plan.newBranch = try target.newBranch(in: store)
    if store.settings.autocommit {
      var snapshot = try Snapshot(store.repository)
      plan.edited = try HandEdits(try store.read(), &snapshot, in: store).paths
    }
    let hasEdits = !plan.edited.isEmpty
    guard let own = try store.repository.head().id else {
      plan.sent = hasEdits ? 1 : 0
      return plan
    }
    let theirs = try target.upstream(in: store)
    plan.sent = try store.repository.commitCount(of: own, without: theirs) + (hasEdits ? 1 : 0)
    guard let theirs, try !store.repository.isAncestor(theirs, of: own) else { return plan }
    plan.received = try store.repository.commitCount(of: theirs, without: own)
    plan.merges = try hasEdits || !store.repository.isAncestor(own, of: theirs)
    return plan
  }
}
