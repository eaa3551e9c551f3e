import Git
import Platform
import TasksCore

/// The files of the tasks as they are now, each with the id that git gives it, and a tree that has them.
///
/// What was edited by hand and is not committed yet is written as loose objects, to which nothing points: an id that was
/// told to somebody names an object, until `git gc` removes it after two weeks in which nobody has asked.
package struct StoreVersions {
  private let store: TaskStore
  /// The files as the last commit has them.
  private let committed: CommittedBlobs
  /// The files that differ from it, by path in the store; nil for one that is gone.
  private let edited: [ByteName: ObjectID?]
  private let changes: [TreeChange]

  /// - Throws: `changedMeanwhile` if a file is not as it was read. A reading that does not check its files
  ///   (``TaskStore/readUnchecked()``) may be so each time; ``TaskStore/readVersions()`` reads again.
  package init(of store: TaskStore, _ reading: StoreReading) throws {
    try reading.confirm()
    self.store = store
    var snapshot = try Snapshot(store.repository)
    committed = try CommittedBlobs(of: store, in: snapshot.tree)
    let stray = try StrayFiles(reading, &snapshot, in: store)
    var files: [FileContent] = []
    for change in stray.changes {
      let isThere = change.kind == .added || change.kind == .modified
      let content = isThere ? try StoreFile.readIfThere(store.workTreePath(change.path)) : nil
      files.append(FileContent(path: change.path, content: content, mode: change.mode))
    }
    // git calls a file with a conflict neither changed nor the same.
    let unmerged = snapshot.index == nil ? try store.repository.unmergedPaths() : []
    for path in unmerged where store.isListed(path) {
      let content = try StoreFile.readIfThere(store.workTreePath(path))
      files.append(FileContent(path: path, content: content, mode: nil))
    }
    for path in stray.untracked {
      let isSetting = path.begins(with: ".tasks/")
      let content =
        isSetting
        ? try StoreFile.readIfThere(store.root + "/" + path) : reading.document(at: path)?.bytes
      guard let content else { continue }
      files.append(
        FileContent(
          path: store.prefix + path, content: content,
          mode: try store.repository.modeToCommit(store.prefix + path)))
    }
    if reading.scan != nil {
      // Only a file whose status the index knows was not read here.
      let paths = files.map(\.path) + stray.unchanged
      try reading.confirm(
        snapshot.index == nil ? reading.paths : paths.map { $0.dropping(store.prefix) },
        in: store.root)
    }
    (edited, changes) = try StoreVersions.write(files, in: store)
  }

  private static func write(
    _ files: [FileContent], in store: TaskStore
  ) throws -> ([ByteName: ObjectID?], [TreeChange]) {
    var edited: [ByteName: ObjectID?] = [:]
    var changes: [TreeChange] = []
    var known: Set<ObjectID> = []
    for file in files {
      guard let id = file.content.map({ store.repository.id(ofBlob: $0) }) else { continue }
      if try store.repository.contains(id) { known.insert(id) }
    }
    let written = try store.repository.writeBlobs(of: files)
    try store.repository.keep(written.filter { !known.contains($0) })
    var ids = written[...]
    for file in files {
      let path = file.path.dropping(store.prefix)
      let id = file.content == nil ? nil : ids.popFirst()
      edited[ByteName(path)] = .some(id)
      changes.append(
        id.map { .write(path: path, id: $0, mode: file.mode ?? .file) } ?? .remove(path: path))
    }
    return (edited, changes)
  }

  /// Returns the blob of a file as it is now, in hexadecimal digits; nil if there is no file.
  ///
  /// - Parameter path: In the store.
  package func blob(of path: String) -> String? {
    let name = ByteName(path)
    return (edited[name] ?? committed.blobs[name])?.hex
  }

  /// The tree of the store's folder with the files as they are now, in hexadecimal digits: that of the last commit if
  /// nothing differs.
  package var tree: String {
    get throws {
      if changes.isEmpty, let tree = committed.tree { return tree.hex }
      let updated = try store.repository.updating(tree: committed.tree, changes)
      try store.repository.keep(updated.written)
      return updated.id.hex
    }
  }
}

/// The files of a store's folder in a commit.
private final class CommittedBlobs {
  /// Nil if the commit has no such folder.
  let tree: ObjectID?
  private let store: TaskStore

  init(of store: TaskStore, in head: ObjectID?) throws(GitError) {
    self.store = store
    guard let head, !store.prefix.isEmpty else {
      tree = head
      return
    }
    let folder = try store.repository.entry(String(store.prefix.dropLast()), inTree: head)
    tree = folder?.mode == .tree ? folder?.id : nil
  }

  /// By path in the store. Read when the first is asked for; none where a tree is missing.
  private(set) lazy var blobs: [ByteName: ObjectID] = {
    guard let tree, let files = try? store.repository.files(inTree: tree) else { return [:] }
    var blobs: [ByteName: ObjectID] = [:]
    blobs.reserveCapacity(files.count)
    for file in files { blobs[ByteName(file.path)] = file.id }
    return blobs
  }()
}

extension TaskStore {
  /// Reads every task with the version of its file, again as long as other programs change files meanwhile.
  package func readVersions() throws -> (reading: StoreReading, versions: StoreVersions) {
    for _ in 0..<9 {
      let reading = try read()
      do {
        return (reading, try StoreVersions(of: self, reading))
      } catch StoreError.changedMeanwhile {}
    }
    let reading = try read(.again)
    return (reading, try StoreVersions(of: self, reading))
  }
}
