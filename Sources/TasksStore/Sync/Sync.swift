import Git
import Platform
import TasksCore

/// What a sync did.
public struct SyncReport: Sendable {
  /// Commits that came from the remote.
  public var received = 0
  /// Commits that went there.
  public var sent = 0
  /// Whether both sides had changed, and a merge was needed.
  public var merged = false
  public var remote = ""
  /// The branch that the push has made on a remote which has others.
  public var newBranch: String?

  public var isEmpty: Bool { received == 0 && sent == 0 && newBranch == nil }
}

/// What a sync is at.
public enum SyncStep: String, Sendable {
  case fetching, merging, pushing, waiting
}

/// One sync of a store with its remote: commit, fetch, merge, push, and again when another device was faster
/// (merge.md; requirements, R10).
public struct Sync {
  /// So often a push may come too late before we give up.
  static let mostTries = 20
  /// So often a remote may refuse a push although nothing has changed there: two devices that push at the same
  /// moment get in each other's way.
  static let mostRefusals = 3

  let store: TaskStore
  /// Waits between two tries, in seconds.
  let pause: (Double) -> Void
  let progress: (SyncStep) -> Void

  public init(
    _ store: TaskStore, pause: @escaping (Double) -> Void,
    progress: @escaping (SyncStep) -> Void = { _ in }
  ) {
    self.store = store
    self.pause = pause
    self.progress = progress
  }

  /// - Throws: ``SyncFailure``, ``StoreError``; `GitError.interrupted`.
  public func run() throws -> SyncReport {
    try store.mendMergeRemains()
    // A rebase has no branch: that would be said first.
    if let operation = store.repository.ongoingOperation() {
      if let notice = try store.mergeRemains().noticeOfOthers { store.context.say(notice) }
      throw StoreError.inTheMiddle(operation)
    }
    let remote = SyncRemote(try SyncTarget(store), store, pause: pause)
    var report = SyncReport()
    report.remote = remote.name
    try store.commitStrayEdits()
    try MovedTwins(store).mend()
    var refusals = 0
    for attempt in 0..<Sync.mostTries {
      if attempt > 0 {
        progress(.waiting)
        pause(Backoff.delay(attempt))
      }
      switch try round(remote, &report) {
      case .accepted:
        try remote.target.noteSynced(in: store)
        return report
      case .late: break
      case .refused(let failure):
        refusals += 1
        if refusals == Sync.mostRefusals { throw failure }
      }
    }
    throw SyncFailure.tooManyTries(remote: remote.name, waiting: try remote.waiting())
  }

  /// Fetches, merges and pushes once.
  private func round(
    _ remote: SyncRemote, _ report: inout SyncReport
  ) throws -> SyncRemote.PushOutcome {
    let pending = try PendingSync.begin(in: store)
    progress(.fetching)
    let before = try remote.target.upstream(in: store)
    let synced = try remote.target.lastSynced(in: store) ?? before
    try remote.fetch(after: before)
    guard try integrate(remote.target, before: synced, &report) else { return .late }
    // The merge is taken up as well.
    _ = try PendingSync.begin(in: store)
    progress(.pushing)
    let newBranch = try remote.target.newBranch(in: store)
    let outcome = try remote.push()
    if case .accepted(let sent) = outcome {
      report.newBranch = newBranch
      report.sent += sent
      pending.end()
    }
    return outcome
  }

  /// - Returns: False when somebody committed here meanwhile.
  private func integrate(
    _ target: SyncTarget, before: ObjectID?, _ report: inout SyncReport
  ) throws -> Bool {
    guard let theirs = try target.upstream(in: store), let own = try store.repository.head().id
    else { return true }
    try checkHistory(target, before: before, theirs: theirs, own: own)
    guard try !store.isAncestor(theirs, of: own) else { return true }
    progress(.merging)
    let received = try store.commitCount(of: theirs, without: own)
    do {
      report.merged = try store.integrate(theirs, into: own, from: target) || report.merged
      report.received += received
      return true
    } catch GitError.headMoved, GitError.referenceMoved {
      return false
    } catch let refusal as MergeRefusal {
      switch refusal {
      case .stagedChanges: throw SyncFailure.stagedChanges
      case .dirty(let paths):
        guard try store.commitUnreadable(paths) else { throw SyncFailure.dirty(paths) }
        return try integrate(target, before: before, &report)
      case .fileAndFolder(let path), .filtered(let path), .alike(let path), .noText(let path),
        .noBase(let path):
        throw SyncFailure.refusedMerge(path, with: target.seenBranch)
      }
    }
  }

  /// What this branch has from the remote must still be there: else a merge would bring back what somebody
  /// took away. The branch is left as it was last seen, so that the next sync refuses as well; git's
  /// FETCH_HEAD has the new one.
  private func checkHistory(
    _ target: SyncTarget, before: ObjectID?, theirs: ObjectID, own: ObjectID
  ) throws {
    guard let before, try !store.isAncestor(before, of: theirs) else { return }
    let shared = try store.repository.mergeBases(before, own)
    if try shared.allSatisfy({ try store.isAncestor($0, of: theirs) }) { return }
    try store.locked {
      try store.repository.updateTracking(target.trackingRef, to: before, from: theirs)
    }
    try target.noteSynced(in: store)
    throw SyncFailure.lostHistory(remote: target.remote, branch: target.remoteRef)
  }
}

/// How long to wait before something is tried again.
enum Backoff {
  /// In seconds: longer each time up to a bound, and not the same on two devices.
  static func delay(_ attempt: Int) -> Double {
    Double.random(in: 0.2...1) * 0.1 * Double(1 << min(attempt, 4))
  }
}
