import Git
import Platform
import TasksCore

extension TaskStore {
  /// Changes the store in one transaction and one commit, however many tasks it touches.
  ///
  /// Commits hand edits first, in a commit of their own. `decide` then gets the tasks as they are and returns the
  /// changes; changes without effect are left out. When this returns, commit, files and index agree and are on disk.
  /// When it throws, none of the change is left.
  ///
  /// - Parameter verb: The operation, for the commit's message and its trailer.
  public func write(
    _ verb: String, dryRun: Bool = false,
    decide: (StoreReading) throws -> [Change]
  ) throws -> WriteReport {
    try write(verb, dryRun: dryRun, trailers: [], decide: decide)
  }

  /// Applies an action to tasks, in one commit, all or nothing.
  ///
  /// - Parameter tasks: Returns the tasks of a reading that are meant.
  public func perform(
    _ action: some TaskAction, dryRun: Bool = false,
    on tasks: (StoreReading) throws -> [any TaskDocument]
  ) throws -> WriteReport {
    try write(action.verb, dryRun: dryRun) { reading in
      let actionContext = ActionContext(
        now: context.clock().now, find: { try reading.document($0.text).task.id },
        short: { reading.short($0) })
      return try tasks(reading).map { document in
        do {
          let edits = try action.edits(for: document, in: actionContext)
          return action.removesTask ? .purge(document) : .edit(document, edits)
        } catch let error as EditError {
          throw StoreError.cannotEdit(title: Visible.text(document.task.title), error)
        }
      }
    }
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
    return try locked { writer in
      try Recovery(self).run()
      var isTold = false
      return try untilNobodyIsFaster(writer) {
        var snapshot = try Snapshot(repository)
        if settings.autocommit, !isTold, case .detached = snapshot.head {
          context.say(
            "HEAD is detached, so the change is on no branch; git reflog lists its commit")
          isTold = true
        }
        // If another process was faster, no longer trusts the cache: that process may have edited files in place,
        // which leaves the folder's stamp unchanged.
        let reading = try read(
          !commitsHandEdits ? .whole : writer.lostRaces == 0 ? .provisional : .again)
        do {
          if settings.autocommit, commitsHandEdits {
            try commitHandEdits(reading, writer, &snapshot)
          }
          let planned = try plan(try decide(reading))
          try checkLimit(reading, planned)
          guard !planned.isEmpty else {
            try reading.confirm()
            return report(planned, reading)
          }
          // On some file systems a file's status differs at each look; after three attempts the stamps are ignored.
          if settings.autocommit, commitsHandEdits, writer.lostRaces < 3 {
            let seen = planned.flatMap(\.files).filter { $0.seen != nil }
            try reading.confirm(seen.map { $0.path.dropping(prefix) }, in: root)
          }
          return try commit(
            planned, from: reading, verb: verb, subject: subject ?? verb, trailers: trailers,
            writer, snapshot)
        } catch {
          // If the reading was out of date, throw `changedMeanwhile` instead.
          try reading.confirm()
          throw error
        }
      }
    }
  }

  private func commit(
    _ planned: [Planned], from reading: StoreReading, verb: String, subject: String,
    trailers: [(name: String, value: String)], _ writer: Writer, _ snapshot: Snapshot
  ) throws -> WriteReport {
    let changed = ChangedTask.joined(planned.map(\.change))
    let message = CommitMessage.text(
      verb: subject, operation: verb, changed: changed, device: device, extra: trailers)
    let commit = try FileCommit(
      planned.flatMap(\.files), message: message, operation: verb, in: self, writer, from: snapshot)
    let isPrepared = try commit.prepare(reading)
    // Overlaps with the disk writes of `prepare`.
    let after = self.reading(reading, after: planned)
    let id =
      isPrepared ? try commit.finish(confirming: reading, carriesCheck: true) : nil
    return WriteReport(changed: changed, reading: after, commit: id?.hex, isChange: true)
  }

  /// Retries if another process saved a file or made a commit meanwhile, up to ten attempts.
  private func untilNobodyIsFaster<Result>(
    _ writer: Writer, _ body: () throws -> Result
  ) throws -> Result {
    writer.lostRaces = 0
    for _ in 0..<9 {
      do {
        return try body()
      } catch StoreError.changedMeanwhile, GitError.headMoved, GitError.referenceMoved {
        writer.lostRaces += 1
        // Leaves a slower process time to finish.
        if writer.lostRaces > 2 { usleep(5000 << UInt32(writer.lostRaces - 2)) }
        context.explain("another process changed the store; starting again")
      }
    }
    return try body()
  }

  /// Returns the report of a change that was not committed.
  private func report(_ planned: [Planned], _ reading: StoreReading) -> WriteReport {
    WriteReport(
      changed: ChangedTask.joined(planned.map(\.change)),
      reading: self.reading(reading, after: planned), commit: nil, isChange: !planned.isEmpty)
  }

  private func reading(_ reading: StoreReading, after planned: [Planned]) -> StoreReading {
    reading.replacing(planned.compactMap(\.change.old), with: planned.compactMap(\.document))
  }

  /// Runs `body` under the store's lock. Post-commit hooks run after the lock is released, since they may call
  /// `tasks`.
  func locked<Result>(_ body: (Writer) throws -> Result) throws -> Result {
    let writer = Writer()
    let result = Attempt { try alone { try body(writer) } }
    for route in writer.routes {
      // The commit stands even if a hook fails.
      do throws(GitError) {
        try route.finish(in: repository)
      } catch {
        context.explain("a hook could not be run: \(StoreError.git(error).description)")
      }
    }
    if !writer.routes.isEmpty { repository.packIfNeeded() }
    return try result.get()
  }

  /// Runs `body` under the store's lock, for work that commits no files.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try locked { _ in try body() }
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
