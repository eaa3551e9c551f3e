import Git
import Platform

/// Moves work tree and index from one tree to another.
///
/// Never overwrites uncommitted changes: it refuses before anything is touched.
package struct Checkout {
  let store: TaskStore
  let old: ObjectID
  let new: ObjectID
  private let changes: [FileChange]
  private let gone: Set<String>
  private let index: Index
  private let contents: MergeContents
  /// New files that a sparse checkout leaves out of the work tree.
  private var leftOut: Set<String> = []

  var paths: [String] { changes.map(\.path) }

  /// Checks every file in the way.
  ///
  /// - Parameters:
  ///   - changes: All differences between the two trees.
  ///   - others: Other paths that will be written.
  /// - Throws: ``MergeRefusal/dirty(_:)`` for files with uncommitted changes that would be overwritten,
  ///   ``MergeRefusal/stagedChanges`` if the index has neither the old nor the new version of a changed file.
  package init(
    _ changes: [FileChange], from old: ObjectID, to new: ObjectID, besides others: [String] = [],
    contents: MergeContents? = nil, in store: TaskStore
  ) throws {
    self.store = store
    self.contents = contents ?? MergeContents(store)
    self.old = old
    self.new = new
    self.changes = changes
    gone = Set(changes.compactMap { $0.new == nil ? $0.path : nil })
    try Checkout.checkPaths(of: changes, in: store)
    index = try store.repository.index()
    try check(others)
    leftOut = store.newFilesLeftOut(of: changes)
  }

  /// Refuses paths that lead out of the work tree, also through a link that is new with them, or into git's own folder on
  /// some system; a tree may come from anyone. A name of the last kind can be removed.
  static func checkPaths(of changes: [FileChange], in store: TaskStore) throws(GitError) {
    for change in changes {
      for name in change.path.split(separator: "/", omittingEmptySubsequences: false) {
        let leadsOut = ["", ".", ".."].contains(name)
        if leadsOut || change.new != nil && TreeName.isOfGit(String(name)) {
          throw .invalidPath(change.path)
        }
      }
    }
    let new = changes.filter { $0.new != nil }.map(\.path)
    var names: Set<ByteName> = []
    // A tree that has a name twice is damaged, or means harm.
    for path in new where !names.insert(ByteName(path)).inserted { throw .invalidPath(path) }
    if try store.repository.bool("core.ignorecase") == true {
      // Such systems also take letters that are composed in another way for the same, as strings do.
      try checkFolders(of: new) { $0.lowercased() }
    } else {
      try checkFolders(of: new) { ByteName($0) }
    }
  }

  /// Refuses a path in a folder that is a file or a link of the same tree.
  private static func checkFolders<Name: Hashable>(
    of paths: [String], _ name: (String) -> Name
  ) throws(GitError) {
    let files = Set(paths.map(name))
    // Most paths are in a few folders.
    var sound: Set<Name> = []
    for path in paths {
      var folder = path
      while let slash = folder.lastSlash {
        folder = String(folder[..<slash])
        let name = name(folder)
        guard sound.insert(name).inserted else { break }
        if files.contains(name) { throw .invalidPath(path) }
      }
    }
  }

  /// Checks again that nothing would be overwritten.
  ///
  /// - Throws: ``MergeRefusal``.
  package func check(_ others: [String] = []) throws {
    var dirty: [String] = []
    var folders: [String: Bool] = [:]
    for change in changes {
      let isStaged = index.entry(change.path)?.id
      guard isStaged == change.old || isStaged == change.new else {
        throw MergeRefusal.stagedChanges
      }
      let before = change.old.flatMap { id in change.oldMode.map { (id, $0) } }
      let isFree = change.old != nil || isFree(folderOf: change.path, &folders)
      if !isFree || !isClean(change.path, before, change.new) { dirty.append(change.path) }
    }
    for path in others {
      let before = try store.repository.entry(path, inTree: old)
      if !isClean(path, before.map { ($0.id, $0.mode) }, nil) { dirty.append(path) }
    }
    guard dirty.isEmpty else { throw MergeRefusal.dirty(dirty.sorted()) }
  }

  /// Returns whether the file is as in the old tree, or already as in the new one.
  private func isClean(
    _ path: String, _ before: (id: ObjectID, mode: FileMode)?, _ after: ObjectID?
  ) -> Bool {
    let file = store.workTreePath(path)
    if let entry = index.entry(path), entry.id == before?.id, index.isUnchanged(entry, at: file) {
      return true
    }
    guard let kind = File.kind(file) else {
      return before == nil || index.entry(path)?.isSkipWorktree == true
    }
    if before?.mode == .commit { return true }
    if before?.mode == .link {
      return File.linkTarget(file).map { store.repository.id(ofBlob: $0) } == before?.id
    }
    if kind == .folder { return before == nil && isEmptied(path) }
    guard kind == .regular, let content = try? StoreFile.read(file) else { return false }
    let id = store.repository.id(ofBlob: content)
    if id == before?.id || id == after { return true }
    // A filter may convert it in the work tree.
    return before != nil && (try? store.repository.idToCommit(content, at: path)) == before?.id
  }

  /// Returns whether the change removes all files of a folder.
  private func isEmptied(_ folder: String) -> Bool {
    guard let names = File.names(in: store.workTreePath(folder)) else { return false }
    return names.allSatisfy { name, kind in
      let path = folder + "/" + name
      return kind == .folder ? isEmptied(path) : gone.contains(path)
    }
  }

  /// Returns whether each parent of a new file is a folder or free to become one.
  private func isFree(folderOf path: String, _ known: inout [String: Bool]) -> Bool {
    guard let slash = path.lastSlash else { return true }
    let folder = String(path[..<slash])
    if let known = known[folder] { return known }
    let isFree: Bool
    switch File.kind(store.workTreePath(folder)) {
    case .folder?: isFree = self.isFree(folderOf: folder, &known)
    case nil: isFree = self.isFree(folderOf: folder, &known)
    default:
      // The change removes this file.
      isFree = gone.contains(folder)
    }
    known[folder] = isFree
    return isFree
  }

  package var entries: [IndexChange] {
    changes.map { change in
      guard leftOut.contains(change.path), !isThere(change.path),
        case .set(let path, let id, let mode) = change.forIndex
      else { return change.forIndex }
      return .leaveOut(path: path, id: id, mode: mode)
    }
  }

  /// Returns whether a file of the new tree belongs in the work tree. A file left out by a sparse checkout does not,
  /// unless it exists all the same: without an update it would be taken for a hand edit that undoes the change.
  package func isThere(_ path: String) -> Bool {
    guard leftOut.contains(path) || index.entry(path)?.isSkipWorktree == true else { return true }
    return !File.isMissing(store.workTreePath(path))
  }

  /// Returns a transaction of the changed files; the caller makes the commit.
  package func transaction(from head: ObjectID?) throws(StoreError) -> Transaction {
    var files: [InstalledFile] = []
    for change in changes
    where isThere(change.path) && change.oldMode != .commit && change.newMode != .commit {
      files.append(
        InstalledFile(
          path: change.path, old: try store.idOfFile(store.workTreePath(change.path)),
          new: change.new, oldMode: change.oldMode ?? .file))
    }
    return Transaction(store, from: head, paths: paths, files: files)
  }

  /// Writes the new files to their siblings.
  package func stage(in transaction: Transaction) throws {
    for change in changes {
      guard let id = change.new, let mode = change.newMode, isThere(change.path) else { continue }
      switch mode {
      case .file, .executable:
        try transaction.stage([
          FileContent(path: change.path, content: contents.blob(id), mode: mode)
        ])
      case .link: try transaction.files.stage(link: contents.blob(id), at: change.path)
      case .tree, .commit: break
      }
    }
  }

  /// Updates work tree and index to the new tree; git makes the commit.
  func run(conflicts: [TreeMerge.Conflict]) throws {
    let transaction = try transaction(from: store.repository.head().id)
    do {
      try transaction.begin()
      try stage(in: transaction)
      try transaction.install()
      try placeModules()
      try store.repository.updateIndex(entries(with: conflicts), from: old, to: new)
    } catch {
      transaction.rollBack()
      throw error
    }
    try transaction.finishUncommitted()
    try convert(besides: Set(conflicts.map(\.path)))
    // Conflicts are left in the file with markers, as git does.
    for conflict in conflicts {
      guard let content = conflict.content else { continue }
      try store.place(content, at: conflict.path, durable: false)
    }
  }

  /// Creates the folders of added submodules. The files of a removed one stay, as in git.
  private func placeModules() throws {
    for change in changes where isThere(change.path) {
      if change.oldMode == .commit, change.newMode != .commit {
        File.removeIfEmpty(store.workTreePath(change.path))
      } else if change.newMode == .commit, change.oldMode != .commit {
        if change.old != nil { try store.takeAway(change.path) }
        try StoreFile.makeFolder(store.workTreePath(change.path))
      }
    }
  }

  private func entries(with conflicts: [TreeMerge.Conflict]) -> [IndexChange] {
    var entries = entries
    let paths = Set(conflicts.map(\.path))
    entries.removeAll { paths.contains($0.path) }
    for conflict in conflicts {
      entries.append(
        .conflict(
          path: conflict.path, base: conflict.base, ours: conflict.ours, theirs: conflict.theirs))
    }
    return entries
  }

  /// Has git write the files again that filters convert in the work tree.
  private func convert(besides conflicts: Set<String>) throws {
    let paths = changes.filter { change in
      change.new != nil && change.newMode != .commit && isThere(change.path)
        && !conflicts.contains(change.path)
    }.map(\.path)
    let converted = try store.convertedPaths(among: paths)
    guard !converted.isEmpty else { return }
    // git skips files that are unchanged according to the index.
    for path in converted { try StoreFile.remove(store.workTreePath(path)) }
    try GitProgram(folder: store.repository.workTree).check(
      ["checkout-index", "-f", "-u", "-z", "--stdin"],
      input: converted.flatMap { Array($0.utf8) + [0] })
  }
}

extension TaskStore {
  /// Checks that the index equals the tree of HEAD, since a merge would lose staged changes.
  ///
  /// - Throws: ``MergeRefusal/stagedChanges``.
  package func checkNothingStaged(tree: ObjectID) throws {
    if try repository.hasStagedChanges(against: tree) { throw MergeRefusal.stagedChanges }
  }

  /// Writes a file of a tree to the work tree.
  func checkOut(_ content: [UInt8], _ mode: FileMode, at path: String, durable: Bool) throws {
    let file = workTreePath(path)
    switch mode {
    case .file, .executable:
      try place(content, at: path, durable: durable)
      try StoreFile.setExecutable(file, mode == .executable)
    case .link:
      if let slash = file.lastSlash { try StoreFile.makeFolder(String(file[..<slash])) }
      try StoreFile.link(file, to: content)
    case .commit: try StoreFile.makeFolder(file)
    case .tree: break
    }
  }
}
