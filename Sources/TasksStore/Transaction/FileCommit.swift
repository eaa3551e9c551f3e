import Git
import Platform
import TasksCore

/// A commit of exact files of the store, from its objects to the branch. The caller holds the store's lock.
final class FileCommit {
  private let store: TaskStore
  private let planned: [FileEdit]
  /// The contents of those that are committed.
  private let contents: [FileContent]
  private let message: String
  private let operation: String
  private let writer: Writer
  private let snapshot: Snapshot
  private let route: CommitRoute
  private var committer: Signature?
  private var commit: PreparedCommit?
  private var transaction: Transaction?
  private var lock: IndexLock?
  private var isInstalled = false

  /// - Parameters:
  ///   - planned: The files as they are to be.
  ///   - snapshot: What the change starts from.
  init(
    _ planned: [FileEdit], message: String, operation: String, in store: TaskStore,
    _ writer: Writer, from snapshot: Snapshot
  ) throws {
    (self.store, self.planned, self.message) = (store, planned, message)
    (self.operation, self.writer, self.snapshot) = (operation, writer, snapshot)
    contents = planned.filter(\.isCommitted).map(\.content)
    route = try CommitRoute(for: contents, in: store.repository)
  }

  /// Writes the objects and stages the files, and starts to bring them to the disk.
  ///
  /// - Parameter reading: What the change was decided from. If hooks of the user look at the work tree, or no commit is
  ///   made, the files are installed here, so it is confirmed first.
  /// - Returns: False if there is nothing to `finish`: nothing differs, or the user commits (`tasks.autocommit`).
  /// - Throws: Nothing has happened then; `changedMeanwhile`.
  func prepare(_ reading: StoreReading? = nil) throws -> Bool {
    guard store.settings.autocommit else {
      try reading?.confirm()
      try installUncommitted()
      return false
    }
    let (author, committer) = try store.signatures()
    self.committer = committer
    if route.reason != nil { store.context.explain(route.description()) }
    if try hasHooksThatLook() {
      try reading?.confirm()
      return try prepareInstalled(author, committer)
    }
    return try prepareStaged(author, committer)
  }

  /// Commits, once `reading` is confirmed.
  ///
  /// - Parameter carriesCheck: Whether the conflict scan of the commit before holds for this one, too.
  /// - Throws: Nothing has happened then; `changedMeanwhile`, `GitError.headMoved` if another process was faster.
  func finish(confirming reading: StoreReading? = nil, carriesCheck: Bool = false) throws
    -> ObjectID?
  {
    guard let transaction, let commit, let committer else { return nil }
    do {
      try reading?.confirm()
      try transaction.commit(
        by: committer, reflog: operation, holding: lock, checking: isInstalled ? [] : planned)
    } catch {
      lock = nil
      transaction.rollBack()
      throw error
    }
    if let index = transaction.finish() {
      if carriesCheck { store.carryCheck(over: commit, index, planned) }
      if route.reason == nil { store.context.explain(route.description(index: index.feature)) }
    }
    writer.routes.append(route)
    return commit.new
  }

  private func hasHooksThatLook() throws -> Bool {
    guard route.reason != nil else { return false }
    return try ["pre-commit", "prepare-commit-msg", "commit-msg"].contains {
      try store.repository.hook(named: $0) != nil
    }
  }

  private func makeCommit(_ author: Signature, _ committer: Signature) throws -> PreparedCommit? {
    try route.prepare(
      contents, in: store.repository, onto: snapshot.head.id, message: message,
      author: author, committer: committer)
  }

  private func begun(_ pending: [FileEdit]) -> Transaction {
    Transaction(
      store, from: snapshot.head.id, paths: contents.map(\.path),
      files: pending.map(store.installed))
  }

  /// Prepares a commit whose files are installed when it is made.
  private func prepareStaged(_ author: Signature, _ committer: Signature) throws -> Bool {
    // A process that was too late several times locks the index from the start.
    if route.reason == nil, writer.lostRaces > 2 { lock = try store.repository.lockIndex() }
    guard let commit = try makeCommit(author, committer) else { return false }
    let pending = try store.pendingEdits(planned)
    let transaction = begun(pending)
    do {
      try transaction.begin(committing: commit.new)
      try transaction.stage(pending.map(\.content))
      try transaction.prepare(commit, index: snapshot.index)
    } catch {
      lock = nil
      transaction.rollBack()
      throw error
    }
    (self.transaction, self.commit) = (transaction, commit)
    return true
  }

