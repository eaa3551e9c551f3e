import Git
import TasksCore

extension TaskStore {
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
    unfinished.append(route.backend)
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
