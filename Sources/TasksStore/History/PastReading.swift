import Git
import TasksCore

extension TaskStore {
  /// Returns the store as it was in a commit.
  ///
  /// A file that is the same in the work tree is not read from the commit, so that a recent point is as fast to read as
  /// the present.
  public func read(at commit: PastCommit) throws -> StoreReading {
    let present = try read()
    var snapshot = try Snapshot(repository)
    guard let head = snapshot.tree, try repository.bool("core.sparseCheckout") != true,
      let stray = try StrayFiles.byIndex(present, &snapshot, in: self)?.files
    else { return try read(tree: commit.tree) }
    let changes = try repository.changes(from: head, to: commit.tree, in: .under(prefix))
      .filter { isTaskPath($0.path) }
    // Then most files have to be read anyway.
    if changes.count > present.count(where: { _ in true }) / 2 {
      return try read(tree: commit.tree)
    }
    var wanted: [TreeEntry] = []
    var others = Set(changes.map(\.path))
    for change in changes {
      guard let id = change.new, let mode = change.newMode else { continue }
      wanted.append(TreeEntry(path: change.path, id: id, mode: mode))
    }
    for path in stray.changes.map(\.path) + stray.untracked.map({ prefix + $0 })
    where isTaskPath(path) && others.insert(path).inserted {
      if let entry = try repository.entry(path, inTree: commit.tree) { wanted.append(entry) }
    }
    let (documents, unreadable) = try documents(of: wanted)
    return present.replacing(
      files: Set(others.map { $0.dropping(prefix) }), with: documents, unreadable: unreadable)
  }

  private func read(tree: ObjectID) throws -> StoreReading {
    let entries = try repository.files(inTree: tree, under: prefix).filter { isTaskPath($0.path) }
    let (documents, unreadable) = try documents(of: entries)
    return StoreReading(documents, unreadable: unreadable)
  }

  /// Parses files of a commit.
  private func documents(
    of entries: [TreeEntry]
  ) throws -> (documents: [any TaskDocument], unreadable: [UnreadableFile]) {
    var documents: [any TaskDocument] = []
    var unreadable: [UnreadableFile] = []
    let old = try OldContents(of: entries, in: self)
    for entry in entries {
      let path = entry.path.dropping(prefix)
      do {
        let bytes: [UInt8] = try old.bytes(entry.id, at: entry.path)
        if let document = try parse(bytes, path: path) { documents.append(document) }
      } catch let error as ReadError {
        unreadable.append(UnreadableFile(path: path, reason: error))
      } catch let error as GitError {
        guard error.isOfOneObject else { throw error }
        unreadable.append(UnreadableFile(path: path, reason: .failed(error.description)))
      }
    }
    return (documents, unreadable)
  }
}
