import Git
import Platform

/// Brings a change to its end that a process began and did not finish: restores what was there if the branch has not
/// moved, else carries out what is left.
package struct Recovery {
  let store: TaskStore

  package init(_ store: TaskStore) { self.store = store }

  /// Recovers what the journal says, if there is one. The caller holds the store's lock.
  package func run() throws {
    try StoreFile.remove(store.newJournalPath)
    guard let bytes = try StoreFile.readIfThere(store.journalPath) else { return }
    store.repository.clearDeadIndexLock()
    if let journal = Journal(bytes: bytes) {
      if let new = journal.new { try store.repository.clearDeadReferenceLock(writing: new) }
      try settle(journal)
    }
    try StoreFile.remove(store.journalPath)
    for (name, _) in File.names(in: store.ownFolder) ?? [] where name.hasPrefix("old.") {
      try StoreFile.remove(store.ownFolder + "/" + name)
    }
  }

  /// Restores or completes the change of a journal, and removes the journal.
  func settle(_ journal: Journal) throws {
    let head = try store.repository.head().id
    let new = try journal.new.flatMap { try store.repository.contains($0) ? $0 : nil }
    let hasMoved =
      try head.flatMap { head in try new.map { try store.repository.isAncestor($0, of: head) } }
      ?? false
    let files = WorktreeFiles(journal.files, in: store)
    if hasMoved, let head, let new {
      try carryOut(journal, to: new, head: try store.repository.tree(ofCommit: head))
      try files.removeSiblings()
    } else {
      try restore(journal, files, to: new, head: head)
    }
    // Of a version 1 journal, which has no files.
    let known = Set(journal.files.map(\.path))
    for path in journal.paths where !known.contains(path) {
      try? StoreFile.remove(store.workTreePath(SiblingNames.plain(path)))
    }
    try store.removeJournal()
  }

  /// Restores files and index, but for what has been committed since.
  private func restore(
    _ journal: Journal, _ files: WorktreeFiles, to new: ObjectID?, head: ObjectID?
  ) throws {
    guard let new else {
      // While hooks look at the files, what they have made of them is moved aside. If the commit is known but gone,
      // a file may have been edited since.
      return try files.restore(movesAside: journal.new == nil)
    }
    let before = try journal.old.map { try store.repository.tree(ofCommit: $0) }
    let after = try store.repository.tree(ofCommit: new)
    let now = try head.map { try store.repository.tree(ofCommit: $0) }
    let taken =
      try now == before
      ? [] : Set(journal.paths.filter { try file($0, in: now) == file($0, in: after) })
    let entries = try indexChanges(journal.paths.filter { !taken.contains($0) }, after, before)
    try files.restore(besides: taken, movesAside: false)
    try store.repository.updateIndex(entries)
  }

  /// Brings the index in step once more if another process has replaced it: a git that read it just before it took the
  /// lock writes what it had read, and a commit of that index would revert the change.
  package func mendIndex(after commit: PreparedCommit) throws {
    let before = try commit.old.map { try store.repository.tree(ofCommit: $0) }
    let now = try store.repository.head().id.map { try store.repository.tree(ofCommit: $0) }
    let paths = try commit.changes.map(\.path).filter {
      try file($0, in: now) == file($0, in: commit.tree)
    }
    let entries = try indexChanges(paths, before, commit.tree)
    if !entries.isEmpty {
      store.context.explain("another git process replaced the index; it is up to date again")
    }
    try store.repository.updateIndex(entries)
  }

  /// The changes that bring the index from one tree to another, at the paths where it still is as in the first.
  private func indexChanges(
    _ paths: [String], _ old: ObjectID?, _ new: ObjectID?
  ) throws -> [IndexChange] {
    let index = try store.repository.index()
    return try paths.compactMap { path in
      let (old, new) = (try file(path, in: old), try file(path, in: new))
      let there = index.entry(path)
      let isOld = there?.id == old?.id && there?.mode == old?.mode
      let isNew = there?.id == new?.id && there?.mode == new?.mode
      guard isOld, !isNew else { return nil }
      return new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path)
    }
  }

  /// Puts the committed versions in place of those from before the change: after a power failure the branch may be on
  /// the disk and the files not. A file that is neither was edited meanwhile: it stays, and so does an index entry that
  /// is neither.
  private func carryOut(_ journal: Journal, to new: ObjectID, head: ObjectID) throws {
    let before = try journal.old.map { try store.repository.tree(ofCommit: $0) }
    let after = try store.repository.tree(ofCommit: new)
    let index = try store.repository.index()
    var entries: [IndexChange] = []
    for path in journal.paths {
      let (old, new) = (try file(path, in: before), try file(path, in: after))
      // A later commit may have another version.
      guard try file(path, in: head)?.id == new?.id else { continue }
      let file = store.workTreePath(path)
      let link = File.linkTarget(file).map { store.repository.id(ofBlob: $0) }
      let there =
        try link
        ?? StoreFile.readIfThere(file).map { try store.repository.idToCommit($0, at: path) }
      let entry = index.entry(path)
      let isLeftOut = there == nil && entry?.isSkipWorktree == true
      guard isLeftOut || there == old?.id || there == new?.id else { continue }
      if !isLeftOut, there != new?.id || old?.mode != new?.mode {
        if let new {
          let content: [UInt8] =
            switch new.mode {
            case .commit, .tree: []
            case .link: try store.repository.blob(new.id)
            case .file, .executable: try OldContents(store).bytes(new.id, at: path)
            }
          try store.checkOut(content, new.mode, at: path, durable: store.settings.isDurable)
        } else if File.kind(file) != .folder {
          try store.takeAway(path)
        }
      }
      guard entry?.id == old?.id || entry?.id == new?.id else { continue }
      entries.append(
        new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path))
    }
    try store.repository.updateIndex(entries)
  }

  /// A file of a tree; a folder of that name is none.
  private func file(_ path: String, in tree: ObjectID?) throws -> TreeEntry? {
    let entry = try tree.flatMap { try store.repository.entry(path, inTree: $0) }
    return entry?.mode == .tree ? nil : entry
  }
}

