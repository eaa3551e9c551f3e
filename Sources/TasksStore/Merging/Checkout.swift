import Git
import TasksCore

extension TaskStore {
  /// A merge starts from what is committed: what is staged would be swallowed.
  ///
  /// - Throws: ``MergeRefusal/stagedChanges``.
  func checkNothingStaged(tree: ObjectID) throws {
    let entries = try repository.index().entries
    let files = try repository.files(inTree: tree)
    guard entries.count == files.count else { throw MergeRefusal.stagedChanges }
    for (entry, file) in zip(entries, files.sorted { Text($0.path) < Text($1.path) }) {
      guard entry.stage == 0, entry.path == file.path, entry.id == file.id, entry.mode == file.mode
      else { throw MergeRefusal.stagedChanges }
    }
  }

  /// The commits that only one of two tips has, merges left out.
  func commitCount(of tip: ObjectID, without other: ObjectID) throws -> Int {
    var count = 0
    try repository.walk(History(from: tip, hiding: [other])) { commit, _ in
      if commit.parents.count < 2 { count += 1 }
      return .goOn
    }
    return count
  }

  /// Brings work tree and index from one tree to another. Files that were changed and not committed are in the
  /// way: then nothing is touched.
  ///
  /// - Throws: ``MergeRefusal/dirty(_:)``, ``MergeRefusal/filtered(_:)``.
  func checkOut(
    _ tree: ObjectID, from old: ObjectID, conflicts: [TreeMerge.Conflict] = []
  ) throws {
    let changes = try repository.changes(from: old, to: tree)
    try checkClean(changes, from: old, besides: conflicts.map(\.path))
    let index = try repository.index()
    var entries: [IndexChange] = []
    for change in changes where change.new == nil {
      if index.entry(change.path)?.isSkipWorktree != true { try takeAway(change.path) }
      entries.append(.remove(path: change.path))
    }
    for change in changes {
      guard let id = change.new, let mode = change.newMode else { continue }
      if index.entry(change.path)?.isSkipWorktree != true {
        try checkOut(id, mode, at: change.path)
      }
      entries.append(.set(path: change.path, id: id, mode: mode))
    }
    try repository.updateIndex(entries)
    try leave(conflicts)
  }

  /// - Throws: ``MergeRefusal/dirty(_:)`` for files that were changed and not committed and would be
  ///   overwritten, ``MergeRefusal/filtered(_:)`` for those whose content is not what git keeps.
  func checkClean(
    _ changes: [FileChange], from old: ObjectID, besides others: [String] = []
  ) throws {
    let index = try repository.index()
    var new: [String: ObjectID?] = [:]
    for path in others { new[path] = .some(nil) }
    for change in changes { new[change.path] = .some(change.new) }
    var dirty: [String] = []
    for (path, after) in new.sorted(by: { $0.key < $1.key }) {
      if let filter = try repository.attribute(named: "filter", path: path), filter != "unset" {
        throw MergeRefusal.filtered(path)
      }
      let before = try repository.entry(path, inTree: old)
      if !isClean(path, before, after, index) { dirty.append(path) }
    }
    guard dirty.isEmpty else { throw MergeRefusal.dirty(dirty) }
  }

  /// True when the file is as the old tree has it, or already as the new one does.
  private func isClean(
    _ path: String, _ before: TreeEntry?, _ after: ObjectID?, _ index: Index
  ) -> Bool {
    let file = workTreePath(path)
    guard let kind = StoreFile.kind(file) else {
      return before == nil || index.entry(path)?.isSkipWorktree == true
    }
    if before?.mode == .commit { return true }
    if before?.mode == .link {
      return StoreFile.target(file).map { ObjectID.ofBlob($0) } == before?.id
    }
    guard kind == .regular, let content = try? StoreFile.read(file) else { return false }
    let id = ObjectID.ofBlob(content)
    return id == before?.id || id == after
  }

  private func checkOut(_ id: ObjectID, _ mode: FileMode, at path: String) throws {
    let file = workTreePath(path)
    switch mode {
    case .file, .executable:
      try place(try repository.blob(id), at: path)
      try StoreFile.setExecutable(file, mode == .executable)
    case .link:
      if let slash = file.lastIndex(of: "/") { try StoreFile.makeFolder(String(file[..<slash])) }
      try StoreFile.link(file, to: try repository.blob(id))
    case .tree, .commit: break
    }
  }

  /// Leaves what could not be merged as git does: three versions in the index, markers in the file.
  private func leave(_ conflicts: [TreeMerge.Conflict]) throws {
    guard !conflicts.isEmpty else { return }
    var input: [UInt8] = []
    for conflict in conflicts {
      input += Array("0 \(String(repeating: "0", count: 40))\t\(conflict.path)\0".utf8)
      for (stage, entry) in [(1, conflict.base), (2, conflict.ours), (3, conflict.theirs)] {
        guard let entry else { continue }
        let mode = String(entry.mode.rawValue, radix: 8)
        input += Array("\(mode) \(entry.id.hex) \(stage)\t\(conflict.path)\0".utf8)
      }
      if let content = conflict.content { try place(content, at: conflict.path) }
    }
    try GitProgram(folder: repository.workTree)
      .check(["update-index", "-z", "--index-info"], input: input)
  }
}
