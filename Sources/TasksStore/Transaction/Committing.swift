import Git
import Platform
import TasksCore

/// A change whose objects are written, and to whose commit no reference leads yet.
struct PreparedChange {
  let commit: PreparedCommit
  let intent: Journal
  /// What nobody may have saved meanwhile.
  var planned: [FileEdit] = []
  /// Those that wait beside their places.
  var waiting: [InstalledFile] = []
  var sketch: IndexSketch?
  /// Where the index had to be locked from the beginning.
  var lock: IndexLock?
}

extension TaskStore {
  /// Commits exact files and brings branch, work tree and index in step. The caller holds the lock.
  ///
  /// - Parameters:
  ///   - reading: What decided them; where it is provisional it is confirmed before anybody sees anything of the change.
  ///   - carriesCheck: Whether what the change came upon tells what merges have left behind in what it makes.
  ///   - meanwhile: Work that may be done while the disk is waited for; it is not called where there is no wait.
  /// - Throws: `changedMeanwhile`, `GitError.headMoved` where somebody else was faster; nothing has happened then.
  /// - Returns: Nil when committing is left to the user (`tasks.autocommit`), or nothing differs.
  @discardableResult
  func commit(
    _ planned: [FileEdit], from reading: StoreReading? = nil, message: String, reflog: String,
    carriesCheck: Bool = false, meanwhile: () -> Void = {}
  ) throws -> ObjectID? {
    let route = try CommitRoute(for: planned.map(\.content), in: repository)
    guard settings.autocommit else {
      try reading?.confirm()
      try leaveUncommitted(planned)
      return nil
    }
    let (author, committer) = try signatures()
    if route.reason != nil { context.explain(route.description()) }
    let looksOn =
      try route.reason != nil
      && ["pre-commit", "prepare-commit-msg", "commit-msg"].contains {
        try repository.hook(named: $0) != nil
      }
    if looksOn { try reading?.confirm() }
    let change =
      looksOn
      ? try prepareInSight(planned, route, message, author, committer)
      : try prepareOutOfSight(
        planned, route, message, author, committer, sketches: reading?.scan?.isUnderWay != true)
    guard let change else { return nil }
    let paths = planned.map { workTreePath($0.path) }
    let index = try land(
      change, paths, reflog: reflog, by: committer,
      meanwhile: {
        meanwhile()
        try reading?.confirm()
      }
    ) {
      try self.show(change.waiting[...])
    }
    if carriesCheck { carryCheck(over: change.commit, index, planned) }
    if route.reason == nil { context.explain(route.description(index: index.feature)) }
    unfinished.append(route.backend)
    return change.commit.new
  }

  /// Writes the objects, and the files beside their places.
  ///
  /// - Parameter sketches: Whether another processor has nothing to do meanwhile, and may draw the index.
  private func prepareOutOfSight(
    _ planned: [FileEdit], _ route: CommitRoute, _ message: String, _ author: Signature,
    _ committer: Signature, sketches: Bool
  ) throws -> PreparedChange? {
    let files = planned.map(\.content)
    // Who came too late again and again keeps the others out.
    let lock = route.reason == nil && lostRaces > 2 ? try repository.lockIndex() : nil
    let head = try repository.head().id
    let sketch = route.reason == nil && sketches ? repository.beginIndexSketch(for: files) : nil
    let commit = try route.backend.prepare(
      files, in: repository, onto: head, message: message, author: author, committer: committer)
    guard let commit else { return nil }
    let unplaced = try self.unplaced(planned)
    let waiting = willShow(unplaced)
    let intent = Journal(
      old: commit.old, new: commit.new, paths: files.map(\.path), shown: waiting)
    do {
      try begin(intent, durable: false)
      try prepare(unplaced.map(\.content))
    } catch {
      try? forget(intent)
      throw error
    }
    return PreparedChange(
      commit: commit, intent: intent, planned: planned, waiting: waiting, sketch: sketch,
      lock: lock)
  }

  /// Leaves the files in the work tree for the user to commit; as a whole, all the same.
  private func leaveUncommitted(_ planned: [FileEdit]) throws {
    let unplaced = try self.unplaced(planned)
    let intent = Journal(
      old: try repository.head().id, new: nil, paths: unplaced.map(\.path),
      shown: willShow(unplaced))
    guard !unplaced.isEmpty else { return }
    do {
      try begin(intent)
      for file in unplaced { try prepare(file.content) }
      try show(intent.shown[...])
    } catch {
      try? settle(intent)
      throw error
    }
    // It is done: whoever comes next takes nothing back.
    try begin(Journal(old: intent.old, new: nil, paths: intent.paths))
    try forget(intent)
  }

  /// Author and committer as git has them; what git has not been told comes from the machine.
  func signatures() throws -> (author: Signature, committer: Signature) {
    let author = try signature(.author)
    return (author, try signature(.committer))
  }

  private func signature(_ role: Role) throws -> Signature {
    let identity = try repository.identity(of: role)
    let user = identity.name == nil || identity.email == nil ? context.user() : ""
    let email = identity.email ?? "\(user)@\(context.host)"
    if identity.name == nil, role == .author, !hasNamedTheMachine {
      hasNamedTheMachine = true
      context.say(
        "git has no user.name here: the commit is by \(user) <\(email)>; "
          + "set one with: git config --global user.name \"Your Name\"")
    }
    return Signature(
      name: identity.name ?? user, email: email,
      time: identity.time ?? context.clock.seconds,
      offset: identity.time == nil ? context.clock.offset : identity.offset ?? 0)
  }
}
