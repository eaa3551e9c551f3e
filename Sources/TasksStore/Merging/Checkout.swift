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

  private func check(_ others: [String]) throws {
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

  /// The files as they are and as they will be; those that go, which make room for others, come first.
  func shown() throws(StoreError) -> [InstalledFile] {
    let files = changes.filter { change in
      isThere(change.path) && change.oldMode != .commit && change.newMode != .commit
    }
    var shown: [InstalledFile] = []
    for change in files.filter({ $0.new == nil }) + files.filter({ $0.new != nil }) {
      shown.append(
        InstalledFile(
          path: change.path, old: try store.idOfFile(store.workTreePath(change.path)),
          new: change.new, oldMode: change.oldMode ?? .file))
    }
    return shown
  }

  /// Writes files beside their places, as far as there is room before others have gone.
  ///
  /// - Returns: The paths of those that have to wait.
  func prepare() throws -> Set<String> {
    var late: Set<String> = []
    for change in changes where change.new != nil {
      if Checkout.folders(of: change.path).contains(where: gone.contains) {
        late.insert(change.path)
      } else {
        try prepare(change, durable: false)
      }
    }
    return late
  }

  /// Puts prepared files in place.
  ///
  /// - Throws: ``MergeRefusal/dirty(_:)`` where something was saved meanwhile.
  func place(_ shown: [InstalledFile], late: Set<String>) throws {
    try check([])
    let kept = shown.firstIndex { $0.new != nil } ?? shown.endIndex
    try store.show(shown[..<kept])
    for change in changes where late.contains(change.path) {
      try prepare(change, durable: store.settings.isDurable)
    }
    try store.show(shown[kept...])
  }

  private func prepare(_ change: FileChange, durable: Bool) throws {
    guard let id = change.new, let mode = change.newMode, isThere(change.path) else { return }
    switch mode {
    case .file, .executable:
      try store.prepare(
        FileContent(path: change.path, content: contents.blob(id), mode: mode), durable: durable)
    case .link:
      let waiting = store.workTreePath(Journal.waiting(change.path))
      if let slash = waiting.lastSlash {
        try StoreFile.makeFolder(String(waiting[..<slash]))
      }
      try StoreFile.link(waiting, to: contents.blob(id))
    case .tree, .commit: break
    }
  }

  private static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
  }

  /// Writes the files, then the index.
  func run(conflicts: [TreeMerge.Conflict]) throws {
    for change in changes where isThere(change.path) {
      if change.oldMode == .commit, change.newMode != .commit {
        // Of a module the files stay, as with git.
        File.removeIfEmpty(store.workTreePath(change.path))
      } else if change.new == nil || change.newMode == .commit && change.oldMode != .commit {
        try store.takeAway(change.path)
      }
    }
    for change in changes {
      guard let id = change.new, let mode = change.newMode, isThere(change.path) else { continue }
      let content = try mode == .commit ? [] : contents.blob(id)
      try store.checkOut(content, mode, at: change.path, durable: false)
    }
    var entries = entries
    for conflict in conflicts {
      entries.removeAll { $0.path == conflict.path }
      entries.append(
        .conflict(
          path: conflict.path, base: conflict.base, ours: conflict.ours, theirs: conflict.theirs))
    }
    try store.repository.updateIndex(entries, from: old, to: new)
    try convert(besides: Set(conflicts.map(\.path)))
    // What could not be merged is left as git does it: markers in the file.
    for conflict in conflicts {
      guard let content = conflict.content else { continue }
      try store.place(content, at: conflict.path, durable: false)
    }
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
