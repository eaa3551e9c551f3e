import Git
import Platform
import TasksCore

/// One writing command, which changes the store in one transaction and one commit, however many tasks it touches.
///
/// Commits hand edits first, in a commit of their own. `decide` then gets the tasks as they are and returns the changes;
/// changes without effect are left out. When it returns, commit, files and index agree and are on disk. When it throws,
/// none of the change is left.
package struct StoreWrite {
  package let store: TaskStore
  /// The operation, for the commit's message and its trailer.
  package let verb: String
  /// What the change has turned out to be, once it is decided; nil for the verb.
  package var outcome: () -> String? = { nil }
  /// What the message says in place of the verb.
  var subject: String?
  /// What the first line of the message says of so many tasks, in place of the verb.
  package var headline: ((Int) -> String)?
  package var trailers: [(name: String, value: String)]
  package var commitsHandEdits: Bool
  /// Whether the user's hooks can refuse and change what is written.
  package var asksHooks: Bool
  package var encrypts: Bool
  /// Whether another program sends it, which nobody is at to be told of the limit of open tasks.
  package var arrives = false
  /// Whether the change takes tasks in that somebody has written into other files.
  package var takesIn: Bool
  /// Whether a person types what is opened, so that it may not exceed the limit of open tasks; what arrives otherwise
  /// comes in, and the limit is named.
  private var isLimited: Bool {
    !arrives
      && ["add", "duplicate", "capture", "reopen", "restore", "state", "start", "wait"].contains(
        verb)
  }

  package init(
    store: TaskStore, verb: String, subject: String? = nil, headline: ((Int) -> String)? = nil,
    trailers: [(name: String, value: String)] = [], commitsHandEdits: Bool = true,
    asksHooks: Bool = false, encrypts: Bool = true, takesIn: Bool = false
  ) {
    self.store = store
    self.verb = verb
    self.subject = subject
    self.headline = headline
    self.trailers = trailers
    self.commitsHandEdits = commitsHandEdits
    self.asksHooks = asksHooks
    self.encrypts = encrypts
    self.takesIn = takesIn
  }

  func preview(_ decide: (StoreReading) throws -> [Change]) throws -> WriteReport {
    let reading = try store.read()
    var plan = try ChangePlan(try decide(reading), in: store)
    if takesIn { try plan.revise(encrypting) }
    try checkLimit(plan, reading)
    try plan.checkCycles(reading)
    return report(plan, reading)
  }

  package func run(_ decide: (StoreReading) throws -> [Change]) throws -> WriteReport {
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    let hooks = UserHooks(store)
    let (report, before) = try store.locked { writer in
      try Recovery(store).run()
      var isTold = false
      return try untilNobodyIsFaster(writer) {
        let snapshot = try Snapshot(store.repository)
        if store.settings.autocommit, !isTold, case .detached = snapshot.head {
          store.context.say(
            "HEAD is detached, so the change is on no branch; git reflog lists its commit")
          isTold = true
        }
        return try attempt(writer, snapshot, asksHooks ? hooks : nil, decide)
      }
    }
    if report.commit != nil {
      try? RegisteredClones(store.context.variable).add(store.root)
      hooks?.committed(report.changed, verb: outcome() ?? verb, before: before)
      tellCaller(report)
    }
    return report
  }

  /// The variable that names a file to which each change of a child process is added: the id of its commit on a line.
  package static let commitsVariable = "TASKS_COMMITS"

  /// Tells the program that runs this one which commit it has made.
  private func tellCaller(_ report: WriteReport) {
    guard let commit = report.commit, let path = store.context.variable(StoreWrite.commitsVariable)
    else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let line = Array("\(commit)\n".utf8)
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  private func attempt(
    _ writer: Writer, _ start: Snapshot, _ hooks: UserHooks?, isInOrder: Bool = false,
    _ decide: (StoreReading) throws -> [Change]
  ) throws -> (WriteReport, StoreReading) {
    var snapshot = start
    if let tree = snapshot.tree { try? CloneSetup(store: store).tellShared(tree) }
    // If another process was faster, no longer trusts the cache: that process may have edited files in place, which
    // leaves the folder's stamp unchanged.
    let reading = try store.read(
      !commitsHandEdits ? .whole : writer.lostRaces == 0 ? .provisional : .again)
    do {
      let commits = store.settings.autocommit && commitsHandEdits
      if commits {
        let edits = try HandEdits(reading, &snapshot, in: store)
        try edits.commit(writer, &snapshot)
        // Files that could not be removed are in the way once.
        if edits.changesFiles, !isInOrder {
          return try attempt(writer, snapshot, hooks, isInOrder: true, decide)
        }
        if try GitsMerges(store).complete(writer, &snapshot) {
          return try attempt(writer, snapshot, hooks, decide)
        }
      }
      var plan = try ChangePlan(try decide(reading), in: store)
      try plan.addNamed(reading)
      try plan.addLinkedLines(snapshot.tree)
      try plan.revise(encrypting)
      if let hooks {
        try plan.revise { planned in
          guard planned.change.old != nil || planned.change.new != nil else { return [] }
          return try hooks.edits(for: planned, verb: outcome() ?? verb, in: reading)
        }
        try plan.revise(encrypting)
      }
      var encrypted: Set<TaskID> = []
      for planned in plan.changes where !planned.isAsWritten {
        guard let old = planned.change.old, let new = planned.change.new, encrypts,
          !old.notes.isEmpty, !old.hasEncryptedNotes, new.hasEncryptedNotes
        else { continue }
        store.sayHistoryIsPlain("the notes of '\(ControlCharacters.escaped(new.title))' were")
        encrypted.insert(new.id)
      }
      if !encrypted.isEmpty { try plan.add(store.forgettingImported(notes: encrypted)) }
      try checkLimit(plan, reading)
      try plan.checkCycles(reading)
      guard !plan.changes.isEmpty else {
        try reading.confirm()
        return (report(plan, reading), reading)
      }
      // On some file systems a file's status differs at each look; after three attempts the stamps are ignored.
      if commits, writer.lostRaces < 3 {
        let seen = plan.files.filter { $0.seen != nil }
        try reading.confirm(seen.map { $0.path.dropping(store.prefix) }, in: store.root)
      }
      return (try commit(plan, from: reading, writer, snapshot), reading)
    } catch {
      // If the reading was out of date, throw `changedMeanwhile` instead.
      try reading.confirm()
      throw error
    }
  }

  private func checkLimit(_ plan: ChangePlan, _ reading: StoreReading) throws {
    guard verb != "rebuild", let (limit, open) = plan.exceededLimit(reading) else { return }
    if isLimited { throw StoreError.tooManyOpen(limit: limit, open: open) }
    store.context.say(
      "the store has more open tasks than its limit of \(limit) now, and add takes none until some are done; "
        + "raise it with: tasks config max-open NUMBER")
  }

  /// Encrypts the plain notes of a task that has the tag of encrypted ones, before anything else sees them. What was in a
  /// file already must not hold a command up where it cannot be encrypted.
  private func encrypting(_ planned: PlannedChange) throws -> [Edit] {
    guard encrypts, let task = planned.document?.task, task.hasNotesToEncrypt,
      !planned.isAsWritten
    else { return [] }
    let old = planned.change.old
    let isNew = task.notes != old?.notes || old?.tags.contains(Task.cryptTag) == false
    // Nobody is asked for a passphrase in the middle of a file.
    if verb == "import", task.hasEncryptedNotes || !store.encryption.namesKeys(for: task) {
      if isNew { store.sayNotEncrypted(task) }
      return []
    }
    do throws(CipherError) {
      return [.notes(try store.encryption.sealedNotes(of: task))]
    } catch {
      guard !isNew || takesIn else { throw error }
      if isNew { store.sayNotEncrypted(task, because: error.message) }
      return []
    }
  }

  private func commit(
    _ plan: ChangePlan, from reading: StoreReading, _ writer: Writer, _ snapshot: Snapshot
  ) throws -> WriteReport {
    let changed = self.changed(plan)
    let verb = outcome() ?? self.verb
    let message = CommitMessage.text(
      verb: subject ?? verb, headline: headline?(changed.count), operation: verb, changed: changed,
      device: store.device, extra: trailers)
    let commit = try FileCommit(
      plan.files, message: message, operation: verb, in: store, writer, from: snapshot)
    let isPrepared = try commit.prepare(reading)
    // Overlaps with the disk writes of `prepare`.
    let after = self.reading(reading, after: plan)
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
        store.context.explain("another process changed the store; starting again")
      }
    }
    return try body()
  }

  private func report(_ plan: ChangePlan, _ reading: StoreReading) -> WriteReport {
    WriteReport(
      changed: changed(plan),
      reading: self.reading(reading, after: plan), commit: nil, isChange: !plan.changes.isEmpty)
  }

  /// The changed tasks; headlines are for changes of which some are no tasks.
  private func changed(_ plan: ChangePlan) -> [ChangedTask] {
    let changed = ChangedTask.joined(plan.changes.filter(\.isTold).map(\.change))
    return headline == nil ? changed : changed.filter { $0.old != nil || $0.new != nil }
  }

  private func reading(_ reading: StoreReading, after plan: ChangePlan) -> StoreReading {
    reading.replacing(
      plan.changes.compactMap(\.change.old), with: plan.changes.compactMap(\.document))
  }
}
