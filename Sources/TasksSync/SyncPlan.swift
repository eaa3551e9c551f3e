import Git
import Platform
import TasksCore
import TasksStore

/// What a sync would do, as far as this clone knows. The remote is not contacted, so its new commits are not counted.
package struct SyncPlan: Sendable {
  package var remote = ""
  /// Files with hand edits that would be committed first.
  package var edited: [String] = []
  /// The number of commits that would be pushed, including one for the hand edits.
  package var sent = 0
  /// The number of commits already fetched from the remote that would be merged.
  package var received = 0
  package var merges = false
  /// The branch that the push would create on a remote that has other branches.
  package var newBranch: String?
  /// Those of the other places that the store is synchronized with.
  package var others: [SyncPlan] = []

  init() {}
}

extension Sync {
  /// Plans a sync. Changes nothing, and does not use the network.
  ///
  /// - Throws: ``SyncFailure``, ``StoreError``.
  package func plan() throws -> SyncPlan {
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

/// What a sync has done, as the verb prints it and the hook after it is told.
package struct SyncReport: Answer, Sendable {
  package let kind = "sync"
  /// The number of commits received from the remote.
  package var received = 0
  /// The number of commits pushed.
  package var sent = 0
  /// Whether both sides had changed, so that a merge was needed.
  package var merged = false
  package var remote = ""
  /// The branch that the push created on a remote that has other branches.
  package var newBranch: String?
  /// Those of the other places that the store is synchronized with.
  package var others: [SyncReport] = []

  init() {}

  package var isEmpty: Bool {
    received == 0 && sent == 0 && newBranch == nil && others.allSatisfy(\.isEmpty)
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("received", received)
      json.member("sent", sent)
      json.member("merged", merged)
      if !others.isEmpty {
        json.key("others")
        json.array(others) { $1.write(to: &$0) }
      }
    }
  }
}
