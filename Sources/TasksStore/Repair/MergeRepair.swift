import Git
import TasksCore

/// Merges again, as tasks, what a merge without `tasks` has left behind.
struct MergeRepair {
  let store: TaskStore

  /// - Returns: The paths that were mended, in the repository.
  func run(_ remains: MergeRemains) throws -> [String] {
    let resolved =
      try remains.unmerged.isEmpty ? [] : store.locked { try resolve(remains.unmerged) }
    try commitOpenMerge(hasResolved: !resolved.isEmpty)
    guard store.repository.ongoingOperation() == nil, !remains.marked.isEmpty else {
      return resolved
    }
    return resolved + (try unmark(remains.marked))
  }

  // MARK: Conflicts in the index

  private func resolve(_ paths: [String]) throws -> [String] {
    let entries = try store.repository.index().entries.filter { $0.stage != 0 }
    // A merge has the changes of this machine on our side; what carries a commit over has them on the other.
    let local: Side = store.repository.ongoingOperation() == .merge ? .ours : .theirs
    var changes: [IndexChange] = []
    for path in paths {
      func version(_ stage: Int) throws -> (entry: IndexEntry, bytes: [UInt8])? {
        try entries.first { $0.path == path && $0.stage == stage }
          .map { ($0, try store.repository.blob($0.id)) }
      }
      let (base, ours, theirs) = (try version(1), try version(2), try version(3))
      if let base, let kept = ours ?? theirs, ours == nil || theirs == nil,
        let moved = try moved(path, base.bytes, kept.bytes, isOurs: ours != nil, local)
      {
        changes += try follow(moved, from: path, mode: kept.entry.mode)
        continue
      }
      guard let mode = (ours ?? theirs)?.entry.mode, mode == .file || mode == .executable,
        let bytes = merged(path, base?.bytes, ours?.bytes, theirs?.bytes, local)
      else { continue }
      try store.place(bytes, at: path)
      changes.append(.set(path: path, id: try store.repository.writeBlob(bytes), mode: mode))
    }
    try store.repository.updateIndex(changes)
    return changes.map(\.path)
  }

  /// A task that one side changed and the other moved or converted, as its name tells, merged where it lies.
  private func moved(
    _ path: String, _ base: [UInt8], _ kept: [UInt8], isOurs: Bool, _ local: Side
  ) throws -> (path: String, bytes: [UInt8])? {
    func name(_ path: String) -> Substring? {
      Format(path: path).flatMap { path.split(separator: "/").last?.dropLast($0.rawValue.count) }
    }
    func version(_ bytes: [UInt8], _ path: String) -> TaskMerge.Version {
      let inStore = String(path.dropFirst(store.prefix.count))
      return TaskMerge.Version(bytes, path: inStore, workflow: store.settings.workflow)
    }
    let before = version(base, path)
    for entry in try store.repository.index().entries
    where entry.stage == 0 && name(entry.path) == name(path) && store.mayBeTask(entry.path) {
      let place = entry.path
      let there = version(try store.repository.blob(entry.id), place)
      guard let id = before.document?.task.id, there.document?.task.id == id else { continue }
      let own = version(kept, path)
      let versions = ThreeWay(
        base: before, ours: isOurs ? own : there, theirs: isOurs ? there : own)
      let paths = ThreeWay(
        base: path, ours: isOurs ? path : place, theirs: isOurs ? place : path)
      let task = MovedTask(versions, at: paths, local: local) {
        try? store.converting($0, to: $1)
      }
      guard let task, case .merged(let bytes, _) = TaskMerge.merge(task, local: local) else {
        return nil
      }
      return (place, bytes)
    }
    return nil
  }

  private func follow(
    _ moved: (path: String, bytes: [UInt8]), from path: String, mode: FileMode
  ) throws -> [IndexChange] {
    try store.place(moved.bytes, at: moved.path)
    try store.takeAway(path)
    let id = try store.repository.writeBlob(moved.bytes)
    return [.remove(path: path), .set(path: moved.path, id: id, mode: mode)]
  }

  /// Nil for what is no task, or two of them.
  private func merged(
    _ path: String, _ base: [UInt8]?, _ ours: [UInt8]?, _ theirs: [UInt8]?, _ local: Side
  ) -> [UInt8]? {
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      let inStore = String(path.dropFirst(store.prefix.count))
      return TaskMerge.Version(bytes, path: inStore, workflow: store.settings.workflow)
    }
    guard let ours, let theirs else {
      // Removed on one side and changed on the other: a task stays.
      guard let kept = ours ?? theirs else { return nil }
      return [kept, base ?? []].contains { version($0).document != nil } ? kept : nil
    }
    switch TaskMerge.merge(
      base: base.map(version), ours: version(ours), theirs: version(theirs), local: local)
    {
    case .merged(let bytes, _), .unreadable(let bytes): return bytes
    case .differentIDs, .notATask: return nil
    }
  }

  /// Ends a merge that was open and has nothing unresolved left in it.
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

  // MARK: Markers that were committed

  private func unmark(_ paths: [String]) throws -> [String] {
    var mended: [String] = []
    _ = try store.write("doctor") { _ in
      var changes: [Change] = []
      for path in paths {
        let inStore = String(path.dropFirst(store.prefix.count))
        guard let old = try? StoreFile.read(store.workTreePath(path)), let marked = MarkedText(old),
          let bytes = merged(
            path, try marked.base ?? base(of: path), marked.ours, marked.theirs, .ours)
        else { continue }
        changes.append(.edited(path: inStore, old: old, content: bytes))
        mended.append(path)
      }
      return changes
    }
    return mended
  }

  /// What the two sides had in common, when a merge brought the markers in.
  private func base(of path: String) throws -> [UInt8]? {
    guard let head = try store.repository.head().id else { return nil }
    func content(_ commit: ObjectID) throws -> [UInt8]? {
      let tree = try store.repository.tree(ofCommit: commit)
      return try store.repository.entry(path, inTree: tree).map { try store.repository.blob($0.id) }
    }
    func isMarked(_ commit: ObjectID) throws -> Bool {
      try content(commit).map { MarkedText($0) != nil } ?? false
    }
    var merge: CommitInfo?
    let history = History(from: head, touching: .exactly([path]))
    try store.repository.walk(history) { commit, _ in
      if (try? isMarked(commit.id)) == true { merge = commit }
      return (try? commit.parents.contains(where: isMarked)) == true || merge == nil ? .goOn : .stop
    }
    guard let parents = merge?.parents, parents.count == 2,
      let tree = try store.baseTree(try store.repository.mergeBases(parents[0], parents[1]))
    else { return nil }
    return try store.repository.entry(path, inTree: tree).map { try store.repository.blob($0.id) }
  }
}

extension TaskStore {
  /// Merges again what a merge without `tasks` has left behind.
  ///
  /// - Returns: The paths that were mended.
  @discardableResult
  public func mendMergeRemains() throws -> [String] {
    let remains = try mergeRemains()
    return remains.isEmpty ? [] : try MergeRepair(store: self).run(remains)
  }
}
