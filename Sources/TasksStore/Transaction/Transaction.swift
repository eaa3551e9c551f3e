import Git
import Platform

/// One change of files, index and branch: all of it happens, or nothing (files.md, "Writing safely").
///
/// 1. `begin` writes the journal, `stage` the new files beside their places.
/// 2. `prepare` syncs objects, staged files and journal in the background, and draws the new index meanwhile.
/// 3. `commit` takes git's locks on index and branch, installs the files, replaces the index, then moves the branch.
///    Moving the branch is the commit point. A git that commits at the same moment finds the branch as it was or the
///    index as it will be, and cannot revert the change with an old index.
/// 4. `finish` syncs the folders, and removes the displaced files and the journal.
///
/// If a step throws before the commit point, `rollBack` restores what was there. If the process is killed, ``Recovery``
/// does it, or finishes the change.
package final class Transaction {
  private let store: TaskStore
  private var journal: Journal
  private(set) var files: WorktreeFiles
  /// The files whose siblings are left; nil until the files are installed.
  private var left: [InstalledFile]?
  private var commit: PreparedCommit?
  private var index: IndexTransaction?
  private var head: HeadTransaction?
  private var syncing: BackgroundThread<Attempt<Void, GitError>>?
  /// Whether the index is in its place when `finish` is called.
  private var isIndexPut = false

  /// - Parameters:
  ///   - old: The commit that HEAD is at.
  ///   - paths: All paths that the index changes at.
  ///   - files: The files to be installed in the work tree.
  package init(_ store: TaskStore, from old: ObjectID?, paths: [String], files: [InstalledFile]) {
    self.store = store
    journal = Journal(old: old, new: nil, paths: paths, files: files)
    self.files = WorktreeFiles(files, in: store)
  }

  /// Writes the journal; it is synced by `prepare`.
  ///
  /// - Parameter new: The commit, if it exists already.
  package func begin(committing new: ObjectID? = nil) throws(StoreError) {
    journal.new = new
    try store.write(journal, durable: false)
  }

  /// Writes new files to their siblings.
  package func stage(_ contents: [FileContent]) throws(StoreError) { try files.stage(contents) }

  /// Installs the files before the commit exists, for hooks that look at the work tree.
  package func install() throws(StoreError) {
    left = try files.install()
  }

  /// Records what a hook has made of the installed files.
  func follow(_ installed: [InstalledFile]) {
    journal.files = installed
    files = WorktreeFiles(installed, in: store)
  }

  /// Starts to sync all that the change consists of, and draws the new index.
  ///
  /// - Parameters:
  ///   - image: The index as it was last read.
  ///   - willBeThere: Whether a file is at a path once the files are installed.
  package func prepare(
    _ commit: PreparedCommit, index image: MappedIndex? = nil,
    where willBeThere: @escaping (String) -> Bool = { _ in true }
  ) throws {
    self.commit = commit
    head = try store.repository.beginHead(to: commit.new, from: commit.old, at: store.nextHeadPath)
    if store.settings.isDurable {
      let all = contents + [store.journalPath] + (head.map { [$0.path] } ?? [])
      let (sync, objects, folder) = (store.repository.diskSync, commit.written, store.ownFolder)
      syncing = BackgroundThread {
        Attempt { () throws(GitError) in
          try sync(objects: objects, files: all, folders: [folder])
        }
      }
    }
    index = try store.repository.beginIndex(after: commit, from: image, where: willBeThere)
  }

  /// The files that hold the new contents: staged or installed, and those that are committed as they are.
  private var contents: [String] {
    let staged = journal.files.filter { $0.new != nil }.map {
      left != nil ? files.place($0) : files.sibling($0.path)
    }
    if journal.files.map(\.path) == journal.paths { return staged }
    let known = Set(journal.files.map(\.path))
    return staged + journal.paths.filter { !known.contains($0) }.map(store.workTreePath)
  }

  /// Commits: from here on the change has happened.
  ///
  /// - Parameters:
  ///   - lock: A lock of the index that is held already.
  ///   - planned: Edits that no other program may have interfered with up to now.
  /// - Throws: `changedMeanwhile`, `GitError.headMoved` if another process was faster.
  package func commit(
    by committer: Signature, reflog: String, holding lock: IndexLock? = nil,
    checking planned: [FileEdit] = []
  ) throws {
    guard let commit, let index else { return }
    let message = "tasks \(reflog)"
    do {
      let synced = syncing
      syncing = nil
      try synced?.result().get()
      try store.repository.lockIndex(index, holding: lock)
      if let head { try store.repository.lockHead(head) }
      // The disk, another program's lock, a hook or a passphrase may have taken long.
      _ = try store.pendingEdits(planned)
      if left == nil { try install() }
      if let head {
        isIndexPut = try store.repository.putIndex(index)
        try store.repository.moveHead(head, message: message, author: committer)
      } else {
        // libgit2 or git moves the branch, and only then is it known whether it could be moved.
        try store.repository.moveHead(
          to: commit.new, from: commit.old, message: message, author: committer)
      }
    } catch {
      index.release()
      head?.release()
      throw error
    }
  }

  /// Completes a committed change. What fails now is done by the next command.
  ///
  /// - Returns: The index in its place; nil if there was no commit.
  @discardableResult
  package func finish() -> IndexTransaction? {
    guard let commit, let index else { return nil }
    let isInStep = succeeds {
      if isIndexPut { index.release() } else { try store.repository.finishIndex(index) }
    }
    // Until the files are on the disk the journal must stay.
    let isOnDisk = succeeds {
      guard store.settings.isDurable else { return }
      try store.repository.diskSync(
        folders: folders(of: journal.paths.map(store.workTreePath))
          + [head?.folder ?? store.repository.gitDirectory])
    }
    if isInStep, isOnDisk {
      if store.repository.isReplaced(index) { try? Recovery(store).mendIndex(after: commit) }
      _ = succeeds { try end() }
    }
    return index
  }

  private func succeeds(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      store.context.say("the change is committed, but: \(StoreError(error).description)")
      return false
    }
  }

  /// Completes a change whose commit is left to others: the user, or the git that merges.
  func finishUncommitted() throws(StoreError) {
    // From here on nothing is restored.
    try store.write(
      Journal(old: journal.old, new: nil, paths: journal.paths), durable: store.settings.isDurable)
    try end()
  }

  private func end() throws(StoreError) {
    try files.removeSiblings(of: left)
    try store.removeJournal()
  }

  /// Restores what was there before the change. If that fails as well, the next command does it.
  package func rollBack() {
    syncing = nil
    index?.release()
    head?.release()
    try? Recovery(store).settle(journal)
  }

  /// The folders whose names a change of files changes.
  private func folders(of files: [String]) -> [String] {
    var folders: [String] = []
    var last: String?
    for path in files {
      let folder = path.lastSlash.map { String(path[..<$0]) } ?? "/"
      if folder == last { continue }
      last = folder
      if !folders.contains(folder) { folders.append(folder) }
      // A new folder is named in the one above it; the work tree itself is not new.
      guard folder != store.repository.workTree, let slash = folder.lastSlash else { continue }
      let above = String(folder[..<slash])
      if !folders.contains(above) { folders.append(above) }
    }
    return folders
  }
}

/// What a change starts from: read once, under the store's lock, and passed on.
package struct Snapshot {
  let head: Head
  /// The tree of HEAD's commit; nil on a branch without a commit.
  package let tree: ObjectID?
  /// The index, as the comparison with the work tree has read it.
  var index: MappedIndex?

  package init(_ repository: borrowing Repository) throws(GitError) {
    head = try repository.head()
    tree = if let id = head.id { try repository.tree(ofCommit: id) } else { nil }
  }
}

/// The store's only writer, for as long as it holds the store's lock.
final class Writer {
  /// The routes of the commits made so far. Their hooks may call `tasks`, and run once the lock is free.
  var routes: [CommitRoute] = []
  /// How often another process was faster in the current change.
  var lostRaces = 0
}
