import Git
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

  public var isEmpty: Bool { received == 0 && sent == 0 }
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

  /// - Throws: ``SyncFailure``, ``StoreError``.
  public func run() throws -> SyncReport {
    var report = SyncReport()
    try store.mendMergeRemains()
    // A rebase has no branch: that would be said first.
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    let target = try SyncTarget(store)
    report.remote = target.remote
    try store.commitStrayEdits()
    try MovedTwins(store).mend()
    var refusals = 0
    for attempt in 0..<Sync.mostTries {
      if attempt > 0 {
        progress(.waiting)
        pause(Sync.delay(attempt))
      }
      let pending = try PendingSync.begin(in: store)
      progress(.fetching)
      let before = try target.upstream(in: store)
      let synced = try target.lastSynced(in: store) ?? before
      try fetch(target, after: before)
      guard try integrate(target, before: synced, &report) else { continue }
      // The merge is taken up as well.
      _ = try PendingSync.begin(in: store)
      progress(.pushing)
      switch try push(target, &report) {
      case .accepted:
        pending.end()
        try target.noteSynced(in: store)
        return report
      case .late: break
      case .refused(let said, let wasLookedAt):
        refusals += 1
        guard refusals < Sync.mostRefusals else {
          tell(said)
          let waiting = try waiting(target)
          throw wasLookedAt
            ? SyncFailure.refusedPush(remote: target.remote, waiting: waiting)
            : SyncFailure.noAccess(remote: target.remote, waiting: waiting)
        }
      }
    }
    throw SyncFailure.tooManyTries(remote: target.remote, waiting: try waiting(target))
  }

  /// Longer each time up to a bound, and not the same on two devices.
  private static func delay(_ attempt: Int) -> Double {
    Double.random(in: 0.2...1) * 0.1 * Double(1 << min(attempt, 4))
  }

  // MARK: Fetch

  private func fetch(_ target: SyncTarget, after before: ObjectID?) throws {
    // A new remote has no branch to fetch yet.
    if before == nil, try remoteBranch(target) == nil { return }
    let devices = DeviceRecord.prefix
    let status = try GitProgram(folder: store.root).runOnTerminal([
      "fetch", "--quiet", target.remote, "+\(target.remoteRef):\(target.trackingRef)",
      "+\(devices)*:\(devices)*", "^\(devices)\(store.device.id)",
    ])
    guard status.code != 0 else { return }
    // git has said why already.
    guard try remoteBranch(target, isQuiet: true) != nil else {
      throw SyncFailure.lostHistory(remote: target.remote, branch: target.remoteRef)
    }
    throw SyncFailure.offline(remote: target.remote, waiting: try waiting(target))
  }

  /// Where the remote says its branch is; nil when it has none of the name.
  ///
  /// - Throws: ``SyncFailure/offline(remote:waiting:)``.
  private func remoteBranch(_ target: SyncTarget, isQuiet: Bool = false) throws -> ObjectID? {
    let listed = try GitProgram(folder: store.root)
      .askOnTerminal(["ls-remote", target.remote, target.remoteRef])
    guard listed.succeeded else {
      if !isQuiet { tell(Sync.text(of: listed.errors)) }
      throw SyncFailure.offline(remote: target.remote, waiting: try waiting(target))
    }
    return ObjectID(hex: String(decoding: listed.output.prefix(40), as: UTF8.self))
  }

  // MARK: Merge

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
      report.merged = try store.integrate(theirs, into: own, named: target.remote) || report.merged
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
      case .fileAndFolder(let path), .filtered(let path): throw SyncFailure.refusedMerge(path)
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

  // MARK: Push

  private enum PushOutcome {
    case accepted
    /// Another device was faster.
    case late
    /// What git said, and whether the remote got as far as to look at the push.
    case refused(String, wasLookedAt: Bool)
  }

  private func push(_ target: SyncTarget, _ report: inout SyncReport) throws -> PushOutcome {
    guard let own = try store.repository.head().id else { return .accepted }
    let theirs = try target.upstream(in: store)
    let device = try store.locked { try DeviceRecord.write(seen: own, in: store) }
    if theirs == own, !device.isNew { return .accepted }
    let sent = try store.commitCount(of: own, without: theirs)
    let git = GitProgram(folder: store.root)
    let branch = "\(own.hex):\(target.remoteRef)"
    // That another device was faster is no news: what git has to say of it goes where we read it.
    let push = ["-c", "advice.pushUpdateRejected=false", "push", "--porcelain"]
    var outcome = try git.askOnTerminal(
      push + ["--quiet", "--atomic", target.remote, branch, "+\(device.ref):\(device.ref)"])
    if !outcome.succeeded {
      guard try remoteBranch(target) == theirs else { return .late }
      // The remote is where we saw it: perhaps it takes no other refs, or not several at once.
      outcome = try git.askOnTerminal(push + [target.remote, branch])
      guard outcome.succeeded else {
        guard try remoteBranch(target) == theirs else { return .late }
        // A line for each branch that was refused begins so (git-push(1), "--porcelain").
        let wasLookedAt = String(decoding: outcome.output, as: UTF8.self).contains("!\t")
        return .refused(Sync.text(of: outcome.errors), wasLookedAt: wasLookedAt)
      }
    }
    try store.locked {
      try target.follow(in: store)
      try store.repository.updateTracking(target.trackingRef, to: own, from: theirs)
    }
    report.sent += sent
    return .accepted
  }

  private func waiting(_ target: SyncTarget) throws -> Int {
    guard let own = try store.repository.head().id else { return 0 }
    return try store.commitCount(of: own, without: try target.upstream(in: store))
  }

  /// Passes on what a program said; on a terminal it has said it there itself.
  private func tell(_ said: String) {
    if !said.isEmpty { store.context.say(said) }
  }

  /// What a program said, without the line end.
  private static func text(of bytes: [UInt8]) -> String {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
