import Git
import Platform
import TasksCore

extension TreeMerge {
  /// Keeps two different tasks that have one path: git took one for a rename of the other, an id was changed, or two
  /// devices chose the same path. Theirs gets a new path, or ours does if the path is named for theirs.
  mutating func keepBoth(_ path: String, _ versions: ThreeWay<TreeEntry?>) throws {
    guard let own = versions.ours, let other = versions.theirs,
      let ownTask = try version(own).document?.task,
      let otherTask = try version(other).document?.task
    else { return }
    let isTheirs = TaskPath.isNamed(path, for: otherTask.id)
    let (entry, task) = isTheirs ? (own, ownTask) : (other, otherTask)
    let place = try freePlace(for: task, beside: path)
    if isTheirs { files[path] = File(path: path, entry: other) }
    let moved = TreeEntry(path: place, id: entry.id, mode: entry.mode)
    // A title that the old name stood for goes into the file.
    if let document = try version(moved).document, document.task.title != task.title,
      let titled = try? document.applying([.title(task.title)])
    {
      put(titled.bytes, at: place, entry.mode)
    } else {
      files[place] = File(path: place, entry: moved)
    }
    newPlaces.insert(place)
    notes.append("\(path) holds two different tasks: one of them is now at \(place)")
  }

  /// Returns a path in the folder of another that is unused on both sides.
  func freePlace(for task: Task, beside path: String) throws -> String {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? "."
    let name = TaskPath.path(folder: folder, title: task.title, id: task.id, format: task.format)
    let place = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let ending = "." + task.format.rawValue
    var number = 1
    while true {
      let free = number == 1 ? place : "\(place.dropLast(ending.count))-\(number)\(ending)"
      let taken = try [Side.ours, .theirs].contains { try trees.entry(free, on: $0) != nil }
      if free != path, !taken, files[free] == nil { return free }
      number += 1
    }
  }
}

extension TreeMerge {
  /// Refuses a merge in which a path is a file on one side and a folder on the other.
  func checkFolders() throws {
    for (path, file) in files where file.entry != nil {
      let there = try trees.entry(path, on: .ours)
      if let there, there.mode != .tree { continue }
      if there != nil, try !isEmptied(path) { throw MergeRefusal.fileAndFolder(path) }
      var folder = path[...]
      while let slash = folder.lastSlash {
        folder = folder[..<slash]
        let name = String(folder)
        let above =
          try files[name].map(\.entry) ?? trees.entry(name, on: .ours)
        if let above, above.mode != .tree { throw MergeRefusal.fileAndFolder(name) }
      }
    }
  }

  private func isEmptied(_ folder: String) throws -> Bool {
    try trees.files(on: .ours, under: folder).allSatisfy { entry in
      files[entry.path].map { $0.entry == nil } ?? false
    }
  }
}

/// The order of the tasks in a merge of whole stores.
extension TreeMerge {
  /// Runs the list pass over whole stores (merge.md, "The list").
  ///
  /// - Parameter changes: All changes of both sides.
  mutating func orderLists(
    local: Side, _ changes: [Side: [String: FileChange]]
  ) throws {
    try trees.contents.learnMarks()
    let base = try trees.ids.base.map { try trees.tasks(of: $0) }
    func tree(_ side: Side) throws -> StoreTree {
      try base?.changed(by: (changes[side] ?? [:]).values)
        ?? trees.tasks(of: trees.ids[side])
    }
    let (side, server) = (try tree(local), try tree(local.other))
    let ranks = try RankPass.ranks(
      base: base?.ids ?? [], local: side.items(before: base, beside: server),
      server: server.items(before: base))
    var places: [TaskID: [String]] = [:]
    for path in newPlaces.sorted() {
      guard let entry = files[path]?.entry, let id = try mark(entry)?.id else { continue }
      places[id, default: []].append(path)
    }
    for (id, rank) in ranks {
      // A side may have moved the task, so there may be a path on each.
      var paths = places[id] ?? []
      for tree in [side, server] {
        if let path = tree[id]?.path, !paths.contains(path) { paths.append(path) }
      }
      for path in paths {
        guard
          let entry = try files[path].map(\.entry)
            ?? trees.entry(path, on: .ours),
          // Most ranks have not changed; those files are not read again.
          let mark = try mark(entry), mark.id == id, mark.rank != rank,
          let ordered = try? version(entry).document?.applying([.rank(rank)])
        else { continue }
        put(ordered.bytes, at: path, entry.mode)
      }
    }
  }
}
