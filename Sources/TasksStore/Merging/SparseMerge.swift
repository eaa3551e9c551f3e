import Git
import Platform

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
