import Git
import Platform
import TasksCore

/// The merge of three trees: tasks field by field and in order, other files as git would.
///
/// It is a value, the difference between our tree and the merged one: ``MergeTrees`` reads what it is made from, and
/// writes it.
package struct TreeMerge {
  /// A file that differs between our tree and the merged one.
  package struct File {
    let path: String
    /// Nil if the file is removed.
    package let entry: TreeEntry?
  }

  /// A file at which git would stop with a conflict.
  package struct Conflict {
    package let path: String
    package let base: TreeEntry?
    package let ours: TreeEntry?
    package let theirs: TreeEntry?
    /// The content for the work tree, with markers, until the conflict is resolved.
    package let content: [UInt8]?
  }

  /// The side that `-X ours` or `-X theirs` prefers in conflicts.
  package enum Favour { case ours, theirs }

  package var files: [String: File] = [:]
  package private(set) var conflicts: [Conflict] = []
  /// The new paths of tasks that could keep neither side's path.
  var newPlaces: Set<String> = []
  package var notes: [String] = []

  /// The contents of files that neither side has, by their ids.
  private(set) var made: [ObjectID: [UInt8]] = [:]

  package let trees: MergeTrees
  let local: Side?
  private let favour: Favour?

  /// - Parameters:
  ///   - local: The side with the changes of the person at this machine; nil for a merge of merge bases.
  ///   - ordersLists: Whether to run the list pass: true if there is exactly one merge base.
  package init(
    _ trees: MergeTrees, local side: Side?, favour: Favour? = nil, ordersLists: Bool
  ) throws {
    let local = trees.latest == nil ? side : nil
    self.trees = trees
    self.local = favour == .ours ? .ours : favour == .theirs ? .theirs : local
    self.favour = favour
    var changes = try trees.changes()
    // `mergeMoves` removes the moved tasks from `changes`.
    let allChanges = changes
    try mergeMoves(&changes)
    let outcomes = try mergedInParallel(changes)
    let (ours, theirs) = (changes[.ours] ?? [:], changes[.theirs] ?? [:])
    for path in Set(ours.keys).union(theirs.keys).sorted() {
      try merge(path, ours[path], theirs[path], outcomes[path])
    }
    if ordersLists, let local { try orderLists(local: local, allChanges) }
    try checkFolders()
  }

  /// The merge with conflict markers in its files, for use as a merge base.
  var withMarkers: TreeMerge {
    var marked = self
    for conflict in conflicts {
      guard let entry = conflict.ours ?? conflict.theirs, entry.isFile,
        let content = conflict.content
      else { continue }
      marked.put(content, at: conflict.path, entry.mode)
    }
    return marked
  }

  // MARK: One file

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
    if isTask || isEncryptedFile(path) || favour != nil {
      let entry = favour == .ours ? versions.ours : favour == .theirs ? versions.theirs : kept
      if entry != versions.ours { files[path] = File(path: path, entry: entry) }
    } else {
      let content = try kept.map(bytes)
      conflicts.append(conflict(path, versions, content: content))
    }
  }

  private mutating func mergeContents(
    _ path: String, _ versions: ThreeWay<TreeEntry?>, _ known: TaskMerge.Outcome?, mode: FileMode
  ) throws {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    let entries = ThreeWay(base: versions.base ?? nil, ours: ours, theirs: theirs)
    if isEncryptedFile(path) { return try mergeEncrypted(entries, mode) }
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
    let changes = trees.latest?.of([entries.ours.path])
    let outcome = TaskMerge.merge(
      base: try entries.base.map(version), ours: try version(entries.ours),
      theirs: try version(entries.theirs), local: local, prefer: changes?.newer,
      with: trees.tools)
    try changes?.check()
    return outcome
  }

  static func keepsLines(_ path: String) -> String {
    "\(path) cannot be read as a task on both sides: the lines of both are kept"
  }

  /// Merges a file that is not a task by lines, as git does.
  private mutating func mergeLines(_ entries: ThreeWay<TreeEntry>, _ mode: FileMode) throws {
    let path = entries.ours.path
    let merged = try trees.lines(entries, favour: favour)
    let isOfStore = path == trees.contents.reader.prefix + ".tasks/config"
    if merged.isClean {
      put(merged.bytes, at: path, mode)
    } else if isOfStore,
      let settings = ConfigFile.merged(
        base: try entries.base.map(bytes), ours: try bytes(entries.ours),
        theirs: try bytes(entries.theirs))
    {
      put(settings, at: path, mode)
    } else {
      let versions = ThreeWay<TreeEntry?>(
        base: entries.base, ours: entries.ours, theirs: entries.theirs)
      conflicts.append(conflict(path, versions, content: merged.bytes))
    }
  }

  // MARK: Pieces

  mutating func put(_ bytes: [UInt8], at path: String, _ mode: FileMode) {
    let id = trees.id(of: bytes)
    made[id] = bytes
    files[path] = File(path: path, entry: TreeEntry(path: path, id: id, mode: mode))
  }

  func bytes(_ entry: TreeEntry) throws -> [UInt8] {
    try made[entry.id] ?? trees.contents.blob(entry.id)
  }

  func version(_ entry: TreeEntry) throws -> TaskMerge.Version {
    trees.contents.reader.version(try bytes(entry), at: entry.path)
  }

  /// Returns nil if the file is not a task or cannot be read.
  func mark(_ entry: TreeEntry) throws -> TaskMark? {
    guard isTaskFile(entry) else { return nil }
    return made[entry.id] == nil ? try trees.contents.mark(entry) : try version(entry).mark
  }

  func isTaskFile(_ entry: TreeEntry) -> Bool {
    entry.isFile && entry.path.begins(with: trees.contents.reader.prefix)
      && Format(path: entry.path) != nil
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

  package var isFile: Bool { mode == .file || mode == .executable }
}

