import Git
import Platform
import TasksCore

/// What a merge without `tasks` has left in task files: unresolved conflicts in the index, and committed conflict
/// markers (merge.md, "Setting up, checking, repairing").
package struct MergeRemains: Sendable, Equatable {
  /// Paths in the repository.
  package var unmerged: [String] = []
  var marked: [String] = []
  /// Conflicts in files that are not tasks, which the user has to resolve.
  package var others: [String] = []
  /// The prefix of these paths for a git that runs in the store.
  var top = ""

  /// Whether there is nothing to merge again.
  package var isEmpty: Bool { unmerged.isEmpty && marked.isEmpty }
  package var paths: [String] { (unmerged + marked).sorted() }

  /// Messages for the user: one for what can be merged again, one for what cannot.
  package var notices: [String] { [notice, noticeOfOthers].compactMap { $0 } }

  private var notice: String? {
    guard !isEmpty else { return nil }
    return "a merge without tasks left conflicts in \(MergeRemains.list(paths)); "
      + "merge them again with: tasks doctor --fix"
  }

  /// The message about conflicts that remain once the tasks are merged.
  package var noticeOfOthers: String? {
    guard let first = others.first else { return nil }
    let isOne = others.count == 1
    return "a merge left conflicts in \(MergeRemains.list(others)), which "
      + (isOne ? "is not a task: resolve it" : "are not tasks: resolve them")
      + " in an editor, then: "
      + (isOne ? settling(ControlCharacters.escaped(first)) : "tasks git add FILE")
  }

  /// Returns the command that marks a file as resolved.
  package func settling(_ path: String) -> String { "tasks git add \(top)\(path)" }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(3).map { ControlCharacters.escaped($0) }.joined(separator: ", ")
      + (paths.count > 3 ? " and others" : "")
  }
}

extension TaskStore {
  /// Finds what a merge has left. Scans only what was committed since the last scan, whose result is cached.
  package func mergeRemains() throws -> MergeRemains {
    let remains = try findMergeRemains()
    conflicted = Set(remains.paths)
    return remains
  }

  private func findMergeRemains() throws -> MergeRemains {
    var remains = MergeRemains()
    if !prefix.isEmpty { remains.top = ":/" }
    let note = ConflictScanCache(at: checkedPath)
    let index = FileStamp.text(repository.indexPath)
    if index == nil || note.index != index {
      (remains.unmerged, remains.others) = try unmergedPaths()
    }
    guard let head = try repository.head().id else { return remains }
    let known = note.commit == head ? note.tree : nil
    let tree = try known ?? repository.tree(ofCommit: head)
    var paths = note.marked
    if note.tree != tree {
      let isKnown = try note.tree.map { try repository.contains($0) } ?? false
      // One at a time: the first scan sees all files.
      try repository.visitChanges(
        from: isKnown ? note.tree : nil, to: tree, in: .under(prefix)
      ) { change throws(GitError) in
        guard let id = change.new, change.newMode != .commit, mayBeTask(change.path),
          try marked(try repository.blob(id), at: change.path) != nil
        else { return }
        paths.append(change.path)
      }
    }
    for path in Set(paths).sorted() {
      guard let entry = try repository.entry(path, inTree: tree), entry.mode != .tree,
        let marked = try marked(try repository.blob(entry.id), at: path),
        [marked.ours, marked.theirs].contains(where: { version($0, at: path).isTask }),
        try MarkedTasks(store: self).isOfMerge(marked, at: path)
      else { continue }
      remains.marked.append(path)
    }
    let new = ConflictScanCache(
      commit: head, tree: tree,
      index: remains.unmerged.isEmpty && remains.others.isEmpty ? index : nil,
      marked: remains.marked)
    if new != note { new.write(to: checkedPath) }
    remains.marked.removeAll { remains.unmerged.contains($0) }
    return remains
  }

  /// Returns the paths with a conflict: first those with a task in at least one version, then the others.
  private func unmergedPaths() throws -> (tasks: [String], others: [String]) {
    let paths = try repository.unmergedPaths()
    guard !paths.isEmpty else { return ([], []) }
    var tasks: Set<String> = []
    for entry in try repository.index().entries where entry.stage > 0 && mayBeTask(entry.path) {
      guard entry.mode == .file || entry.mode == .executable else { continue }
      if version(try repository.blob(entry.id), at: entry.path).isTask { tasks.insert(entry.path) }
    }
    return (paths.filter { tasks.contains($0) }, paths.filter { !tasks.contains($0) })
  }

  func mayBeTask(_ path: String) -> Bool {
    path.begins(with: prefix) && Format(path: path) != nil && !path.contains("/.")
  }
}

/// The tree and index that were last scanned for conflicts, and what was found.
package struct ConflictScanCache: Equatable {
  /// The commit of the tree, so that it need not be read to know that.
  package var commit: ObjectID?
  package var tree: ObjectID?
  /// The stamp of an index without conflicts.
  package var index: String?
  var marked: [String]

  init(commit: ObjectID?, tree: ObjectID?, index: String?, marked: [String]) {
    self.commit = commit
    self.tree = tree
    self.index = index
    self.marked = marked
  }

  /// The first line has the version of the scan, since an older scan looked for less. The last line shows that the
  /// file is complete.
  private static let (first, last) = ("looked for 5", "end")

  /// Reads the file; a missing or damaged one counts as no scan.
  package init(at path: String) { self.init((try? StoreFile.read(path)) ?? []) }

  private init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    marked = []
    guard lines.popFirst() == ConflictScanCache.first, lines.popLast() == "",
      lines.popLast() == ConflictScanCache.last,
      let commit = lines.popFirst().flatMap({ ObjectID(hex: $0) }),
      let tree = lines.popFirst().flatMap({ ObjectID(hex: $0) }), let index = lines.popFirst()
    else { return }
    (self.commit, self.tree) = (commit, tree)
    self.index = index.isEmpty ? nil : index
    marked = Array(lines)
  }

  func write(to path: String) { File.note(bytes, at: path) }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ line: String) {
      bytes += line.utf8
      bytes.append(0x0A)
    }
    add(ConflictScanCache.first)
    add(commit?.hex ?? "")
    add(tree?.hex ?? "")
    add(index ?? "")
    for path in marked { add(path) }
    add(ConflictScanCache.last)
    return bytes
  }
}

extension TaskStore {
  package var checkedPath: String { notesFolder + "/checked" }

  /// Carries the result of the last scan over to a change's commit, so that its files are not scanned again. Only if
  /// the scan was of the state before the change. Skipped if a file may hold conflict markers; merges do not come
  /// this way.
  ///
  /// - Parameters:
  ///   - commit: The change's commit.
  ///   - index: The change's index update.
  func carryCheck(over commit: PreparedCommit, _ index: IndexTransaction, _ files: [FileEdit]) {
    guard let old = commit.old, let replaced = index.replaced, let placed = index.placed,
      !files.contains(where: { $0.content.content?.holdsMarker ?? false })
    else { return }
    var note = ConflictScanCache(at: checkedPath)
    guard note.index == FileStamp.text(replaced), note.commit == old else { return }
    (note.commit, note.tree) = (commit.new, commit.tree)
    note.index = FileStamp.text(placed)
    note.write(to: checkedPath)
  }
}

extension [UInt8] {
  /// Whether it may hold a conflict marker, of any length (`conflict-marker-size`, gitattributes(5)).
  fileprivate var holdsMarker: Bool {
    indices.dropLast().contains { self[$0] == 0x3C && self[$0 + 1] == 0x3C }
  }
}
