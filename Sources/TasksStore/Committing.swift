import Git
import TasksCore

extension TaskStore {
  /// Commits exact files and brings branch, work tree and index in step. The caller holds the lock.
  ///
  /// - Throws: `changedMeanwhile`, `GitError.headMoved` where somebody else was faster; nothing has happened then.
  /// - Returns: Nil when committing is left to the user (`tasks.autocommit`), or nothing differs.
  @discardableResult
  func commit(_ planned: [PlannedFile], message: String, reflog: String) throws -> ObjectID? {
    let files = planned.map(\.content)
    let route = try CommitRoute(for: files, in: repository)
    guard settings.autocommit else {
      for file in try unplaced(planned) {
        try prepare(file.content)
        try replace(file)
      }
      return nil
    }
    let (author, committer) = try signatures()
    if route.reason != nil { context.explain(route.description()) }
    if route.reason != nil, try repository.hook(named: "pre-commit") != nil {
      return try commitInSight(planned, by: route.backend, message, author, committer, reflog)
    }
    let head = try repository.head().id
    // While objects are written another processor has nothing to do.
    let sketch = route.reason == nil ? repository.beginIndexSketch(for: files) : nil
    let writeObjects = {
      Swift.Result {
        try route.backend.prepare(
          files, in: self.repository, onto: head, message: message, author: author,
          committer: committer)
      }
    }
    let written =
      sketch.map { sketch in TwoThreads.run(writeObjects) { sketch.draw() }.0 } ?? writeObjects()
    guard let prepared = try written.get() else { return nil }
    let (index, branchFolder): (IndexDraft, String)
    let unplaced: [PlannedFile]
    do {
      try begin(
        Intent(old: prepared.old, new: prepared.new, paths: files.map(\.path)), durable: false)
      unplaced = try self.unplaced(planned)
      for file in unplaced { try prepare(file.content, durable: false) }
      (index, branchFolder) = try moveBranch(
        to: prepared, drawn: sketch, placing: unplaced, of: planned, reflog: reflog,
        by: committer)
    } catch {
      for file in files { try? StoreFile.remove(workTreePath(Intent.waiting(file.path))) }
      try? StoreFile.remove(intentPath)
      throw error
    }
    if route.reason == nil { context.explain(route.description(index: index.feature)) }
    for file in unplaced { try replace(file) }
    // Before that is on the disk the intent must stay.
    if settings.isDurable {
      try repository.diskSync(folders: folders(of: files).union([branchFolder]))
    }
    try repository.updateIndex(index)
    try StoreFile.remove(intentPath)
    unfinished.append(route.backend)
    return prepared.new
  }

  /// Everything the change consists of is on the disk before the branch moves; and an index that cannot follow takes
  /// the whole change back.
  ///
  /// - Returns: The index to come, and the folder whose names say where the branch is.
  func moveBranch(
    to prepared: PreparedCommit, drawn sketch: IndexSketch? = nil, placing unplaced: [PlannedFile],
    of files: [PlannedFile],
    reflog: String, by committer: Signature
  ) throws -> (IndexDraft, folder: String) {
    let message = "tasks \(reflog)"
    let lock = try repository.lockIndex()
    let head = try repository.lockHead(to: prepared.new, from: prepared.old)
    let isUnplaced = Set(unplaced.map(\.path))
    let contents = files.filter { $0.content.content != nil }.map { file in
      workTreePath(isUnplaced.contains(file.path) ? Intent.waiting(file.path) : file.path)
    }
    let sync = settings.isDurable ? repository.diskSync : nil
    let written = contents + [intentPath] + (head.map { [$0.path] } ?? [])
    let folder = ownFolder
    // The disk takes its time.
    let (index, synced) = TwoThreads.run(
      { Result { try repository.draftIndex(after: prepared, holding: lock, from: sketch) } },
      { Result { try sync?(objects: prepared.written, files: written, folders: [folder]) } })
    try synced.get()
    let draft = try index.get()
    // The disk, another program's lock, a hook or a pass phrase may have taken long.
    _ = try self.unplaced(files)
    guard let head else {
      try repository.moveHead(
        to: prepared.new, from: prepared.old, message: message, author: committer)
      return (draft, repository.gitDirectory)
    }
    try repository.moveHead(head, message: message, author: committer)
    return (draft, head.folder)
  }

  /// The folders whose names a change of files changes.
  func folders(of files: [FileContent]) -> Set<String> {
    var folders: Set<String> = []
    for file in files {
      let path = workTreePath(file.path)
      // A new folder is named by the one above it.
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
      folders.insert(folder)
      folders.insert(folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "/")
    }
    return folders
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
