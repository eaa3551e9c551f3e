import Git
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
      return try report(planned, reading, commit: nil)
    }
    if let operation = repository.ongoingOperation() { throw StoreError.inTheMiddle(operation) }
    guard let lock = try StoreLock.take(lockPath, timeout: 10) else {
      throw StoreError.locked(path: lockPath, owner: StoreLock.owner(of: lockPath))
    }
    return try withExtendedLifetime(lock) {
      try finishIntent()
      let reading = try read()
      if settings.autocommit, commitsHandEdits { try commitHandEdits(reading) }
      let planned = try plan(try decide(reading))
      try checkLimit(reading, planned)
      guard !planned.isEmpty else { return try report(planned, reading, commit: nil) }
      let changed = ChangedTask.joined(planned.map(\.change))
      let message = CommitMessage.text(
        verb: subject ?? verb, operation: verb, changed: changed, device: device, extra: trailers)
      let commit = try commit(planned.flatMap(\.files), message: message, reflog: verb)
      return try report(planned, reading, commit: commit)
    }
  }

  /// A change with the file it makes.
  struct Planned {
    let change: ChangedTask
    let file: FileContent
    let document: (any TaskDocument)?
    /// The file of before, where the task moves to another.
    var vacated: FileContent?

    var files: [FileContent] { [file] + (vacated.map { [$0] } ?? []) }
  }

  // MARK: Planning

  private func plan(_ changes: [Change]) throws -> [Planned] {
    var planned: [Planned] = []
    for change in changes { if let one = try plan(change) { planned.append(one) } }
    return planned
  }

  private func plan(_ change: Change) throws -> Planned? {
    switch change {
    case .add(let task):
      let document = try editing(task) { () throws(EditError) in
        try print(new: task)
      }
      return planned(from: nil, to: document, path: task.path)
    case .edit(let document, let edits):
      // A task made by hand gets its id with its first change, so that the id outlives the path.
      let isOwn = document.task.hasOwnID
      let edited = try editing(document.task) { () throws(EditError) in
        let edited = try document.applying(edits)
        guard edited.bytes != document.bytes, !isOwn else { return edited }
        return try edited.applying([.id(document.task.id)])
      }
      return planned(from: document, to: edited, path: document.task.path)
    case .replace(let document, let new):
      return planned(from: document, to: new, path: document.task.path)
    case .convert(let document, let new):
      return try planConversion(of: document, to: new)
    case .purge(let document):
      return Planned(
        change: ChangedTask(old: document.task, new: nil),
        file: FileContent(path: prefix + document.task.path, content: nil), document: nil)
    case .edited(let path, let old, let content):
      guard content != old else { return nil }
      let document = try? parse(content, path: path)
      let before = old.flatMap { try? parse($0, path: path) }
      return Planned(
        change: ChangedTask(old: before?.task, new: document?.task),
        file: FileContent(path: prefix + path, content: content), document: document)
    case .restore(let path, let content):
      let now = try? StoreFile.read(root + "/" + path)
      guard now != content else { return nil }
      let old = now.flatMap { try? parse($0, path: path) }?.task
      let document = content.flatMap { try? parse($0, path: path) }
      return Planned(
        change: ChangedTask(old: old, new: document?.task),
        file: FileContent(path: prefix + path, content: content), document: document)
    }
  }

  /// A new file in the format the task asks for.
  private func print(new task: Task) throws(EditError) -> any TaskDocument {
    switch task.format {
    case .org:
      try OrgDocument.print(
        new: task, workflow: settings.keywords, storeWorkflow: settings.workflow)
    case .markdown: try MarkdownDocument.print(new: task, workflow: settings.workflow)
    }
  }

  /// One file goes and another comes: the path of a task says its format.
  private func planConversion(
    of document: any TaskDocument, to new: any TaskDocument
  ) throws(StoreError) -> Planned? {
    let (old, path) = (document.task.path, new.task.path)
    guard path != old else { return planned(from: document, to: new, path: path) }
    guard path != TaskStore.inbox, StoreFile.kind(root + "/" + path) == nil else {
      throw .invalid("\(old) cannot be converted: \(path) is there already, or no place for a task")
    }
    return Planned(
      change: ChangedTask(old: document.task, new: new.task),
      file: FileContent(path: prefix + path, content: new.bytes), document: new,
      vacated: FileContent(path: prefix + old, content: nil))
  }

  private func planned(
    from old: (any TaskDocument)?, to new: any TaskDocument, path: String
  ) -> Planned? {
    guard old?.bytes != new.bytes else { return nil }
    return Planned(
      change: ChangedTask(old: old?.task, new: new.task),
      file: FileContent(path: prefix + path, content: new.bytes), document: new)
  }

  private func editing<Document>(
    _ task: Task, _ body: () throws(EditError) -> Document
  ) throws(StoreError) -> Document {
    do throws(EditError) {
      return try body()
    } catch {
      throw .cannotEdit(title: Visible.text(task.title), error)
    }
  }

  /// Refuses what would make one open task too many (requirements, R4).
  private func checkLimit(_ reading: StoreReading, _ planned: [Planned]) throws(StoreError) {
    let opened = planned.count { $0.change.new?.isOpen == true && $0.change.old?.isOpen != true }
    guard settings.maxOpen > 0, opened > 0 else { return }
    let closed = planned.count { $0.change.old?.isOpen == true && $0.change.new?.isOpen != true }
    guard reading.count(where: \.isOpen) + opened - closed <= settings.maxOpen else {
      throw .tooManyOpen(limit: settings.maxOpen)
    }
  }

  private func report(
    _ planned: [Planned], _ reading: StoreReading, commit: ObjectID?
  ) throws -> WriteReport {
    let files = planned.flatMap(\.files)
    let paths = Set(files.map { String($0.path.dropFirst(prefix.count)) })
    return WriteReport(
      changed: ChangedTask.joined(planned.map(\.change)),
      reading: reading.replacing(paths, with: planned.compactMap(\.document)),
      commit: commit?.hex, isChange: !planned.isEmpty)
  }

  // MARK: Carrying out

  /// Commits exact files and brings branch, work tree and index in step. The caller holds the lock.
  ///
  /// - Returns: Nil when committing is left to the user (`tasks.autocommit`), or nothing differs.
  @discardableResult
  func commit(_ files: [FileContent], message: String, reflog: String) throws -> ObjectID? {
    guard settings.autocommit else {
      for file in files {
        if let content = file.content {
          try place(content, at: file.path)
        } else {
          try takeAway(file.path)
        }
      }
      return nil
    }
    let (author, committer) = try signatures()
    let route = try CommitRoute(for: files, in: repository)
    if let reason = route.reason { context.explain("committing through git, because \(reason)") }
    let prepared = try route.backend.prepare(
      files, in: repository, onto: try repository.head().id, message: message, author: author,
      committer: committer)
    guard let prepared else { return nil }
    let intent = Intent(old: prepared.old, new: prepared.new, paths: files.map(\.path))
    try begin(intent)
    let lock: IndexLock
    do {
      for file in files {
        if let content = file.content { _ = try prepare(content, at: file.path) }
      }
      // Before the branch moves: an index that cannot follow takes the whole change back.
      lock = try repository.lockIndex()
      try repository.moveHead(
        to: prepared.new, from: prepared.old, message: "tasks \(reflog)", author: committer)
    } catch {
      for file in files { try? StoreFile.remove(workTreePath(Intent.waiting(file.path))) }
      try? StoreFile.remove(intentPath)
      throw error
    }
    for file in files {
      if file.content != nil {
        let waiting = workTreePath(Intent.waiting(file.path))
        try StoreFile.rename(waiting, to: workTreePath(file.path))
      } else {
        try takeAway(file.path)
      }
    }
    if settings.isDurable { syncFolders(of: files) }
    try repository.updateIndex(after: prepared, holding: lock)
    try StoreFile.remove(intentPath)
    try route.backend.finish(in: repository)
    repository.packIfNeeded()
    return prepared.new
  }

  /// What the folders of files say is on the disk when this returns; before that, the intent must stay.
  private func syncFolders(of files: [FileContent]) {
    var folders: Set<String> = []
    for file in files {
      let path = workTreePath(file.path)
      // A new folder is named by the one above it.
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
      folders.insert(folder)
      folders.insert(folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "/")
    }
    for folder in folders { StoreFile.syncFolder(folder) }
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
