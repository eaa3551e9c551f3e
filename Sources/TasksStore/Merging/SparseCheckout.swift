import Git

extension TaskStore {
  /// Refuses to go on where a store at or above a folder has its settings left out of the work tree, so that nobody finds
  /// it there.
  ///
  /// - Throws: `leftOut`.
  public static func checkNotLeftOut(around folder: String) throws(StoreError) {
    guard Repository.mayBeSparse(around: folder), let found = Repository.discover(from: folder),
      let repository = try? Repository(at: found),
      (try? repository.bool("core.sparseCheckout")) == true
    else { return }
    let top = realPath(repository.workTree)
    var place = realPath(folder)
    while place == top || place.hasPrefix(top + "/") {
      let inside = place.dropFirst(top.count + 1)
      let settings = (inside.isEmpty ? "" : inside + "/") + ".tasks"
      if (try? repository.isLeftOut(settings + "/config")) == true {
        throw .leftOut(path: place, settings: settings, top: top)
      }
      guard let slash = place.lastIndex(of: "/") else { break }
      place = String(place[..<slash])
    }
  }

  /// Takes new files out of the work tree again that a sparse checkout leaves out, as git's own merges do. Where that
  /// cannot be done they are only there though nobody wants them, and stay as they are.
  func leaveOutUnwantedFiles(of changes: [FileChange]) {
    do {
      let new = changes.filter { $0.old == nil && $0.newMode != .commit }
      let paths = try repository.leftOut(
        among: new.compactMap { change in
          guard let id = change.new, let mode = change.newMode else { return nil }
          return TreeEntry(path: change.path, id: id, mode: mode)
        })
      guard !paths.isEmpty else { return }
      // Before they go, or they would be taken for deleted by hand.
      try repository.leaveOut(paths)
      let unwanted = Set(paths)
      for change in new where unwanted.contains(change.path) {
        let file = workTreePath(change.path)
        let content = try? StoreFile.read(file)
        let there = try content.map { try repository.idToCommit($0, at: change.path) }
        if there ?? idOfFile(file) == change.new { try takeAway(change.path) }
      }
    } catch {
      context.say(
        "files that the sparse checkout leaves out stay in the work tree: "
          + StoreError(error).description)
    }
  }
}