  /// Prepares a commit with the files in the work tree already, as with `git commit`: hooks that check or format what
  /// is about to be committed look for it there. What a hook has staged is committed, and is in the work tree then.
  private func prepareInstalled(_ author: Signature, _ committer: Signature) throws -> Bool {
    let pending = try store.pendingEdits(planned)
    let transaction = begun(pending)
    do {
      // Without a file to install there is nothing to restore, and the journal begins with the commit.
      if !pending.isEmpty { try transaction.begin() }
      try transaction.stage(pending.map(\.content))
      try transaction.install()
      _ = try store.pendingEdits(pending)
      guard let commit = try makeCommit(author, committer) else {
        transaction.rollBack()
        return false
      }
      transaction.follow(try follow(commit, pending, transaction.files.files))
      try transaction.begin(committing: commit.new)
      try transaction.prepare(commit, index: snapshot.index)
      (self.transaction, self.commit, isInstalled) = (transaction, commit, true)
      return true
    } catch {
      transaction.rollBack()
      throw error
    }
  }

  /// Writes to the work tree what a hook has staged without changing the file.
  ///
  /// - Returns: The installed files with their contents now.
  private func follow(
    _ commit: PreparedCommit, _ pending: [FileEdit], _ installed: [InstalledFile]
  ) throws -> [InstalledFile] {
    var ids: [String: ObjectID] = [:]
    for case .set(let path, let id, _) in commit.changes { ids[path] = id }
    var edits: [String: FileEdit] = [:]
    for file in pending { edits[file.path] = file }
    return try installed.map { file in
      guard let content = edits[file.path]?.content.content, let id = ids[file.path],
        var there = try? StoreFile.read(store.workTreePath(file.path))
      else { return file }
      // Only a file that differs may have to be converted by git first.
      if store.repository.id(ofBlob: there) != id,
        try store.repository.idToCommit(there, at: file.path) != id
      {
        guard there == content else {
          store.context.say(
            "\(ControlCharacters.escaped(Text(file.path))) was saved by another program meanwhile and stays as saved"
          )
          return file
        }
        there = try OldContents(store).bytes(id, at: file.path)
        try store.place(there, at: file.path, durable: false)
      }
      var file = file
      file.new = store.repository.id(ofBlob: there)
      return file
    }
  }

  private func installUncommitted() throws {
    let pending = try store.pendingEdits(planned)
    guard !pending.isEmpty else { return }
    let transaction = Transaction(
      store, from: snapshot.head.id, paths: pending.map(\.path),
      files: pending.map(store.installed))
    do {
      try transaction.begin()
      try transaction.stage(pending.map(\.content))
      try transaction.install()
    } catch {
      transaction.rollBack()
      throw error
    }
    try transaction.finishUncommitted()
  }
}

extension TaskStore {
  /// A planned file as the journal records it.
  package func installed(_ file: FileEdit) -> InstalledFile {
    let isExecutable = file.seen != nil && File.isMarkedExecutable(workTreePath(file.path))
    return InstalledFile(
      path: file.path, old: file.seen.map { repository.id(ofBlob: $0) },
      new: file.content.content.map { repository.id(ofBlob: $0) },
      oldMode: isExecutable ? .executable : .file)
  }

  /// Author and committer as git has them; what is not set in git comes from the machine.
  package func signatures(
    isQuiet: Bool = false
  ) throws -> (author: Signature, committer: Signature) {
    let now = context.clock()
    if isQuiet { hasNamedTheMachine = true }
    return (try signature(.author, now), try signature(.committer, now))
  }

  private func signature(_ role: Role, _ now: StoreContext.Clock) throws -> Signature {
    let identity = try repository.identity(of: role)
    let user = identity.name == nil || identity.email == nil ? context.user() : ""
    let email = identity.email ?? "\(user)@\(context.host)"
    if identity.name == nil, role == .author, !hasNamedTheMachine {
      hasNamedTheMachine = true
      let (note, today) = (notesFolder + "/identity", Array("\(now.seconds / 86400)".utf8))
      if (try? StoreFile.read(note)) == today {
        return signature(identity, user: user, email: email, now)
      }
      try? StoreFile.write(today, to: note, durable: false)
      context.say(
        "git has no user.name here: the commit is by \(user) <\(email)>; "
          + "set one with: git config --global user.name \"Your Name\"")
    }
    return signature(identity, user: user, email: email, now)
  }

  private func signature(
    _ identity: Identity, user: String, email: String, _ now: StoreContext.Clock
  ) -> Signature {
    Signature(
      name: identity.name ?? user, email: email,
      time: identity.time ?? now.seconds,
      offset: identity.time == nil ? now.offset : identity.offset ?? 0)
  }
}
