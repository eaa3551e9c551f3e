import Git
import Platform
import TasksCore

extension TaskStore {
  /// Makes one change of the store: one unit, one commit, however many tasks it touches.
  ///
  /// Files that were edited by hand are committed first, as a commit of their own. Then `decide` sees the
  /// tasks as they are and says what is to change; what changes nothing is left out. When this returns, commit,
  /// files and index are in step and on the disk. When it throws, nothing of the change has happened.
  ///
  /// - Parameter verb: Names the operation, in the commit's message and its trailer.
  public func write(
    _ verb: String, dryRun: Bool = false,
    decide: (StoreReading) throws -> [Change]
  ) throws -> WriteReport {
    try write(verb, dryRun: dryRun, trailers: [], decide: decide)
  }

  func write(
    _ verb: String, subject: String? = nil, dryRun: Bool = false,
    trailers: [(name: String, value: String)] = [],
    commitsHandEdits: Bool = true,
    decide: (StoreReading) throws -> [Change]
  ) throws -> WriteReport {
    if dryRun {
      let reading = try read()
      let planned = try plan(try decide(reading))
      try checkLimit(reading, planned)
      return report(planned, reading)
    }
    if let operation = repository.ongoingOperation() { throw StoreError.inTheMiddle(operation) }
    if settings.autocommit, case .detached = try repository.head() {
      context.say("HEAD is detached: the change is on no branch, and only git reflog will find it")
    }
    return try locked {
      try finishIntent()
      return try untilNobodyIsFaster {
        // Hardly ever has anybody edited a file without its folder telling so; what comes from an editor just now has
        // been, for sure.
        let reading = try read(
          !commitsHandEdits ? .whole : lostRaces == 0 ? .provisional : .again)
        do {
          if settings.autocommit, commitsHandEdits { try commitHandEdits(reading) }
          let planned = try plan(try decide(reading))
          try checkLimit(reading, planned)
          guard !planned.isEmpty else {
            try reading.confirm()
            return report(planned, reading)
          }
          // A file system may say something else of the same file each time; then that tells nothing.
          if settings.autocommit, commitsHandEdits, lostRaces < 3 {
            let seen = planned.flatMap(\.files).filter { $0.seen != nil }
            try reading.confirm(seen.map { $0.path.dropping(prefix) }, in: root)
          }
          return try commit(
            planned, from: reading, verb: verb, subject: subject ?? verb, trailers: trailers)
        } catch {
          // What was decided by a mistake need not be a fault.
          try reading.confirm()
          throw error
        }
      }
    }
  }

  private func commit(
    _ planned: [Planned], from reading: StoreReading, verb: String, subject: String,
    trailers: [(name: String, value: String)]
  ) throws -> WriteReport {
    let changed = ChangedTask.joined(planned.map(\.change))
    let message = CommitMessage.text(
      verb: subject, operation: verb, changed: changed, device: device, extra: trailers)
    var after: StoreReading?
    let commit = try commit(
      planned.flatMap(\.files), from: reading, message: message, reflog: verb, carriesCheck: true
    ) {
      after = self.reading(reading, after: planned)
    }
    return WriteReport(
      changed: changed, reading: after ?? self.reading(reading, after: planned),
      commit: commit?.hex, isChange: true)
  }

  /// Begins anew where a file was saved or a commit made by somebody else meanwhile, a few times.
  private func untilNobodyIsFaster<Result>(_ body: () throws -> Result) throws -> Result {
    lostRaces = 0
    for _ in 0..<9 {
      do {
        return try body()
      } catch StoreError.changedMeanwhile, GitError.headMoved, GitError.referenceMoved {
        lostRaces += 1
        // Whoever takes longer over it gets the time.
        if lostRaces > 2 { usleep(5000 << UInt32(lostRaces - 2)) }
        context.explain("somebody else changed something meanwhile; beginning anew")
      }
    }
    return try body()
  }

  /// Of what has not been committed.
  private func report(_ planned: [Planned], _ reading: StoreReading) -> WriteReport {
    WriteReport(
      changed: ChangedTask.joined(planned.map(\.change)),
      reading: self.reading(reading, after: planned), commit: nil, isChange: !planned.isEmpty)
  }

  private func reading(_ reading: StoreReading, after planned: [Planned]) -> StoreReading {
    reading.replacing(planned.compactMap(\.change.old), with: planned.compactMap(\.document))
  }

  /// Does something as the store's only writer. What the commits made in it leave to be done, hooks of the user
  /// that may well call us, is done when the lock is free again.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    let result = Attempt { try alone(body) }
    let backends = unfinished
    unfinished = []
    for backend in backends {
      // The commit stands, whatever becomes of a hook.
      do throws(GitError) {
        try backend.finish(in: repository)
      } catch {
        context.explain("a hook could not be run: \(StoreError.git(error).description)")
      }
    }
    if !backends.isEmpty { repository.packIfNeeded() }
    return try result.get()
  }

  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    guard
      let lock = try StoreLock.take(
        lockPath, timeout: 10, workTree: repository.workTree)
    else {
      throw StoreError.locked(path: lockPath, owner: StoreLock.owner(of: lockPath))
    }
    return try withExtendedLifetime(lock) { try body() }
  }
}
