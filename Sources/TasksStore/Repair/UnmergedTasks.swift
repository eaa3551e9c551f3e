import Git
import Platform
import TasksCore

/// Merges the unmerged tasks of the index that a merge without `tasks` has left.
///
/// Builds three trees from the versions of the files and merges these like any others, so that moved tasks are
/// matched by id.
struct UnmergedTasks {
  private let store: TaskStore
  private let paths: Set<String>
  private let entries: [IndexEntry]
  /// The side that moved a task whose old file the other side changed, by the new path. git has resolved the new
  /// path, since the other side has no file there.
  private var movers: [String: Side] = [:]

  /// - Parameter paths: The paths with a conflict, in the repository.
  init(_ paths: [String], in store: TaskStore) throws {
    self.store = store
    self.paths = Set(paths)
    entries = try store.repository.index().entries
    movers = try findMovers()
  }

  /// Merges, and writes the files.
  ///
  /// - Returns: The changes for the index, without those of unresolved paths.
  func merge(local: Side) throws -> [IndexChange] {
    let trees = ThreeWay(
      base: try tree(nil, local: local), ours: try tree(.ours, local: local),
      theirs: try tree(.theirs, local: local))
    let merge = try TreeMerge(
      MergeTrees(trees, latest: MergedHeads(in: store)?.latest(in: store), in: store),
      local: local, ordersLists: false)
    for note in merge.notes { store.context.say(note) }
    let stopped = Set(merge.conflicts.map(\.path))
    var changes: [IndexChange] = []
    for path in paths.union(movers.keys).union(merge.files.keys).subtracting(stopped).sorted() {
      let entry =
        try merge.files[path].map(\.entry) ?? store.repository.entry(path, inTree: trees.ours)
      if let entry {
        let bytes = try merge.bytes(entry)
        guard entry.isFile, try store.marked(bytes, at: path) == nil else { continue }
      }
      changes.append(try store.settle(path, as: entry, in: merge))
    }
    return changes
  }

  // MARK: The three trees

  /// - Parameter side: Nil for base.
  private func tree(_ side: Side?, local: Side) throws -> ObjectID {
    let stage = side.map { $0 == .ours ? 2 : 3 } ?? 1
    var changes: [TreeChange] = []
    for entry in entries where !entry.isIntentToAdd {
      var id = entry.id
      if entry.stage == 0 {
        if let mover = movers[entry.path] {
          guard mover == side else { continue }
          // Includes what was changed in the file since the merge stopped.
          let file = try StoreFile.readIfThere(store.workTreePath(entry.path))
          if let file { id = try store.repository.writeBlob(file) }
        }
      } else {
        guard entry.stage == stage, paths.contains(entry.path) else { continue }
        id = try unmarked(entry, local: local)
      }
      changes.append(.write(path: entry.path, id: id, mode: entry.mode))
    }
    return try store.repository.updating(tree: nil, changes).id
  }

  /// Resolves the markers in a version: for a file that both sides renamed, git stores its own merge as both
  /// versions.
  private func unmarked(_ entry: IndexEntry, local: Side) throws -> ObjectID {
    guard entry.mode != .commit,
      let marked = try store.marked(try store.repository.blob(entry.id), at: entry.path),
      let bytes = try MarkedTasks(store: store).merged(
        marked, at: entry.path, local: local, base: { try base(of: $0, at: entry.path) })
    else { return entry.id }
    return try store.repository.writeBlob(bytes)
  }

  private func base(of version: TaskMerge.Version, at path: String) throws -> [UInt8]? {
    for entry in entries where entry.stage == 1 && paths.contains(entry.path) {
      let bytes = try store.repository.blob(entry.id)
      guard entry.path != path else { return bytes }
      let id = store.version(bytes, at: entry.path).document?.task.id
      if let id, id == version.document?.task.id { return bytes }
    }
    return nil
  }

  // MARK: Tasks that one side moved

