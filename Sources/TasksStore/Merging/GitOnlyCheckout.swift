import Git
import Platform

/// The changes of a checkout that only git can write to the work tree, or merge.
package struct GitOnlyCheckout {
  package let changes: [FileChange]
  package let store: TaskStore

  package init(changes: [FileChange], store: TaskStore) {
    (self.changes, self.store) = (changes, store)
  }

  /// Returns whether git itself has to write the files: a filter converts some, some are submodules, some names are
  /// not UTF-8, or a `.gitattributes` changes too.
  ///
  /// - Throws: `invalidPath` for what git would write on this system, and others take for its own folder.
  package func needsGit() throws -> Bool {
    try Checkout.checkPaths(of: changes, in: store)
    return try changes.contains { change in
      change.oldMode == .commit || change.newMode == .commit || change.isOfAttributes
        || !change.hasNameInUTF8
    } || !store.convertedPaths(among: changes.map(\.path)).isEmpty
  }

  /// Refuses to merge files that a filter of the user converts.
  ///
  /// - Parameter others: Other paths that will be written.
  /// - Throws: ``MergeRefusal/filtered(_:)``.
  package func checkFilters(besides others: [String] = []) throws {
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

  /// Returns the lines of a `.gitattributes` file that mention filters.
  private func filters(_ id: ObjectID?, _ mode: FileMode?) throws -> [ArraySlice<UInt8>] {
    guard let id, mode == .file || mode == .executable else { return [] }
    return try store.repository.blob(id).split(separator: 0x0A).filter {
      $0.firstRange(of: Array("filter".utf8)) != nil
    }
  }
}

extension TaskStore {
  /// Returns the paths whose files git converts between work tree and object. Line ends of tasks are never converted
  /// (`-text`, in the store's attributes).
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

  /// False if the name in git is not UTF-8: its invalid bytes were read as U+FFFD.
  var hasNameInUTF8: Bool { !path.unicodeScalars.contains("\u{FFFD}") }
}

extension TaskStore {
  /// Refuses to continue if a sparse checkout leaves out the settings of a store at or above a folder, so that the
  /// store cannot be found in the work tree.
  ///
  /// - Throws: `leftOut`.
  package static func checkNotLeftOut(around folder: String) throws(StoreError) {
    guard let found = Repository.discover(from: folder),
      let repository = try? Repository(at: found),
      (try? repository.bool("core.sparseCheckout")) == true
    else { return }
    let top = File.realPath(repository.workTree)
    var place = File.realPath(folder)
    while place == top || place.begins(with: top + "/") {
      let inside = place.dropping(top + "/")
      let settings = (inside.isEmpty ? "" : inside + "/") + ".tasks"
      if (try? repository.isLeftOut(settings + "/config")) == true {
        throw .leftOut(path: place, settings: settings, top: top)
      }
      guard let slash = place.lastSlash else { break }
      place = String(place[..<slash])
    }
  }

  /// Returns the new files of a change that a sparse checkout leaves out of the work tree, as git's own merges do. If
  /// that cannot be determined, returns none, so that all are written.
  func newFilesLeftOut(of changes: [FileChange]) -> Set<String> {
    do {
      let new = changes.filter { $0.old == nil && $0.newMode != .commit }
      return Set(
        try repository.leftOut(
          among: new.compactMap { change in
            guard let id = change.new, let mode = change.newMode else { return nil }
            return TreeEntry(path: change.path, id: id, mode: mode)
          }))
    } catch {
      context.say(
        "files outside the sparse checkout are written to the work tree: "
          + StoreError(error).description)
      return []
    }
  }
}