/// What a transaction is about to do to files, index and branch, written before the first of them changes.
///
/// If the process is killed before the branch moves, the next command restores what was there; after that, it finishes
/// the rest (files.md, "Writing safely"). See ``Recovery``.
package struct Journal {
  package let old: ObjectID?
  /// Nil until the commit exists: while hooks of the user look at its files, and if the user commits.
  package var new: ObjectID?
  /// The paths in the repository that the index changes at.
  package let paths: [String]
  /// The files that the transaction installs in the work tree, those that go first.
  package var files: [InstalledFile]

  package init(old: ObjectID?, new: ObjectID?, paths: [String], files: [InstalledFile] = []) {
    self.old = old
    self.new = new
    self.paths = paths
    self.files = files
  }

  // MARK: Its file

  /// A line for each of the two commits, then the paths, each ended by a NUL. In version 2, which has files or no new
  /// commit, an empty path and the files follow.
  package var bytes: [UInt8] {
    let isNew = new == nil || !files.isEmpty
    var out = Array(
      "tasks-intent \(isNew ? 2 : 1)\n\(old?.hex ?? "none")\n\(new?.hex ?? "none")\n".utf8)
    for path in paths { out += Array(path.utf8) + [0] }
    if isNew { out.append(0) }
    for file in files { out += Array(file.text.utf8) + [0] }
    return out
  }

  /// Nil for anything but a whole journal.
  package init?(bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 4, parts[3].utf8.last == 0 else { return nil }
    (old, new) = (ObjectID(hex: parts[1]), ObjectID(hex: parts[2]))
    guard old != nil || parts[1] == "none", new != nil || parts[2] == "none" else { return nil }
    let words = parts[3].utf8.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch parts[0] {
    case "tasks-intent 1" where new != nil && !words.contains(""): (paths, files) = (words, [])
    case "tasks-intent 2":
      guard let end = words.firstIndex(of: "") else { return nil }
      paths = Array(words[..<end])
      files = words[(end + 1)...].compactMap { InstalledFile(text: $0) }
      guard files.count == words.count - end - 1 else { return nil }
    default: return nil
    }
  }
}

extension TaskStore {
  var journalPath: String { ownFolder + "/intent" }
  var newJournalPath: String { journalPath + ".new" }

  /// True if a transaction has begun; the process that began it may still be at work.
  package var hasJournal: Bool {
    File.kind(journalPath) != nil || File.kind(newJournalPath) != nil
  }

  package func write(_ journal: Journal, durable: Bool) throws(StoreError) {
    try StoreFile.write(journal.bytes, to: newJournalPath, durable: durable)
    try StoreFile.rename(newJournalPath, to: journalPath)
  }

  /// Removes the journal, and what waits for a branch to move.
  func removeJournal() throws(StoreError) {
    try StoreFile.remove(nextHeadPath)
    try StoreFile.remove(journalPath)
  }

  /// The file with the branch's next line.
  var nextHeadPath: String { ownFolder + "/head" }
}
