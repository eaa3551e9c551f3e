import Git
import Platform

/// What becomes of a change that was begun and not ended.
extension TaskStore {
  /// Finishes a change that another process began and did not end. The caller holds the lock.
  func finishIntent() throws {
    try StoreFile.remove(newIntentPath)
    guard let bytes = try StoreFile.readIfThere(intentPath) else { return }
    repository.clearDeadIndexLock()
    if let intent = Journal(bytes: bytes) {
      if let new = intent.new { try repository.clearDeadReferenceLock(writing: new) }
      try settle(intent)
    }
    try StoreFile.remove(intentPath)
    for (name, _) in File.names(in: ownFolder) ?? [] where name.hasPrefix("old.") {
      try StoreFile.remove(ownFolder + "/" + name)
    }
  }

  /// Carries a change out where the branch has moved, and takes it back where it has not.
  func settle(_ intent: Journal) throws {
    let head = try repository.head().id
    let new = try intent.new.flatMap { try repository.contains($0) ? $0 : nil }
    let hasMoved =
      try head.flatMap { head in try new.map { try isAncestor($0, of: head) } } ?? false
    if hasMoved, let head, let new {
      try carryOut(intent, to: new, head: try repository.tree(ofCommit: head))
    } else {
      try takeBack(intent, to: new, head: head)
    }
    try forget(intent)
  }

  /// Brings files and index to where they were; but what somebody has committed since is not touched.
  private func takeBack(_ intent: Journal, to new: ObjectID?, head: ObjectID?) throws {
    guard let new else {
      // What the user's hooks made of it while they were looking at it goes; not what came later.
      return try takeBack(intent.shown, puttingAside: intent.new == nil)
    }
    let before = try intent.old.map { try repository.tree(ofCommit: $0) }
    let after = try repository.tree(ofCommit: new)
    let now = try head.map { try repository.tree(ofCommit: $0) }
    let taken =
      try now == before
      ? [] : Set(intent.paths.filter { try file($0, in: now) == file($0, in: after) })
    let entries = try indexChanges(intent.paths.filter { !taken.contains($0) }, after, before)
    try takeBack(intent.shown, besides: taken, puttingAside: false)
    try repository.updateIndex(entries)
  }

  /// Brings the index in step once more where somebody has written another since: a git that read it just before it
  /// took the lock writes what it had read, and a commit of that would take the change back.
  func mendIndex(after commit: PreparedCommit) throws {
    let before = try commit.old.map { try repository.tree(ofCommit: $0) }
    let now = try repository.head().id.map { try repository.tree(ofCommit: $0) }
    let paths = try commit.changes.map(\.path).filter {
      try file($0, in: now) == file($0, in: commit.tree)
    }
    let entries = try indexChanges(paths, before, commit.tree)
    if !entries.isEmpty {
      context.explain("another git has put back the index; it is in step again")
    }
    try repository.updateIndex(entries)
  }

  /// What brings the index from one tree to another where it still is as in the one.
  private func indexChanges(
    _ paths: [String], _ old: ObjectID?, _ new: ObjectID?
  ) throws -> [IndexChange] {
    let index = try repository.index()
    return try paths.compactMap { path in
      let (old, new) = (try file(path, in: old), try file(path, in: new))
      let there = index.entry(path)
      let isOld = there?.id == old?.id && there?.mode == old?.mode
      let isNew = there?.id == new?.id && there?.mode == new?.mode
      guard isOld, !isNew else { return nil }
      return new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path)
    }
  }

  /// Puts the committed versions in place of the ones from before the change. What is neither, somebody
  /// wrote by hand meanwhile: it stays, and so does the index where it holds something else.
  private func carryOut(_ intent: Journal, to new: ObjectID, head: ObjectID) throws {
    let before = try intent.old.map { try repository.tree(ofCommit: $0) }
    let after = try repository.tree(ofCommit: new)
    let index = try repository.index()
    var entries: [IndexChange] = []
    for path in intent.paths {
      let (old, new) = (try file(path, in: before), try file(path, in: after))
      // A branch that never moved, or moved on, does not have this version: nothing is to be done.
      guard try file(path, in: head)?.id == new?.id else { continue }
      let file = workTreePath(path)
      let link = File.linkTarget(file).map { repository.id(ofBlob: $0) }
      let there =
        try link ?? (try? StoreFile.read(file)).map { try repository.idToCommit($0, at: path) }
      let entry = index.entry(path)
      let isLeftOut = there == nil && entry?.isSkipWorktree == true
      guard isLeftOut || there == old?.id || there == new?.id else { continue }
      if !isLeftOut, there != new?.id || old?.mode != new?.mode {
        if let new {
          let content: [UInt8] =
            switch new.mode {
            case .commit, .tree: []
            case .link: try repository.blob(new.id)
            case .file, .executable: try OldContents(self).bytes(new.id, at: path)
            }
          try checkOut(content, new.mode, at: path, durable: settings.isDurable)
        } else if File.kind(file) != .folder {
          try takeAway(path)
        }
      }
      guard entry?.id == old?.id || entry?.id == new?.id else { continue }
      entries.append(
        new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path))
    }
    try repository.updateIndex(entries)
  }

  /// A file of a tree; a folder of that name is none.
  private func file(_ path: String, in tree: ObjectID?) throws -> TreeEntry? {
    let entry = try tree.flatMap { try repository.entry(path, inTree: $0) }
    return entry?.mode == .tree ? nil : entry
  }
}
