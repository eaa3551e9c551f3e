import Git
import Platform
import TasksCore

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
