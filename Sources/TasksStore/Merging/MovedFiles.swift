import Git
import Platform
import TasksCore

/// Merges tasks that have different paths on the two sides and were changed on both. They are matched by id, not by
/// git's rename detection.
extension TreeMerge {
  private struct Move {
    let paths: ThreeWay<String>
    let entries: ThreeWay<TreeEntry>
  }

  /// The tasks that a side removed from a path, and those that it put at one, by path.
  private struct Places {
    var gone: [String: TaskID] = [:]
    var new: [String: TaskID] = [:]

    var moves: [String: String] { MovedTask.moves(gone: gone, new: new) }

    /// The tasks that were put at exactly one path, and that the side did not have before.
    var added: [TaskID: String] {
      let known = Set(gone.values)
      return Dictionary(grouping: new, by: \.value)
        .filter { $0.value.count == 1 && !known.contains($0.key) }.compactMapValues(\.first?.key)
    }
  }

  private struct Followed {
    let move: Move
    let moved: MovedTask
    let bytes: [UInt8]
  }

  /// Merges each moved task into one file, and removes it from `changes`.
  mutating func mergeMoves(_ changes: inout [Side: [String: FileChange]]) throws {
    guard try mayHaveMoved(changes) else { return }
    let places = try changes.mapValues { try self.places($0) }
    var followed: [Followed] = []
    for move in try moves(in: changes, places) {
      if let task = try follow(move) { followed.append(task) }
    }
    for task in followed {
      for side in [Side.ours, .theirs] {
        let path = task.move.paths[side]
        // If another task was at that path, its removal is still to be merged.
        let left = places[side]?.gone[path] == nil ? nil : changes[side]?[path]?.removal
        changes[side]?[path] = left
      }
      // The file at our path is removed.
      files[task.move.paths.ours] = File(path: task.move.paths.ours, entry: nil)
    }
    for task in followed {
      let path = try place(task, changes, places)
      let (base, ours) = (task.move.entries.base, task.move.entries.ours)
      put(task.bytes, at: path, mode(base?.mode, ours.mode, task.move.entries.theirs.mode))
      newPlaces.insert(path)
      for side in [Side.ours, .theirs] { changes[side]?[path] = nil }
    }
  }

  private func moves(
    in changes: [Side: [String: FileChange]], _ places: [Side: Places]
  ) throws -> [Move] {
    let (ours, theirs) = (places[.ours]?.moves ?? [:], places[.theirs]?.moves ?? [:])
    func entry(_ path: String, on side: Side) -> TreeEntry? {
      // Nil if this side left the file unchanged (the other side's is taken) or purged it (it stays purged).
      let change = changes[side]?[path]
      return TreeEntry(path, change?.new, change?.newMode).flatMap { $0.isFile ? $0 : nil }
    }
    let moved = try Set(ours.keys).union(theirs.keys).sorted().compactMap { path -> Move? in
      let paths = ThreeWay(base: path, ours: ours[path] ?? path, theirs: theirs[path] ?? path)
      guard let own = entry(paths.ours, on: .ours), let other = entry(paths.theirs, on: .theirs),
        let base = try trees.entry(path, on: nil),
        let id = try mark(base)?.id, try isTask(id, own), try isTask(id, other)
      else { return nil }
      return Move(paths: paths, entries: ThreeWay(base: base, ours: own, theirs: other))
    }
    return try moved
      + addedApart(places).compactMap { paths in
        guard let own = entry(paths.ours, on: .ours), let other = entry(paths.theirs, on: .theirs)
        else { return nil }
        return Move(paths: paths, entries: ThreeWay(base: nil, ours: own, theirs: other))
      }
  }

  /// Returns the paths of tasks that both sides added at different paths.
  private func addedApart(_ places: [Side: Places]) throws -> [ThreeWay<String>] {
    let (ours, theirs) = (places[.ours]?.added ?? [:], places[.theirs]?.added ?? [:])
    let apart = ours.filter { id, path in theirs[id].map { $0 != path } ?? false }
    guard !apart.isEmpty else { return [] }
    // A copy of a task that base has is not an added task.
    let base = try trees.ids.base.map { try trees.tasks(of: $0) }
    return apart.ordered { $0.value < $1.value }.compactMap { id, path in
      guard base?[id] == nil, let other = theirs[id] else { return nil }
      return ThreeWay(base: nil, ours: path, theirs: other)
    }
  }