  private func findMovers() throws -> [String: Side] {
    func document(_ entry: IndexEntry) throws -> (any TaskDocument)? {
      store.version(try store.repository.blob(entry.id), at: entry.path).document
    }
    var missing: [TaskID: Side] = [:]
    for (_, versions) in Dictionary(
      grouping: entries.filter { paths.contains($0.path) }, by: \.path)
    {
      let stages = Set(versions.map(\.stage))
      guard let base = versions.first(where: { $0.stage == 1 }), stages.count == 2,
        let id = try document(base)?.task.id
      else { continue }
      missing[id] = stages.contains(2) ? .theirs : .ours
    }
    guard !missing.isEmpty else { return [:] }
    var places: [TaskID: [String]] = [:]
    for entry in entries
    where entry.stage == 0 && entry.mode != .commit && store.mayBeTask(entry.path) {
      guard let id = try document(entry)?.task.id, missing[id] != nil else { continue }
      places[id, default: []].append(entry.path)
    }
    var movers: [String: Side] = [:]
    // With two copies it is unknown which one was moved.
    for (id, paths) in places where paths.count == 1 { movers[paths[0]] = missing[id] }
    return movers
  }
}

extension TaskStore {
  /// Writes the merged version of a file to the work tree.
  ///
  /// - Parameter path: The path in the repository.
  /// - Returns: The change for the index.
  func settle(
    _ path: String, as entry: TreeEntry?, in merge: TreeMerge
  ) throws -> IndexChange {
    guard let entry else {
      try takeAway(path)
      return .remove(path: path)
    }
    let bytes = try merge.bytes(entry)
    try checkOut(bytes, entry.mode, at: path, durable: settings.isDurable)
    return .set(path: path, id: try repository.writeBlob(bytes), mode: entry.mode)
  }
}

/// Merges again, as tasks, what a merge without `tasks` has left.
struct MergeRepair {
  let store: TaskStore

  /// - Returns: The paths of the repaired files in the repository.
  func run(_ remains: MergeRemains) throws -> [String] {
    let resolved =
      try remains.unmerged.isEmpty ? [] : store.locked { try resolve(remains.unmerged) }
    try commitOpenMerge(hasResolved: !resolved.isEmpty)
    guard store.repository.ongoingOperation() == nil, !remains.marked.isEmpty else {
      return resolved
    }
    return resolved + (try MarkedTasks(store: store).mend(remains.marked))
  }

  /// Merges unmerged files. This machine's changes are ours in a merge, and theirs in a rebase or cherry-pick.
  private func resolve(_ paths: [String]) throws -> [String] {
    let local: Side = store.repository.ongoingOperation() == .merge ? .ours : .theirs
    do {
      let changes =
        try UnfinishedMerge(paths, in: store)?.run()
        ?? UnmergedTasks(paths, in: store).merge(local: local)
      try store.repository.updateIndex(changes)
      return changes.map(\.path)
    } catch let refusal as MergeRefusal {
      store.context.say(refusal.description)
      return []
    }
  }

  private func commitOpenMerge(hasResolved: Bool) throws {
    guard hasResolved, store.repository.ongoingOperation() == .merge,
      try store.repository.unmergedPaths().isEmpty
    else { return }
    try GitProgram(folder: store.repository.workTree)
      .check(
        [
          "commit", "--quiet", "--no-edit", "--trailer",
          "\(CommitMessage.deviceTrailer): \(store.device.id)", "--trailer",
          "\(CommitMessage.operationTrailer): doctor",
        ], environment: ["GIT_EDITOR": ":"])
  }
}

extension TaskStore {
  /// Merges again what a merge without `tasks` has left.
  ///
  /// - Returns: The paths of the repaired files.
  @discardableResult
  package func mendMergeRemains() throws -> [String] {
    let remains = try mergeRemains()
    return remains.isEmpty ? [] : try MergeRepair(store: self).run(remains)
  }
}
