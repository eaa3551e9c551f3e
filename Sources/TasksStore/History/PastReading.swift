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
      let stray = try StrayFiles.byIndex(present, &snapshot, in: self)
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
    let (workflow, notes) = (settings.workflow, settings.notes)
    let read = ParallelHalves.halves(of: files) { files in
      files.map { file in
        Attempt { () throws(ReadError) in
          try TaskReader.read(file.bytes, path: file.path, workflow: workflow, notes: notes)
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

/// What files of commits hold, as they would stand in the work tree.
///
/// What a partial clone has left out is fetched ahead and in one go; and so are files read that git converts
/// (git-crypt, LFS, line ends), for each of which a program would have to be started. All else is read when it is
/// asked for.
package struct OldContents {
  private let store: TaskStore
  private var converted: [CommittedFile: [UInt8]] = [:]
  /// Those whose files are the same in git and in the work tree.
  private var plainPaths: Set<String> = []
  private var plainFolders: Set<Substring> = []
  /// Whether all files are so that were read ahead.
  private var isPlain = false
  /// Why something could not be fetched: nobody is asked again.
  package private(set) var failure: GitError?

  package init(_ store: TaskStore) { self.store = store }

  init(of changes: [FileChange], in store: TaskStore) throws(GitError) {
    self.store = store
    readAhead(changes)
    if let failure { throw failure }
  }

  init(of entries: [TreeEntry], in store: TaskStore) throws(GitError) {
    self.store = store
    readAhead(entries.map { CommittedFile(path: $0.path, id: $0.id) })
    if let failure { throw failure }
  }

  /// Prepares for the old and the new of each change, in place of what it was prepared for.
  package mutating func readAhead(_ changes: [FileChange]) {
    var files: [CommittedFile] = []
    for change in changes {
      for (id, mode) in [(change.old, change.oldMode), (change.new, change.newMode)] {
        if let id, mode != .commit { files.append(CommittedFile(path: change.path, id: id)) }
      }
    }
    readAhead(files)
  }

  private mutating func readAhead(_ files: [CommittedFile]) {
    (converted, plainPaths, isPlain) = ([:], [], false)
    guard !files.isEmpty else { return }
    do throws(GitError) {
      if failure == nil { try store.repository.fetchPromised(files.map(\.id)) }
    } catch {
      failure = error
    }
    let folders = Set(files.map(\.folder)).subtracting(plainFolders)
    let mayConvert =
      folders.isEmpty ? false : try? store.repository.mayConvertFiles(in: folders.map(String.init))
    if mayConvert == false {
      plainFolders.formUnion(folders)
      isPlain = true
      return
    }
    var files = files.filter { !plainFolders.contains($0.folder) }
    if failure != nil { files.removeAll { (try? store.repository.contains($0.id)) != true } }
    // Whoever asks for one of those that cannot be converted is told why.
    guard let converted = try? store.repository.convertedContents(of: files) else { return }
    self.converted = converted
    plainPaths = Set(files.map(\.path)).subtracting(converted.keys.map(\.path))
  }

  /// - Parameter path: In the repository.
  /// - Throws: `noSuchObject`, and the failure where a file is not here because of it.
  package func bytes(_ id: ObjectID, at path: String) throws(GitError) -> [UInt8] {
    if let failure {
      guard try store.repository.contains(id) else { throw failure }
    }
    let file = CommittedFile(path: path, id: id)
    if isPlain || plainPaths.contains(path) || plainFolders.contains(file.folder) {
      return try store.repository.blob(id)
    }
    if let known = converted[file] { return known }
    if let found = try store.repository.convertedContents(of: [file])[file] { return found }
    return try store.repository.blob(id)
  }

  /// Nil for no file.
  package func bytes(_ id: ObjectID?, at path: String) throws(GitError) -> [UInt8]? {
    guard let id else { return nil }
    return try bytes(id, at: path) as [UInt8]
  }
}

extension CommittedFile {
  fileprivate var folder: Substring {
    path.lastSlash.map { path[..<$0] } ?? ""
  }
}
