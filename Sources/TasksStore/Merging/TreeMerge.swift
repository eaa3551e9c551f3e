import Git
import Platform
import TasksCore

/// The merge of three trees of a repository: tasks field by field and in order, other files as git would.
///
/// Writes nothing but objects. The result is the difference between our tree and the merged one.
struct TreeMerge {
  /// A file that differs between our tree and the merged one.
  struct File {
    let path: String
    /// Nil if the file is removed.
    let entry: TreeEntry?
  }

  /// A file at which git would stop with a conflict.
  struct Conflict {
    let path: String
    let base: TreeEntry?
    let ours: TreeEntry?
    let theirs: TreeEntry?
    /// The content for the work tree, with markers, until the conflict is resolved.
    let content: [UInt8]?
  }

  /// The side that `-X ours` or `-X theirs` prefers in conflicts.
  enum Favour { case ours, theirs }

  var files: [String: File] = [:]
  private(set) var conflicts: [Conflict] = []
  /// The new paths of tasks that could keep neither side's path.
  var newPlaces: Set<String> = []
  /// Messages for the user.
  var notes: [String] = []

  let store: TaskStore
  let trees: ThreeWay<ObjectID>
  let local: Side?
  private let favour: Favour?
  let latest: LatestChange?
  let contents: MergeContents

  /// - Parameters:
  ///   - local: The side with the changes of the person at this machine; nil for a merge of merge bases.
  ///   - latest: Set if the later change is preferred. Then there is no local side and no list pass: a rank merges
  ///     like any other field, so that both devices compute the same.
  ///   - ordersLists: Whether to run the list pass: true if there is exactly one merge base.
  init(
    _ trees: ThreeWay<ObjectID>, local side: Side?, favour: Favour? = nil,
    latest: LatestChange? = nil, ordersLists: Bool, in store: TaskStore
  ) throws {
    let local = latest == nil ? side : nil
    self.latest = latest
    contents = MergeContents(store)
    self.store = store
    self.trees = trees
    self.local = favour == .ours ? .ours : favour == .theirs ? .theirs : local
    self.favour = favour
    var changes = [Side.ours: try changes(to: trees.ours), .theirs: try changes(to: trees.theirs)]
    // `mergeMoves` removes the moved tasks from `changes`.
    let allChanges = changes
    let all = changes.values.flatMap(\.values)
    try TreeMerge.checkNames(all)
    try store.repository.fetchPromised(
      all.compactMap { $0.oldMode == .commit ? nil : $0.old }
        + all.compactMap { $0.newMode == .commit ? nil : $0.new })
    try mergeMoves(&changes)
    let outcomes = try mergedAhead(changes)
    let (ours, theirs) = (changes[.ours] ?? [:], changes[.theirs] ?? [:])
    for path in Set(ours.keys).union(theirs.keys).sorted() {
      try merge(path, ours[path], theirs[path], outcomes[path])
    }
    if ordersLists, let local { try orderLists(local: local, allChanges) }
    try checkFolders()
  }

  /// Writes the merged tree and its new files to git; returns the tree and all objects written.
  func tree() throws -> (tree: ObjectID, written: [ObjectID]) {
    var written: [ObjectID] = []
    let changes = try files.values.map { file -> TreeChange in
      guard let entry = file.entry else { return .remove(path: file.path) }
      if try contents.write(entry.id) { written.append(entry.id) }
      return .write(path: file.path, id: entry.id, mode: entry.mode)
    }
    let updated = try store.repository.updating(tree: trees.ours, changes)
    return (updated.id, written + updated.written)
  }

  /// Returns the merged tree with conflict markers in its files, for use as a merge base.
  func treeWithMarkers() throws -> ObjectID {
    var marked = self
    for conflict in conflicts {
      guard let entry = conflict.ours ?? conflict.theirs, entry.isFile,
        let content = conflict.content
      else { continue }
      marked.put(content, at: conflict.path, entry.mode)
    }
    return try marked.tree().tree
  }

  // MARK: One file

  private func changes(to side: ObjectID) throws -> [String: FileChange] {
    var changes: [String: FileChange] = [:]
    for change in try store.repository.changes(from: trees.base, to: side) {
      if let other = changes.updateValue(change, forKey: change.path) {
        throw MergeRefusal.alike(other.path)
      }
    }
    return changes
  }

  /// Refuses names that are equal as Swift strings but not as bytes, and names that are not UTF-8; git merges those.
  private static func checkNames(_ changes: [FileChange]) throws {
    var paths: [String: String] = [:]
    for change in changes {
      guard change.hasNameInUTF8 else { throw MergeRefusal.noText(change.path) }
      guard let other = paths.updateValue(change.path, forKey: change.path) else { continue }
      guard other.utf8.elementsEqual(change.path.utf8) else {
        throw MergeRefusal.alike(change.path)
      }
    }
  }

