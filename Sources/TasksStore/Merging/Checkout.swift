import Git
import Platform
import TasksCore

/// Work tree and index on their way from one tree to another.
///
/// What was changed and not committed is never written over: then nothing is touched.
struct Checkout {
  let store: TaskStore
  let old: ObjectID
  let new: ObjectID
  private let changes: [FileChange]
  /// The paths that are to go.
  private let gone: Set<String>
  private let index: Index
  private let contents: MergeContents
  /// New files that are not to be in the work tree.
  private var leftOut: Set<String> = []

  var paths: [String] { changes.map(\.path) }

  /// Looks at every file in the way.
  ///
  /// - Parameters:
  ///   - changes: All that differs between the two trees.
  ///   - others: Paths beside the changed ones that will be written.
  /// - Throws: ``MergeRefusal/dirty(_:)`` for files that were changed and not committed and would be
  ///   overwritten, ``MergeRefusal/stagedChanges`` where the index holds something else than the old tree for
  ///   one of them.
  init(
    _ changes: [FileChange], from old: ObjectID, to new: ObjectID, besides others: [String] = [],
    contents: MergeContents? = nil, in store: TaskStore
  ) throws {
    self.store = store
    self.contents = contents ?? MergeContents(store)
    self.old = old
    self.new = new
    self.changes = changes
    gone = Set(changes.compactMap { $0.new == nil ? $0.path : nil })
    index = try store.repository.index()
    try check(others)
    leftOut = store.newFilesLeftOut(of: changes)
  }

  /// Checks once more that nothing would be overwritten.
  ///
  /// - Throws: ``MergeRefusal``.
  func check(_ others: [String] = []) throws {
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

  /// True when the file is as the old tree has it, or already as the new one does.
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
    // It may have another form in the work tree.
    return before != nil && (try? store.repository.idToCommit(content, at: path)) == before?.id
  }

  /// Whether the change takes away all that is in a folder.
  private func isEmptied(_ folder: String) -> Bool {
    guard let names = File.names(in: store.workTreePath(folder)) else { return false }
    return names.allSatisfy { name, kind in
      let path = folder + "/" + name
      return kind == .folder ? isEmptied(path) : gone.contains(path)
    }
  }

  /// A new file needs folders, or room for them, all the way up.
  private func isFree(folderOf path: String, _ known: inout [String: Bool]) -> Bool {
    guard let slash = path.lastSlash else { return true }
    let folder = String(path[..<slash])
    if let known = known[folder] { return known }
    let isFree: Bool
    switch File.kind(store.workTreePath(folder)) {
    case .folder?: isFree = self.isFree(folderOf: folder, &known)
    case nil: isFree = self.isFree(folderOf: folder, &known)
    default:
      // A file that the change takes away makes room.
      isFree = gone.contains(folder)
    }
    known[folder] = isFree
    return isFree
  }

  /// What the index needs to be in step.
  var entries: [IndexChange] {
    changes.map { change in
      guard leftOut.contains(change.path), !isThere(change.path),
        case .set(let path, let id, let mode) = change.forIndex
      else { return change.forIndex }
      return .leaveOut(path: path, id: id, mode: mode)
    }
  }

  /// Whether a file of the new tree is in the work tree, which a sparse checkout may leave out. What somebody has put
  /// there all the same would be taken for an edit by hand, and take the change back.
  func isThere(_ path: String) -> Bool {
    guard leftOut.contains(path) || index.entry(path)?.isSkipWorktree == true else { return true }
    return File.kind(store.workTreePath(path)) != nil
  }

  /// A transaction of the changed files; its commit is the caller's.
  func transaction(from head: ObjectID?) throws(StoreError) -> Transaction {
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
  func stage(in transaction: Transaction) throws {
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

  /// Brings work tree and index to the new tree, for a git that commits it.
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
    // A conflict is left as by git: markers in the file.
    for conflict in conflicts {
      guard let content = conflict.content else { continue }
      try store.place(content, at: conflict.path, durable: false)
    }
  }

  /// Makes the folders of submodules that come. The files of one that goes stay, as with git.
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

  /// Has git write the files again that it keeps in another form than they have in the work tree.
  private func convert(besides conflicts: Set<String>) throws {
    let paths = changes.filter { change in
      change.new != nil && change.newMode != .commit && isThere(change.path)
        && !conflicts.contains(change.path)
    }.map(\.path)
    let converted = try store.convertedPaths(among: paths)
    guard !converted.isEmpty else { return }
    // What the index says is as it was written is passed over.
    for path in converted { try StoreFile.remove(store.workTreePath(path)) }
    try GitProgram(folder: store.repository.workTree).check(
      ["checkout-index", "-f", "-u", "-z", "--stdin"],
      input: converted.flatMap { Array($0.utf8) + [0] })
  }
}

extension TaskStore {
  /// A merge starts from what is committed: what is staged would be swallowed.
  ///
  /// - Throws: ``MergeRefusal/stagedChanges``.
  func checkNothingStaged(tree: ObjectID) throws {
    if repository.treeOfIndex() == tree { return }
    let entries = try repository.index().entries
    let files = try repository.files(inTree: tree)
    guard entries.count == files.count else { throw MergeRefusal.stagedChanges }
    var wanted: [String: TreeEntry] = [:]
    for file in files { wanted[file.path] = file }
    for entry in entries {
      guard let file = wanted[entry.path], entry.stage == 0, entry.id == file.id,
        entry.mode == file.mode
      else { throw MergeRefusal.stagedChanges }
    }
  }

  /// Puts a file that git has into the work tree.
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
