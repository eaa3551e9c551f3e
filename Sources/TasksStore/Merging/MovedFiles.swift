import Git
import TasksCore

/// Tasks that one side moved or converted, and the other changed at their old path: they are followed by
/// their ids, not by what git takes for a rename.
extension TreeMerge {
  /// A task that both sides changed and that lies elsewhere in one of them.
  private struct Move {
    let paths: ThreeWay<String>
    let entries: ThreeWay<TreeEntry>
  }

  /// Merges each of them into one file, and takes what was done to it out of the changes.
  mutating func mergeMoves(_ changes: inout [Side: [String: FileChange]]) throws {
    for move in try moves(in: changes) {
      let taken = try [Side.ours, .theirs].filter { side in
        // Another task may lie there on the other side.
        try move.paths[side] != move.paths[side.other]
          && store.repository.entry(move.paths[side], inTree: trees[side.other]) != nil
          && move.paths[side] != move.paths.base
      }
      guard taken.isEmpty, let moved = try movedTask(move), try merge(moved, move) else { continue }
      for side in [Side.ours, .theirs] { changes[side]?[move.paths[side]] = nil }
    }
  }

  private func moves(in changes: [Side: [String: FileChange]]) throws -> [Move] {
    let ours = try moves(changes[.ours] ?? [:])
    let theirs = try moves(changes[.theirs] ?? [:])
    return try Set(ours.keys).union(theirs.keys).sorted().compactMap { path in
      let paths = ThreeWay(base: path, ours: ours[path] ?? path, theirs: theirs[path] ?? path)
      // What a side has left alone is taken as the other has it, and what it purged stays away.
      guard let own = changes[.ours]?[paths.ours], let other = changes[.theirs]?[paths.theirs],
        let base = try trees.base.flatMap({ try store.repository.entry(path, inTree: $0) }),
        let id = try document(base)?.task.id,
        let left = TreeEntry(paths.ours, own.new, own.newMode), left.isFile,
        let right = TreeEntry(paths.theirs, other.new, other.newMode), right.isFile,
        try isTask(id, left), try isTask(id, right)
      else { return nil }
      return Move(paths: paths, entries: ThreeWay(base: base, ours: left, theirs: right))
    }
  }

  /// Where a side has put the tasks whose files it removed.
  private func moves(_ changes: [String: FileChange]) throws -> [String: String] {
    func task(_ path: String, _ id: ObjectID?, _ mode: FileMode?) throws -> TaskID? {
      try TreeEntry(path, id, mode).flatMap { try document($0) }?.task.id
    }
    var gone: [String: TaskID] = [:]
    for (path, change) in changes where change.new == nil {
      gone[path] = try task(path, change.old, change.oldMode)
    }
    guard !gone.isEmpty else { return [:] }
    var new: [String: TaskID] = [:]
    for (path, change) in changes where change.old == nil {
      new[path] = try task(path, change.new, change.newMode)
    }
    return MovedTask.moves(gone: gone, new: new)
  }

  /// A file whose id cannot be read counts as having that of the others.
  private func isTask(_ id: TaskID, _ entry: TreeEntry) throws -> Bool {
    guard let task = try document(entry)?.task else { return true }
    return task.id == id || !task.hasOwnID
  }

  private func movedTask(_ move: Move) throws -> MovedTask? {
    func version(_ entry: TreeEntry) throws -> TaskMerge.Version {
      TaskMerge.Version(bytes: try contents.blob(entry.id), document: try document(entry))
    }
    return MovedTask(
      ThreeWay(
        base: try move.entries.base.map(version), ours: try version(move.entries.ours),
        theirs: try version(move.entries.theirs)), at: move.paths, local: local
    ) { try? store.converting($0, to: $1) }
  }

  /// - Returns: False when they are no versions of one task; nothing is done then.
  private mutating func merge(_ moved: MovedTask, _ move: Move) throws -> Bool {
    let prefer = latest?.of(move.paths.ours, move.paths.theirs, move.paths.base ?? moved.path)
    let mode = mode(move.entries.base?.mode, move.entries.ours.mode, move.entries.theirs.mode)
    switch TaskMerge.merge(moved, local: local, prefer: prefer) {
    case .merged(let bytes, _): put(bytes, at: moved.path, mode)
    case .unreadable(let bytes):
      put(bytes, at: moved.path, mode)
      notes.append(
        "\(moved.path) cannot be read as a task on both sides: the lines of both are kept")
    case .differentIDs, .notATask: return false
    }
    // Ours lies there no more.
    if moved.path != move.paths.ours {
      files[move.paths.ours] = File(path: move.paths.ours, entry: nil)
    }
    return true
  }
}
