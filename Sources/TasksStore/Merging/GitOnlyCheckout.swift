import Git
import Platform
import TasksCore

/// What only git can put into the work tree, or merge.
struct GitOnlyCheckout {
  let changes: [FileChange]
  let store: TaskStore

  /// Whether git itself has to put the files in place: it converts some of them, makes room for modules, or has names
  /// that are no text. What attributes say that have just come it knows best.
  func needsGit() throws -> Bool {
    try changes.contains { change in
      change.oldMode == .commit || change.newMode == .commit || change.isOfAttributes
        || !change.hasNameInUTF8
    } || !store.convertedPaths(among: changes.map(\.path)).isEmpty
  }

  /// Refuses to merge what a program of the user's makes of the files.
  ///
  /// - Parameter others: Paths beside the changed ones that will be written.
  /// - Throws: ``MergeRefusal/filtered(_:)``.
  func checkFilters(besides others: [String] = []) throws {
    let paths = changes.map(\.path) + others
    let attributes = try store.repository.attributes(["filter"], of: paths)
    for (path, found) in zip(paths, attributes) where found["filter"] ?? "unset" != "unset" {
      throw MergeRefusal.filtered(path)
    }
    for change in changes where change.isOfAttributes {
      let (old, new) = (
        try filters(change.old, change.oldMode), try filters(change.new, change.newMode)
      )
      if old != new { throw MergeRefusal.filtered(change.path) }
    }
  }

  /// The lines of attributes that speak of filters.
  private func filters(_ id: ObjectID?, _ mode: FileMode?) throws -> [ArraySlice<UInt8>] {
    guard let id, mode == .file || mode == .executable else { return [] }
    return try store.repository.blob(id).split(separator: 0x0A).filter {
      $0.firstRange(of: Array("filter".utf8)) != nil
    }
  }
}

extension TaskStore {
  /// Those among some paths whose files git keeps in another form than they have in the work tree. Line ends of tasks
  /// are nobody's business but ours (`-text`, in the store's attributes).
  func convertedPaths(among paths: [String]) throws -> [String] {
    let tasks = paths.filter(mayBeTask)
    let found = try repository.attributes(["filter", "working-tree-encoding", "ident"], of: tasks)
    let others = try repository.convertedPaths(among: paths.filter { !mayBeTask($0) })
    return zip(tasks, found).filter { $1.values.contains { $0 != "unset" } }.map(\.0)
      + others.sorted()
  }
}

extension FileChange {
  fileprivate var isOfAttributes: Bool {
    path == ".gitattributes" || path.hasSuffix("/.gitattributes")
  }

  /// False where a byte of the name stands for no sign, and something else for it in the path.
  var hasNameInUTF8: Bool { !path.unicodeScalars.contains("\u{FFFD}") }
}
