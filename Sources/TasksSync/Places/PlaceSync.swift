import Git
import Platform
import TasksStore

/// The sync with places that git itself does not contact.
extension Sync {
  /// Takes over and merges what a bundle has, if the file is there, and leaves what is here in it.
  package func run(throughBundle file: String) throws -> SyncReport {
    let target = try SyncTarget(store, remote: file.names().last ?? file)
    _ = try store.write("edit") { _ in [] }
    try EncryptedFiles(of: store).commitByHand()
    var report = SyncReport()
    report.remote = file
    let intake = BundleIntake(branch: target.branch, store: store)
    if !File.isMissing(file) {
      let theirs: ObjectID
      switch try intake.take(file, as: "bundle") {
      case .success(let head): theirs = head
      case .failure(let reason): throw StoreError.invalid("\(file) \(reason); nothing was changed")
      }
      guard let own = try store.repository.head().id else { throw SyncFailure.detachedHead }
      if try !store.repository.isAncestor(theirs, of: own) {
        let integration = Integration(
          store: store, target: target, theirName: "refs/tasks/bundle", isAmongEquals: true)
        guard try merge(theirs, into: own, by: integration, &report) else {
          throw SyncFailure.tooManyTries(remote: file, waiting: 0)
        }
      }
      try UnmergedNotes(store: store).merge()
      let now = try store.repository.head().id ?? own
      report.sent = try store.repository.commitCount(of: now, without: theirs)
      if now == theirs { return report }
    } else if let own = try store.repository.head().id {
      report.sent = try store.repository.commitCount(of: own, without: nil)
    }
    if let reason = try intake.write(file) {
      throw StoreError.invalid(
        "\(file) cannot be written: \(reason); what it had is merged here")
    }
    return report
  }

  /// Takes over and merges what others have left in a place, and leaves what is here.
  func exchange(
    through place: any SyncPlace, _ target: SyncTarget, _ pending: PendingSync,
    _ report: inout SyncReport
  ) throws -> SyncRemote.PushOutcome {
    progress(.fetching)
    var failure: SyncFailure?
    let intake = try place.fetch()
    report.received += intake.committed
    for (name, theirs) in intake.heads {
      guard let own = try store.repository.head().id else { break }
      if try store.repository.isAncestor(theirs, of: own) { continue }
      let integration = Integration(
        store: store, target: target, theirName: name, isAmongEquals: true)
      do {
        guard try merge(theirs, into: own, by: integration, &report) else { return .late }
      } catch let failed as SyncFailure {
        // What the others have is taken over, and what is here is left, whatever becomes of it.
        failure = failure ?? failed
      }
    }
    try UnmergedNotes(store: store).merge()
    _ = try PendingSync.begin(in: store)
    progress(.pushing)
    guard let own = try store.repository.head().id else { return .accepted(sent: 0) }
    let before = try target.upstream(in: store)
    let sent = before == own ? 0 : try store.repository.commitCount(of: own, without: before)
    try place.publish(own, after: before)
    if before != own {
      do {
        try store.locked {
          try target.follow(in: store)
          try store.repository.updateTracking(target.trackingRef, to: own, from: before)
        }
      } catch GitError.referenceMoved {
        return .late
      }
    }
    report.sent += max(sent - intake.committed, 0)
    pending.end()
    if let failure { throw failure }
    return .accepted(sent: sent)
  }
}