  /// Returns whether any task may have moved. Reads few files: a move leaves a path from which one side removed a
  /// task that the other changed, or a task that both sides put at a path.
  private func mayHaveMoved(_ changes: [Side: [String: FileChange]]) throws -> Bool {
    let (ours, theirs) = (changes[.ours] ?? [:], changes[.theirs] ?? [:])
    var shared: [Side: [String: FileChange]] = [:]
    for (path, own) in ours {
      guard let other = theirs[path] else { continue }
      if own.new == nil || other.new == nil { return true }
      shared[.ours, default: [:]][path] = own
      shared[.theirs, default: [:]][path] = other
    }
    for changes in shared.values where try !places(changes).gone.isEmpty { return true }
    // A task may have been put at the former path of another.
    let (few, many) = ours.count < theirs.count ? (ours, theirs) : (theirs, ours)
    let new = Set(try places(few).new.values)
    guard !new.isEmpty else { return false }
    return try many.contains { path, change in
      guard let entry = TreeEntry(path, change.new, change.newMode) else { return false }
      return try mark(entry).map { new.contains($0.id) } ?? false
    }
  }

  private func places(_ changes: [String: FileChange]) throws -> Places {
    var places = Places()
    for (path, change) in changes where change.old == nil || change.new == nil {
      let gone = try TreeEntry(path, change.old, change.oldMode).flatMap { try mark($0) }
      let new = try TreeEntry(path, change.new, change.newMode).flatMap { try mark($0) }
      places.gone[path] = gone?.id
      places.new[path] = new?.id
    }
    for (path, change) in changes where change.old != nil && change.new != nil {
      guard let old = try TreeEntry(path, change.old, change.oldMode).flatMap({ try mark($0) }),
        let new = try TreeEntry(path, change.new, change.newMode).flatMap({ try mark($0) }),
        old.hasOwnID, new.hasOwnID, old.id != new.id
      else { continue }
      places.gone[path] = old.id
      places.new[path] = new.id
    }
    return places
  }

  /// A file whose id cannot be read counts as having the id of the others.
  private func isTask(_ id: TaskID, _ entry: TreeEntry) throws -> Bool {
    guard let task = try mark(entry) else { return true }
    return task.id == id || !task.hasOwnID
  }

  /// Merges a moved task.
  ///
  /// - Returns: Nil if these are not versions of one task.
  private mutating func follow(_ move: Move) throws -> Followed? {
    let moved = MovedTask(
      ThreeWay(
        base: try move.entries.base.map(version), ours: try version(move.entries.ours),
        theirs: try version(move.entries.theirs)), at: move.paths, local: local
    ) { trees.converted($0, to: $1) }
    guard let moved else { return nil }
    let changes = trees.latest?.of([move.paths.ours, move.paths.theirs, move.paths.base])
    let outcome = TaskMerge.merge(
      moved, local: local, prefer: changes?.newer, with: trees.tools)
    try changes?.check()
    switch outcome {
    case .merged(let bytes, _): return Followed(move: move, moved: moved, bytes: bytes)
    case .unreadable(let bytes):
      notes.append(TreeMerge.keepsLines(moved.path))
      return Followed(move: move, moved: moved, bytes: bytes)
    case .differentIDs, .notATask: return nil
    }
  }

  // // MARK: The path of the merged task

  /// Returns the path that the sides agree on, or a free one if another task is there.
  ///
  /// - Parameter changes: Those not merged yet.
  private func place(
    _ task: Followed, _ changes: [Side: [String: FileChange]], _ places: [Side: Places]
  ) throws -> String {
    let (path, moved) = (task.moved.path, task.moved)
    let isInTheWay = try [Side.ours, .theirs].contains { side in
      try changes[side]?[path]?.new != nil
        || path != task.move.paths[side] && isTaken(path, by: side, changes, places)
    }
    guard isInTheWay || files[path]?.entry != nil else { return path }
    let version = trees.contents.reader.version(task.bytes, at: path)
    let document =
      version.document ?? moved.versions.ours.document ?? moved.versions.theirs.document
    return try (document?.task).map { try freePlace(for: $0, beside: path) } ?? path
  }

  /// Returns whether a side keeps another task at a path where the other side put one.
  private func isTaken(
    _ path: String, by side: Side, _ changes: [Side: [String: FileChange]], _ places: [Side: Places]
  ) throws -> Bool {
    guard changes[side]?[path] == nil,
      let there = try trees.entry(path, on: side),
      let id = try mark(there)?.id
    else { return false }
    // A task that was moved away from there is not in the way.
    return places[side.other]?.gone[path] != id
  }
}

extension FileChange {
  /// The change reduced to the removal of the old file.
  fileprivate var removal: FileChange {
    FileChange(path: path, old: old, new: nil, oldMode: oldMode, newMode: nil)
  }
}