  /// - Parameter outcome: The result, if it was computed ahead.
  private mutating func merge(
    _ path: String, _ ours: FileChange?, _ theirs: FileChange?, _ outcome: TaskMerge.Outcome?
  ) throws {
    guard let theirs else { return }
    let other = TreeEntry(path, theirs.new, theirs.newMode)
    guard let ours else {
      files[path] = File(path: path, entry: other)
      return
    }
    let base = TreeEntry(path, theirs.old, theirs.oldMode)
    let own = TreeEntry(path, ours.new, ours.newMode)
    if own == other { return }
    let versions = ThreeWay<TreeEntry?>(base: base, ours: own, theirs: other)
    guard let own, let other else { return try mergePurge(path, versions) }
    guard own.isFile, other.isFile, base?.isFile != false else {
      return conflicts.append(conflict(path, versions, content: nil))
    }
    try mergeContents(path, versions, outcome, mode: mode(base?.mode, own.mode, other.mode))
  }

  /// Merges a file that one side removed and the other changed: a task is kept.
  private mutating func mergePurge(_ path: String, _ versions: ThreeWay<TreeEntry?>) throws {
    let kept = versions.ours ?? versions.theirs
    let isTask = try [versions.base ?? nil, kept].contains { entry in
      try entry.map { try $0.isFile && version($0).isTask } ?? false
    }
    if isTask || favour != nil {
      let entry = favour == .ours ? versions.ours : favour == .theirs ? versions.theirs : kept
      if entry != versions.ours { files[path] = File(path: path, entry: entry) }
    } else {
      let content = try kept.map { try contents.blob($0.id) }
      conflicts.append(conflict(path, versions, content: content))
    }
  }

  private mutating func mergeContents(
    _ path: String, _ versions: ThreeWay<TreeEntry?>, _ known: TaskMerge.Outcome?, mode: FileMode
  ) throws {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    let entries = ThreeWay(base: versions.base ?? nil, ours: ours, theirs: theirs)
    switch try known ?? outcome(entries) {
    case .merged(let bytes, _): put(bytes, at: path, mode)
    case .unreadable(let bytes):
      put(bytes, at: path, mode)
      notes.append(TreeMerge.keepsLines(path))
    case .differentIDs: try keepBoth(path, versions)
    case .notATask: try mergeLines(entries, mode)
    }
  }

  private func outcome(_ entries: ThreeWay<TreeEntry>) throws -> TaskMerge.Outcome {
    let changes = latest?.of([entries.ours.path])
    let outcome = TaskMerge.merge(
      base: try entries.base.map(version), ours: try version(entries.ours),
      theirs: try version(entries.theirs), local: local, prefer: changes?.newer)
    try changes?.check()
    return outcome
  }

  static func keepsLines(_ path: String) -> String {
    "\(path) cannot be read as a task on both sides: the lines of both are kept"
  }

  /// Merges a file that is not a task by lines, as git does.
  private mutating func mergeLines(_ entries: ThreeWay<TreeEntry>, _ mode: FileMode) throws {
    let path = entries.ours.path
    let merged = try GitMergeFile(
      base: try entries.base.map { try contents.blob($0.id) } ?? [],
      ours: try contents.blob(entries.ours.id), theirs: try contents.blob(entries.theirs.id),
      favour: favour, attribute: try store.repository.attribute(named: "merge", path: path),
      folder: store.ownFolder)
    if merged.isClean {
      put(merged.bytes, at: path, mode)
    } else {
      let versions = ThreeWay<TreeEntry?>(
        base: entries.base, ours: entries.ours, theirs: entries.theirs)
      conflicts.append(conflict(path, versions, content: merged.bytes))
    }
  }

  // MARK: Pieces

  mutating func put(_ bytes: [UInt8], at path: String, _ mode: FileMode) {
    let id = contents.add(bytes)
    files[path] = File(path: path, entry: TreeEntry(path: path, id: id, mode: mode))
  }

  func version(_ entry: TreeEntry) throws -> TaskMerge.Version {
    try contents.version(entry.path, entry.id)
  }

  /// Returns nil if the file is not a task or cannot be read.
  func mark(_ entry: TreeEntry) throws -> TaskMark? {
    guard isTaskFile(entry) else { return nil }
    return try contents.mark(entry)
  }

  func isTaskFile(_ entry: TreeEntry) -> Bool {
    entry.isFile && entry.path.begins(with: store.prefix) && Format(path: entry.path) != nil
  }

  private func conflict(
    _ path: String, _ versions: ThreeWay<TreeEntry?>, content: [UInt8]?
  ) -> Conflict {
    Conflict(
      path: path, base: versions.base ?? nil, ours: versions.ours, theirs: versions.theirs,
      content: content)
  }

  func mode(_ base: FileMode?, _ ours: FileMode, _ theirs: FileMode) -> FileMode {
    ours == base ? theirs : ours
  }
}

extension TreeEntry {
  init?(_ path: String, _ id: ObjectID?, _ mode: FileMode?) {
    guard let id, let mode else { return nil }
    self.init(path: path, id: id, mode: mode)
  }

  var isFile: Bool { mode == .file || mode == .executable }
}
