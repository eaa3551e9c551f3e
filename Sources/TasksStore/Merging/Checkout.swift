import Git
import TasksCore

/// Work tree and index on their way from one tree to another.
///
/// What was changed and not committed is never written over: then nothing is touched.
struct Checkout {
  let store: TaskStore
  let old: ObjectID
  let new: ObjectID
  private let changes: [FileChange]
  private let index: Index
  private let contents: MergeContents

  var paths: [String] { changes.map(\.path) }

  /// Looks at every file in the way.
  ///
  /// - Parameter others: Paths beside the changed ones that will be written.
  /// - Throws: ``MergeRefusal/dirty(_:)`` for files that were changed and not committed and would be
  ///   overwritten, ``MergeRefusal/stagedChanges`` where the index holds something else than the old tree for
  ///   one of them, ``MergeRefusal/filtered(_:)`` for those whose content is not what git keeps.
  init(
    from old: ObjectID, to new: ObjectID, besides others: [String] = [],
    contents: MergeContents? = nil, in store: TaskStore
  ) throws {
    self.store = store
    self.contents = contents ?? MergeContents(store)
    self.old = old
    self.new = new
    changes = try store.repository.changes(from: old, to: new)
    index = try store.repository.index()
    try check(others)
  }

  private func check(_ others: [String]) throws {
    var dirty: [String] = []
    var folders: [String: Bool] = [:]
    try checkFilters(changes.map(\.path) + others)
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

  private func checkFilters(_ paths: [String]) throws {
    let attributes = try store.repository.attributes(["filter"], of: paths)
    for (path, found) in zip(paths, attributes) where found["filter"] ?? "unset" != "unset" {
      throw MergeRefusal.filtered(path)
    }
  }

  /// True when the file is as the old tree has it, or already as the new one does.
  private func isClean(
    _ path: String, _ before: (id: ObjectID, mode: FileMode)?, _ after: ObjectID?
  ) -> Bool {
    let file = store.workTreePath(path)
    if let entry = index.entry(path), entry.id == before?.id, index.isUnchanged(entry, at: file) {
      return true
    }
    guard let kind = StoreFile.kind(file) else {
      return before == nil || index.entry(path)?.isSkipWorktree == true
    }
    if before?.mode == .commit { return true }
    if before?.mode == .link {
      return StoreFile.target(file).map { store.repository.id(ofBlob: $0) } == before?.id
    }
    guard kind == .regular, let content = try? StoreFile.read(file) else { return false }
    let id = store.repository.id(ofBlob: content)
    return id == before?.id || id == after
  }

  /// A new file needs folders, or room for them, all the way up.
  private func isFree(folderOf path: String, _ known: inout [String: Bool]) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return true }
    let folder = String(path[..<slash])
    if let known = known[folder] { return known }
    let isFree: Bool
    switch StoreFile.kind(store.workTreePath(folder)) {
    case .folder?: isFree = self.isFree(folderOf: folder, &known)
    case nil: isFree = self.isFree(folderOf: folder, &known)
    default:
      // A file that the change takes away makes room.
      isFree = changes.contains { $0.path == folder && $0.new == nil }
    }
    known[folder] = isFree
    return isFree
  }

  /// Writes the files, then the index.
  func run(durable: Bool, conflicts: [TreeMerge.Conflict] = []) throws {
    var entries: [IndexChange] = []
    for change in changes where change.new == nil {
      if index.entry(change.path)?.isSkipWorktree != true { try store.takeAway(change.path) }
      entries.append(.remove(path: change.path))
    }
    for change in changes {
      guard let id = change.new, let mode = change.newMode else { continue }
      if index.entry(change.path)?.isSkipWorktree != true {
        let content = try mode == .commit ? [] : contents.blob(id)
        try store.checkOut(content, mode, at: change.path, durable: durable)
      }
      entries.append(.set(path: change.path, id: id, mode: mode))
    }
    for conflict in conflicts {
      entries.removeAll { $0.path == conflict.path }
      entries.append(
        .conflict(
          path: conflict.path, base: conflict.base, ours: conflict.ours, theirs: conflict.theirs))
    }
    try store.repository.updateIndex(entries, from: old, to: new)
    // What could not be merged is left as git does it: markers in the file.
    for conflict in conflicts {
      guard let content = conflict.content else { continue }
      try store.place(content, at: conflict.path, durable: false)
    }
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
      if let slash = file.lastIndex(of: "/") { try StoreFile.makeFolder(String(file[..<slash])) }
      try StoreFile.link(file, to: content)
    case .tree, .commit: break
    }
  }
}
