import Git
import Platform

/// The remote of a sync, as git asks it and pushes to it (merge.md; git-facts.md).
struct SyncRemote {
  enum PushOutcome {
    /// With the number of commits that went there.
    case accepted(sent: Int)
    /// Another device was faster.
    case late
    /// Not for that: two devices may have got into each other's way.
    case refused(SyncFailure)
  }

  /// So often the same fetch is tried: another one in this clone may hold a branch's lock.
  private static let mostFetches = 5

  let target: SyncTarget
  let store: TaskStore
  /// Waits between two tries, in seconds.
  let pause: (Double) -> Void

  init(_ target: SyncTarget, _ store: TaskStore, pause: @escaping (Double) -> Void) {
    self.target = target
    self.store = store
    self.pause = pause
  }

  var name: String { target.remote }

  private var git: GitProgram { GitProgram(folder: store.root) }

  /// Commits of this clone that the remote was not seen to have.
  func waiting() throws -> Int {
    guard let own = try store.repository.head().id else { return 0 }
    return try store.commitCount(of: own, without: try target.upstream(in: store))
  }

  // MARK: Fetch

  /// Takes over what the remote has.
  ///
  /// - Parameter before: where its branch was last seen; a new remote has none to fetch yet.
  /// - Throws: ``SyncFailure``: a remote that does not answer is asked once.
  func fetch(after before: ObjectID?) throws {
    if before == nil, try branch() == nil { return }
    let devices = DeviceRecord.prefix
    var said = ""
    var isBranchThere = false
    for attempt in 0..<Self.mostFetches {
      if attempt > 0 { pause(Backoff.delay(attempt)) }
      let answer = try git.ask([
        "fetch", "--quiet", name, "+\(target.remoteRef):\(target.trackingRef)",
        "+\(devices)*:\(devices)*", "^\(devices)\(store.device.id)",
      ])
      if answer.succeeded { return }
      guard answer.isAnswered, !answer.isCutOff else { throw try offline(answer) }
      if let hook = answer.refusingHook {
        throw SyncFailure.refusedByHook(hook, waiting: try waiting(), said: answer.said)
      }
      said = answer.said
      if !locks.isEmpty {
        // The remote is not asked again before that has changed.
        guard unlocks() else { break }
      } else if !isBranchThere {
        // Once will do: it does not go while another process holds a lock.
        guard try branch() != nil else {
          throw SyncFailure.lostHistory(remote: name, branch: target.remoteRef)
        }
        isBranchThere = true
      }
    }
    throw SyncFailure.notTakenOver(remote: name, waiting: try waiting(), said: said)
  }

  /// Locks that keep git from writing down here what it has fetched.
  private var locks: [String] {
    StaleLocks(gitDirectory: store.repository.gitDirectory).paths
      .filter { $0.contains("/refs/") || $0.hasSuffix("/packed-refs.lock") }
  }

  /// Waits for whoever holds such a lock; false when it is there all the time.
  private func unlocks() -> Bool {
    for attempt in 1..<Self.mostFetches {
      pause(Backoff.delay(attempt))
      if locks.isEmpty { return true }
    }
    return false
  }

  /// Where the remote says its branch is; nil when it has none of the name.
  private func branch() throws -> ObjectID? {
    let answer = try git.ask(["ls-remote", name, target.remoteRef])
    guard answer.succeeded else { throw try offline(answer) }
    // A line for a branch: its id, a tab, its name.
    return ObjectID(hex: String(decoding: answer.output.prefix { $0 != 0x09 }, as: UTF8.self))
  }

  private func offline(_ answer: RemoteAnswer) throws -> SyncFailure {
    .offline(remote: name, waiting: try waiting(), said: answer.said)
  }

  // MARK: Push

  func push() throws -> PushOutcome {
    guard let own = try store.repository.head().id else { return .accepted(sent: 0) }
    let theirs = try target.upstream(in: store)
    let device = try store.locked { try DeviceRecord.write(seen: own, in: store) }
    if theirs == own, !device.isNew { return .accepted(sent: 0) }
    let sent = try store.commitCount(of: own, without: theirs)
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
    // That another device was faster is no news: what git has to say of it goes where we read it.
    let words = ["-c", "advice.pushUpdateRejected=false", "push", "--porcelain"]
    return try git.ask(words + options + [name] + refs)
  }

  /// Where the push has not come as far as to be looked at, there is no sense in another try.
  private func checkReached(_ answer: RemoteAnswer) throws {
    if let hook = answer.refusingHook {
      throw SyncFailure.refusedByHook(hook, waiting: try waiting(), said: answer.said)
    }
    guard answer.isAnswered else {
      throw SyncFailure.noAccess(remote: name, waiting: try waiting(), said: answer.said)
    }
  }

  /// Whether the branch may be taken without the record of this device: the remote may take no other refs, or not
  /// several at once.
  private func mayGoAlone(_ answer: RemoteAnswer) throws -> Bool {
    try checkReached(answer)
    switch answer.refusal(of: target.remoteRef) {
    case .late, .declined: return false
    case .busy, .withOthers, nil: return true
    }
  }

  /// - Parameter seen: Where the remote's branch was when this was merged with it.
  private func outcome(of answer: RemoteAnswer, where seen: ObjectID?) throws -> PushOutcome {
    try checkReached(answer)
    let waiting = try waiting()
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
