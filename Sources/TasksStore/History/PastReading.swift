import Git
import Platform
import TasksCore

extension TaskStore {
  /// Returns the store as it was in a commit.
  ///
  /// A file that is the same in the work tree is not read from the commit, so that a recent point is as fast to read as
  /// the present.
  package func read(at commit: PastCommit) throws -> StoreReading {
    let present = try read()
    var snapshot = try Snapshot(repository)
    guard let head = snapshot.tree, try repository.bool("core.sparseCheckout") != true,
      let stray = try StrayFiles.byIndex(present, &snapshot, in: self)?.files
    else { return try read(tree: commit.tree) }
    let changes = try repository.changes(from: head, to: commit.tree, in: .under(prefix))
      .filter { isListed($0.path) }
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
    where isListed(path) && others.insert(path).inserted {
      if let entry = try repository.entry(path, inTree: commit.tree) { wanted.append(entry) }
    }
    let (documents, unreadable) = try documents(of: wanted)
    return present.replacing(
      files: Set(others.map { $0.dropping(prefix) }), with: documents, unreadable: unreadable)
  }

  private func read(tree: ObjectID) throws -> StoreReading {
    let entries = try repository.files(inTree: tree, under: prefix).filter { isListed($0.path) }
    let (documents, unreadable) = try documents(of: entries)
    return StoreReading(documents, unreadable: unreadable)
  }

  /// Parses files of a commit.
  private func documents(
    of entries: [TreeEntry]
  ) throws -> (documents: [any TaskDocument], unreadable: [UnreadableFile]) {
    var files: [(path: String, bytes: [UInt8])] = []
    var unreadable: [UnreadableFile] = []
    let old = try OldContents(of: entries, in: self)
    for entry in entries {
      let path = entry.path.dropping(prefix)
      do throws(GitError) {
        files.append((path, try old.bytes(entry.id, at: entry.path)))
      } catch {
        guard error.isOfOneObject else { throw error }
        unreadable.append(UnreadableFile(path: path, reason: .failed(error.description)))
      }
    }
    let workflow = settings.workflow
    let read = ParallelHalves.halves(of: files) { files in
      files.map { file in
        Attempt { () throws(ReadError) in
          try TaskReader.read(file.bytes, path: file.path, workflow: workflow)
        }
      }
    }
    var documents: [any TaskDocument] = []
    for (file, attempt) in zip(files, read) {
      do throws(ReadError) {
        if let document = try attempt.get() { documents.append(document) }
      } catch {
        unreadable.append(UnreadableFile(path: file.path, reason: error))
      }
    }
    return (documents, unreadable)
  }
}
