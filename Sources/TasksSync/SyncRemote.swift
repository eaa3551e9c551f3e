import Git
import Platform
import TasksStore

/// Fetches from the remote of a sync and pushes to it with the git program (merge.md; git-facts.md).
struct SyncRemote {
  enum PushOutcome {
    /// Accepted, with the number of commits pushed.
    case accepted(sent: Int)
    /// Another device pushed first.
    case late
    /// Rejected for another reason; two devices that push at once may have hindered each other.
    case refused(SyncFailure)
  }

  /// How often a fetch is tried: another one in this clone may hold a branch's lock.
  private static let maxFetches = 5

  let target: SyncTarget
  let store: TaskStore
  /// Waits between two attempts, in seconds.
  let pause: (Double) -> Void
  var others: [String] = []

  init(_ target: SyncTarget, _ store: TaskStore, pause: @escaping (Double) -> Void) {
    self.target = target
    self.store = store
    self.pause = pause
  }

  var name: String { target.remote }

  private var git: GitProgram { GitProgram(folder: store.root) }

  // MARK: Fetch

  /// Fetches the remote's branch and device records.
  ///
  /// - Parameter before: The tracking branch; nil for a new remote, which may have no branch to fetch yet.
  /// - Throws: ``SyncFailure``. A remote that does not answer is not tried again.
  func fetch(after before: ObjectID?) throws {
    if before == nil, try branch() == nil { return }
    let devices = DeviceRecord.prefix
    var said = ""
    var isBranchThere = false
    for attempt in 0..<Self.maxFetches {
      if attempt > 0 { pause(Backoff.delay(attempt)) }
      let answer = try git.ask(
        [
          "fetch", "--quiet", name, "+\(target.remoteRef):\(target.trackingRef)",
          "+\(devices)*:\(devices)*", "^\(devices)\(store.device.id)",
        ] + others)
      if answer.succeeded { return }
      if answer.isDiskFull {
        said = answer.said
        break
      }
      guard answer.isAnswered, !answer.isCutOff else { throw try offline(answer) }
      if let hook = answer.refusingHook {
        throw SyncFailure.refusedByHook(
          hook, waiting: try target.waiting(in: store), said: answer.said)
      }
      said = answer.said
      if !locks.isEmpty {
        // Waits for the locks before it contacts the remote again.
        guard unlocks() else { break }
      } else if !isBranchThere {
        // Checked once: the branch does not vanish while another process holds a lock.
        guard try branch() != nil else {
          throw SyncFailure.lostHistory(remote: name, branch: target.remoteRef)
        }
        isBranchThere = true
      }
    }
    throw SyncFailure.notTakenOver(remote: name, waiting: try target.waiting(in: store), said: said)
  }

  /// Locks on refs, which keep git from storing what it fetched.
  private var locks: [String] {
    StaleLocks(gitDirectory: store.repository.gitDirectory).paths
      .filter { $0.contains("/refs/") || $0.hasSuffix("/packed-refs.lock") }
  }

  /// Waits until these locks are released; returns false if one remains.
  private func unlocks() -> Bool {
    for attempt in 1..<Self.maxFetches {
      pause(Backoff.delay(attempt))
      if locks.isEmpty { return true }
    }
    return false
  }

  private func branch() throws -> ObjectID? {
    let answer = try git.ask(["ls-remote", name, target.remoteRef])
    guard answer.succeeded else { throw try offline(answer) }
    // A line of `git ls-remote`: the id, a tab, the ref's name.
    return ObjectID(hex: String(decoding: answer.output.prefix { $0 != 0x09 }, as: UTF8.self))
  }

  private func offline(_ answer: RemoteAnswer) throws -> SyncFailure {
    .offline(remote: name, waiting: try target.waiting(in: store), said: answer.said)
  }

  // MARK: Push

  func push() throws -> PushOutcome {
    guard let own = try store.repository.head().id else { return .accepted(sent: 0) }
    let theirs = try target.upstream(in: store)
    let device = try store.locked { try DeviceRecord.write(seen: own, in: store) }
    if theirs == own, !device.isNew { return .accepted(sent: 0) }
    let sent = try store.repository.commitCount(of: own, without: theirs)
    let branch = "\(own.hex):\(target.remoteRef)"
    var answer = try push(
      [branch, "+\(device.ref):\(device.ref)"], options: ["--quiet", "--atomic"])
    if !answer.succeeded, try mayGoAlone(answer) { answer = try push([branch]) }
    guard answer.succeeded else { return try outcome(of: answer, where: theirs) }
    try store.locked {
      try target.follow(in: store)
      try store.repository.updateTracking(target.trackingRef, to: own, from: theirs)
    }
    return .accepted(sent: sent)
  }

  private func push(_ refs: [String], options: [String] = []) throws -> RemoteAnswer {
    // Hides git's advice about a push that came too late, which is retried anyway.
    let words = ["-c", "advice.pushUpdateRejected=false", "push", "--porcelain"]
    return try git.ask(words + options + [name] + refs)
  }

  /// Throws if the remote did not get as far as examining the push: then trying again is of no use.
  private func checkReached(_ answer: RemoteAnswer) throws {
    if let hook = answer.refusingHook {
      throw SyncFailure.refusedByHook(
        hook, waiting: try target.waiting(in: store), said: answer.said)
    }
    guard answer.isAnswered else {
      throw SyncFailure.noAccess(
        remote: name, waiting: try target.waiting(in: store), said: answer.said)
    }
  }

  /// Returns whether to push the branch without this device's record: the remote may accept no other refs, or not
  /// several at once.
  private func mayGoAlone(_ answer: RemoteAnswer) throws -> Bool {
    try checkReached(answer)
    switch answer.refusal(of: target.remoteRef) {
    case .late, .declined: return false
    case .busy, .withOthers, nil: return true
    }
  }

  /// - Parameter seen: The remote's branch when it was merged.
  private func outcome(of answer: RemoteAnswer, where seen: ObjectID?) throws -> PushOutcome {
    try checkReached(answer)
    let waiting = try target.waiting(in: store)
    let refused = SyncFailure.refusedPush(remote: name, waiting: waiting, said: answer.said)
    switch answer.refusal(of: target.remoteRef) {
    case .late: return .late
    case .busy: return try branch() == seen ? .refused(refused) : .late
    case .declined, .withOthers: throw refused
    case nil:
      let failure = SyncFailure.noAccess(remote: name, waiting: waiting, said: answer.said)
      return try branch() == seen ? .refused(failure) : .late
    }
  }
}
