import Git
import Platform
import TasksCore
import TasksStore

package enum SyncStep: String, Sendable {
  case fetching, merging, pushing, waiting
}

/// One sync of a store with its remote: commit, fetch, merge and push, repeated if another device pushed first
/// (merge.md; requirements, R10).
package struct Sync {
  /// How often a push may come too late before the sync fails.
  static let maxTries = 20
  /// How often a remote may reject a push although its branch has not moved: devices that push at once can hinder
  /// each other.
  static let maxRefusals = 3

  let store: TaskStore
  /// Waits between two attempts, in seconds.
  let pause: (Double) -> Void
  let progress: (SyncStep) -> Void
  /// Whether files that are missing in a folder of plain files are meant to be, however many.
  private let isSure: Bool
  /// How often each place is contacted at most, since a later one has brought something.
  private static let maxPasses = 3

  package init(
    _ store: TaskStore, isSure: Bool = false, pause: @escaping (Double) -> Void,
    progress: @escaping (SyncStep) -> Void = { _ in }
  ) {
    self.store = store
    self.isSure = isSure
    self.pause = pause
    self.progress = progress
  }

  /// Called with what the other places did if one of several cannot be synchronized with.
  package var partly: (SyncReport) throws -> Void = { _ in }

  /// Runs the sync.
  ///
  /// - Throws: ``SyncFailure``, ``StoreError``; `GitError.interrupted`.
  package func run() throws -> SyncReport {
    try store.mendMergeRemains()
    // Checked first: a rebase detaches HEAD, and the message about that would mislead.
    if let operation = store.repository.ongoingOperation() {
      if let notice = try store.mergeRemains().noticeOfOthers { store.context.say(notice) }
      throw StoreError.inTheMiddle(operation)
    }
    let targets = try SyncPlaces(of: store).targets()
    // Commits hand edits alone.
    _ = try store.write("edit") { _ in [] }
    try EncryptedFiles(of: store).commitByHand()
    try Attachments(store: store).commit()
    try DuplicateMoves(store).mend()
    let run = SyncRun(isSure: isSure)
    guard targets.count > 1 else { return try self.run(run, with: targets[0]) }
    return try self.run(run, with: targets)
  }

  /// Synchronizes with several places. One that cannot be reached keeps none of the others from it; what a later one
  /// brought goes to the earlier ones, too.
  private func run(_ run: SyncRun, with targets: [SyncTarget]) throws -> SyncReport {
    var reports: [String: SyncReport] = [:]
    var failed: Set<String> = []
    var failure: (any Error)?
    for _ in 0..<Sync.maxPasses {
      var isDone = true
      for target in targets where !failed.contains(target.remote) {
        let old = reports[target.remote]
        if old != nil, try target.upstream(in: store) == store.repository.head().id { continue }
        isDone = false
        do {
          var report = try self.run(run, with: target)
          report.sent += old?.sent ?? 0
          report.received += old?.received ?? 0
          report.merged = report.merged || old?.merged ?? false
          reports[target.remote] = report
        } catch {
          if StoreError.interruption(error) != nil { throw error }
          if failure != nil {
            store.context.say(
              (error as? SyncFailure)?.description ?? StoreError(error).description)
          }
          failure = failure ?? error
          failed.insert(target.remote)
        }
      }
      if isDone { break }
    }
    let all = targets.filter { !failed.contains($0.remote) }.compactMap { reports[$0.remote] }
    var first = all.first
    first?.others = Array(all.dropFirst())
    if let failure {
      if let first { try partly(first) }
      throw failure
    }
    return first ?? SyncReport()
  }

  private func run(_ run: SyncRun, with target: SyncTarget) throws -> SyncReport {
    let remote = SyncRemote(target, store, pause: pause)
    var report = SyncReport()
    report.remote = remote.name
    var refusals = 0
    for attempt in 0..<Sync.maxTries {
      if attempt > 0 {
        progress(.waiting)
        pause(Backoff.delay(attempt))
      }
      switch try round(run, remote, &report) {
      case .accepted:
        try remote.target.noteSynced(in: store)
        guard try keepPhone(remote) else { break }
        UserHooks(store)?.synced(report.json)
        return report
      case .late: break
      case .refused(let failure):
        refusals += 1
        if refusals == Sync.maxRefusals { throw failure }
      }
    }
    throw SyncFailure.tooManyTries(
      remote: remote.name, waiting: try remote.target.waiting(in: store))
  }

  private func round(
    _ run: SyncRun, _ remote: SyncRemote, _ report: inout SyncReport
  ) throws -> SyncRemote.PushOutcome {
    let pending = try PendingSync.begin(in: store)
    if let place = try SyncPlaces(of: store).place(of: remote.target, for: run) {
      return try exchange(through: place, remote.target, pending, &report)
    }
    progress(.fetching)
    let before = try remote.target.upstream(in: store)
    let synced = try remote.target.lastSynced(in: store) ?? before
    try fetch(remote, after: before)
    guard try integrate(remote.target, before: synced, &report) else { return .late }
    try takeFromPhone()
    try UnmergedNotes(store: store).merge()
    // Covers the merge commit too.
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

  /// Fetches the branch for phones, too, if the store has one.
  private func fetch(_ remote: SyncRemote, after before: ObjectID?) throws {
    guard let phone = try phoneBranch(at: remote) else {
      return try remote.fetch(after: before)
    }
    var remote = remote
    remote.others = PhoneBranch.refspecs
    let known = try phone.forget()
    do {
      try remote.fetch(after: before)
    } catch {
      phone.restore(known)
      throw error
    }
  }

  /// Merges what was fetched.
  ///
  /// - Returns: False if another process made a commit meanwhile.
  private func integrate(
    _ target: SyncTarget, before: ObjectID?, _ report: inout SyncReport
  ) throws -> Bool {
    guard let theirs = try target.upstream(in: store), let own = try store.repository.head().id
    else { return true }
    try checkHistory(target, before: before, theirs: theirs, own: own)
    guard try !store.repository.isAncestor(theirs, of: own) else { return true }
    return try merge(theirs, into: own, by: Integration(store: store, target: target), &report)
  }

  /// Merges a commit of others.
  ///
  /// - Returns: False if another process made a commit meanwhile.
  func merge(
    _ theirs: ObjectID, into own: ObjectID, by integration: Integration,
    _ report: inout SyncReport
  ) throws -> Bool {
    progress(.merging)
    let received = try store.repository.commitCount(of: theirs, without: own)
    do {
      report.merged =
        try integration.merge(theirs, into: own) || report.merged
      report.received += received
      return true
    } catch GitError.headMoved, GitError.referenceMoved {
      return false
    } catch let refusal as MergeRefusal {
      switch refusal {
      case .stagedChanges: throw SyncFailure.stagedChanges
      case .dirty(let paths):
        guard try HandEdits.commitUnreadable(paths, in: store) else {
          throw SyncFailure.dirty(paths)
        }
        guard let now = try store.repository.head().id else { return true }
        return try merge(theirs, into: now, by: integration, &report)
      case .fileAndFolder(let path), .filtered(let path), .alike(let path), .noText(let path),
        .noBase(let path):
        throw SyncFailure.refusedMerge(
          path, with: integration.theirName ?? integration.target.seenBranch)
      }
    }
  }

  /// Checks that the remote still has all commits this branch shares with it: otherwise a merge would bring back what
  /// was removed there. If not, resets the tracking branch, so that the next sync fails as well; git's FETCH_HEAD has
  /// the new commits.
  private func checkHistory(
    _ target: SyncTarget, before: ObjectID?, theirs: ObjectID, own: ObjectID
  ) throws {
    guard let before, try !store.repository.isAncestor(before, of: theirs) else { return }
    let shared = try store.repository.mergeBases(before, own)
    if try shared.allSatisfy({ try store.repository.isAncestor($0, of: theirs) }) { return }
    try store.locked {
      try store.repository.updateTracking(target.trackingRef, to: before, from: theirs)
    }
    try target.noteSynced(in: store)
    throw SyncFailure.lostHistory(remote: target.remote, branch: target.remoteRef)
  }
}

/// The delay before another attempt.
enum Backoff {
  /// Returns seconds: longer each time up to a bound, and randomized so that two devices differ.
  static func delay(_ attempt: Int) -> Double {
    Double.random(in: 0.2...1) * 0.1 * Double(1 << min(attempt, 4))
  }
}