/// Reads and merges many files on two threads before the rest of the merge needs them; each merge depends on three
/// files alone.
extension TreeMerge {
  /// From this many files on a second thread pays: starting it takes as long as merging a few files.
  private static let worthAThread = 16

  /// What becomes of these files, by their paths; of none where they are few.
  func mergedInParallel(
    _ changes: [Side: [String: FileChange]]
  ) throws -> [String: TaskMerge.Outcome] {
    // Preferring the later change reads the history for each file.
    guard trees.latest == nil else { return [:] }
    let (contents, shared) = (trees.contents, shared(changes))
    guard shared.count >= TreeMerge.worthAThread else { return [:] }
    let files = try shared.map { entries in
      (
        entries: entries, base: try entries.base.map { try contents.blob($0.id) },
        ours: try contents.blob(entries.ours.id), theirs: try contents.blob(entries.theirs.id)
      )
    }
    let (reader, local, tools) = (contents.reader, local, trees.tools)
    let merged = ParallelHalves.halves(of: files) { half in
      half.map { file -> ParallelMerge in
        let (ours, theirs) = (
          reader.version(file.ours, at: file.entries.ours.path),
          reader.version(file.theirs, at: file.entries.theirs.path)
        )
        let base = file.entries.base.flatMap { entry in
          file.base.map { reader.version($0, at: entry.path) }
        }
        return ParallelMerge(
          outcome: TaskMerge.merge(
            base: base, ours: ours, theirs: theirs, local: local,
            with: tools),
          isChanged: base.map { (ours.isChanged(since: $0), theirs.isChanged(since: $0)) })
      }
    }
    var outcomes: [String: TaskMerge.Outcome] = [:]
    for (entries, merged) in zip(shared, merged) {
      outcomes[entries.ours.path] = merged.outcome
      guard let base = entries.base, let isChanged = merged.isChanged else { continue }
      contents.note(entries.ours, isChanged: isChanged.ours, since: base)
      contents.note(entries.theirs, isChanged: isChanged.theirs, since: base)
    }
    return outcomes
  }

  private struct ParallelMerge {
    let outcome: TaskMerge.Outcome
    /// Nil if base does not have the file.
    let isChanged: (ours: Bool, theirs: Bool)?
  }

  /// Returns the files that both sides have and changed in different ways.
  private func shared(_ changes: [Side: [String: FileChange]]) -> [ThreeWay<TreeEntry>] {
    guard let ours = changes[.ours], let theirs = changes[.theirs] else { return [] }
    return ours.compactMap { path, change in
      guard let other = theirs[path], change.new != other.new,
        let own = TreeEntry(path, change.new, change.newMode), own.isFile,
        let their = TreeEntry(path, other.new, other.newMode), their.isFile
      else { return nil }
      let base = TreeEntry(path, other.old, other.oldMode)
      return base?.isFile == false ? nil : ThreeWay(base: base, ours: own, theirs: their)
    }
  }
}
