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

/// Why a sync did not come to its end. Whatever was changed here is committed here, and waits.
public enum SyncFailure: Error, Equatable, Sendable {
  case detachedHead
  case noRemote
  case stagedChanges
  case conflicts([String])
  case dirty([String])
  case lostHistory(remote: String, branch: String)
  /// The remote could not be reached, or did not let us in.
  case offline(remote: String, waiting: Int)
  case refusedPush(remote: String, waiting: Int)
  case tooManyTries(remote: String, waiting: Int)
  case refusedMerge(String)
}

/// One sync of a store with its remote: commit, fetch, merge, push, and again when another device was faster
/// (merge.md; requirements, R10).
public struct Sync {
  /// So often a push may come too late before we give up.
  static let mostTries = 8

  let store: TaskStore
  /// Waits between two tries, in seconds.
  let pause: (Double) -> Void

  public init(_ store: TaskStore, pause: @escaping (Double) -> Void) {
    self.store = store
    self.pause = pause
  }

  /// - Throws: ``SyncFailure``, ``StoreError``.
  public func run() throws -> SyncReport {
    var report = SyncReport()
    let target = try SyncTarget(store)
    report.remote = target.remote
    try store.commitStrayEdits()
    for attempt in 0..<Sync.mostTries {
      if attempt > 0 { pause(Sync.delay(attempt)) }
      let pending = try PendingSync.begin(in: store)
      let before = try target.upstream(in: store)
      try fetch(target, after: before)
      try integrate(target, before: before, &report)
      if try push(target, &report) {
        pending.end()
        return report
      }
    }
    throw SyncFailure.tooManyTries(remote: target.remote, waiting: try waiting(target))
  }

  /// Longer each time, and not the same on two devices.
  private static func delay(_ attempt: Int) -> Double {
    Double.random(in: 0.5...1) * 0.1 * Double(1 << min(attempt, 5))
  }

  // MARK: Fetch

  private func fetch(_ target: SyncTarget, after before: ObjectID?) throws {
    // A new remote has no branch to fetch yet.
    if before == nil, try !remoteHasBranch(target) { return }
    let devices = DeviceRecord.prefix
    let status = try GitProgram(folder: store.root).runOnTerminal([
      "fetch", "--quiet", target.remote, "+\(target.remoteRef):\(target.trackingRef)",
      "+\(devices)*:\(devices)*", "^\(devices)\(store.device.id)",
    ])
    guard status.code != 0 else { return }
    guard try remoteHasBranch(target) else {
      throw SyncFailure.lostHistory(remote: target.remote, branch: target.remoteRef)
    }
    throw SyncFailure.offline(remote: target.remote, waiting: try waiting(target))
  }

  /// - Throws: ``SyncFailure/offline(remote:waiting:)``.
  private func remoteHasBranch(_ target: SyncTarget) throws -> Bool {
    try remoteBranch(target) != nil
  }

  /// Where the remote says its branch is; nil when it has none of the name.
  private func remoteBranch(_ target: SyncTarget) throws -> ObjectID? {
    let listed = try GitProgram(folder: store.root)
      .run(["ls-remote", target.remote, target.remoteRef])
    guard listed.succeeded else {
      throw SyncFailure.offline(remote: target.remote, waiting: try waiting(target))
    }
    return ObjectID(hex: String(decoding: listed.output.prefix(40), as: UTF8.self))
  }

  // MARK: Merge

  private func integrate(
    _ target: SyncTarget, before: ObjectID?, _ report: inout SyncReport
  ) throws {
    guard let theirs = try target.upstream(in: store), let own = try store.repository.head().id
    else {
      return
    }
    if let before, try !store.isAncestor(before, of: theirs) {
      throw SyncFailure.lostHistory(remote: target.remote, branch: target.remoteRef)
    }
    guard try !store.isAncestor(theirs, of: own) else { return }
    report.received += try store.commitCount(of: theirs, without: own)
    do {
      report.merged = try store.integrate(theirs, into: own, named: target.remote) || report.merged
    } catch let refusal as MergeRefusal {
      switch refusal {
      case .stagedChanges: throw SyncFailure.stagedChanges
      case .dirty(let paths): throw SyncFailure.dirty(paths)
      case .fileAndFolder(let path), .filtered(let path): throw SyncFailure.refusedMerge(path)
      }
    }
  }

  // MARK: Push

  /// - Returns: False when another device was faster.
  private func push(_ target: SyncTarget, _ report: inout SyncReport) throws -> Bool {
    guard let own = try store.repository.head().id else { return true }
    let theirs = try target.upstream(in: store)
    let device = try DeviceRecord.write(seen: own, in: store)
    if theirs == own, !device.isNew { return true }
    let sent =
      try theirs.map { try store.commitCount(of: own, without: $0) } ?? store.commitCount(of: own)
    let git = GitProgram(folder: store.root)
    let branch = "\(own.hex):\(target.remoteRef)"
    let options = target.isTracked ? [] : ["--set-upstream"]
    let first = ["push", "--quiet", "--atomic"] + options + [target.remote]
    let source = target.isTracked ? branch : "\(target.branch):\(target.remoteRef)"
    var status = try git.run(first + [source, "+\(device.ref):\(device.ref)"])
    if !status.succeeded, try remoteStands(target) {
      // The remote is where we saw it: perhaps it takes no other refs, or not several at once.
      let plain = try git.runOnTerminal(["push", "--quiet"] + options + [target.remote, source])
      guard plain.code == 0 else {
        throw SyncFailure.refusedPush(remote: target.remote, waiting: try waiting(target))
      }
      status = try git.run(["version"])
    }
    guard status.succeeded else { return false }
    try store.repository.updateTracking(target.trackingRef, to: own, from: theirs)
    report.sent += sent
    return true
  }

  /// True when the remote's branch is still where we last saw it.
  private func remoteStands(_ target: SyncTarget) throws -> Bool {
    try remoteBranch(target) == target.upstream(in: store)
  }

  private func waiting(_ target: SyncTarget) throws -> Int {
    guard let own = try store.repository.head().id else { return 0 }
    return try target.upstream(in: store).map { try store.commitCount(of: own, without: $0) }
      ?? store.commitCount(of: own)
  }
}
