import Git
import Platform
import TasksCore

/// Versions of the files of tasks by the blobs that git has of them, in hexadecimal digits. Only what is here counts: of
/// what a partial clone has left out nothing is fetched.
extension TaskStore {
  /// Returns the regular files that differ between two trees of the store's folder, by path in the store, with their
  /// blobs; nil for a blob where there is no file.
  ///
  /// - Returns: Nil if one of them is not here, or not whole any more, or is no tree.
  package func differences(
    from old: String, to new: String
  ) throws -> [(path: String, old: String?, new: String?)]? {
    guard let before = object(old), let after = object(new) else { return nil }
    return try repository.withoutFetching {
      do throws(GitError) {
        // Two equal ids are not looked up otherwise.
        _ = try repository.entries(ofTree: before)
        return try repository.changes(from: before, to: after).compactMap { change in
          let (old, new) = (change.oldFile?.hex, change.newFile?.hex)
          return old == new ? nil : (change.path, old, new)
        }
      } catch {
        guard error.isOfOneObject else { throw error }
        return nil
      }
    }
  }

  /// Returns the task in a version of a file; nil if the blob is gone or is no task.
  ///
  /// - Parameter path: Of the file in the store, which tells format and filters. A task that has been converted since may
  ///   be in the other format.
  package func document(
    ofVersion blob: String, at path: String
  ) throws -> (any TaskDocument)? {
    try documents(ofVersions: [(blob, path)]).first ?? nil
  }

  /// Returns the tasks in versions of files, in the same order, as ``document(ofVersion:at:)`` does for one.
  package func documents(
    ofVersions versions: [(blob: String, path: String)]
  ) throws -> [(any TaskDocument)?] {
    try repository.withoutFetching {
      let entries = try versions.map { version -> TreeEntry? in
        guard let id = object(version.blob), try repository.contains(id) else { return nil }
        return TreeEntry(path: prefix + version.path, id: id, mode: .file)
      }
      let contents = try OldContents(of: entries.compactMap { $0 }, in: self)
      return try entries.map { entry in
        guard let entry else { return nil }
        do throws(GitError) {
          let bytes: [UInt8] = try contents.bytes(entry.id, at: entry.path)
          return document(in: bytes, formerlyAt: entry.path.dropping(prefix))
        } catch {
          guard error.isOfOneObject else { throw error }
          return nil
        }
      }
    }
  }

  private func document(in bytes: [UInt8], formerlyAt path: String) -> (any TaskDocument)? {
    let document = try? parse(bytes, path: path)
    if document?.task.hasOwnID == true { return document }
    let twin = TaskPath.twin(of: path).flatMap { try? parse(bytes, path: $0) }
    return twin?.task.hasOwnID == true ? twin : document
  }

  /// Returns the blobs that the file of a task has had in commits, the newest first, wherever the file lay.
  package func versions(of path: String, limit: Int) throws -> [String] {
    try committedFiles(of: path, limit: limit).map(\.id.hex)
  }

  /// Whether a blob is or was a version of a task's file: it has the id that the file at the path has now, or the history
  /// of the file has it.
  package func isVersion(_ blob: String, of path: String) throws -> Bool {
    guard let id = object(blob) else { return false }
    if let bytes = try? contents(path), let task = try? parse(bytes, path: path)?.task,
      task.hasOwnID, let there = try document(ofVersion: blob, at: path)?.task, there.hasOwnID,
      there.id == task.id
    {
      return true
    }
    var isFound = false
    try visitVersions(of: path) { _, file in
      isFound = file.id == id
      return isFound ? .stop : .goOn
    }
    return isFound
  }

  /// Whether an object of this id is here, of whatever kind.
  package func hasObject(_ id: String) throws -> Bool {
    guard let id = object(id) else { return false }
    return try repository.withoutFetching { try repository.contains(id) }
  }

  /// Returns the blob of the last version of a task's file that a device surely knows, since it has written it
  /// (``Device/id``): where what it wrote was merged with what it had not read, the version that it had changed. Merges
  /// are left out. Nil if it has written none.
  package func lastVersion(of path: String, byDevice id: String) throws -> String? {
    var found: String?
    try visitVersions(of: path) { visit, file throws(GitError) in
      guard visit.parents.count < 2 else { return .goOn }
      let commit = try repository.commit(visit.id)
      guard commit.trailers(named: CommitMessage.deviceTrailer).last == id else { return .goOn }
      found = commit.trailers(named: CommitMessage.baseTrailer).last ?? file.id.hex
      return .stop
    }
    return found
  }

  /// When a commit has changed the file of a task last, in seconds since 1970; nil if none has.
  package func lastChange(of path: String) throws -> Int64? {
    var time: Int64?
    try visitVersions(of: path) { visit, _ in
      // A merge changes what one of its sides has changed before.
      if visit.parents.count < 2 { time = visit.time }
      return time == nil ? .goOn : .stop
    }
    return time
  }

  /// Whether a device has made all versions of a task's file since one of them, with the same program, each of the one
  /// before, and not long ago.
  ///
  /// - Parameters:
  ///   - current: The version that is there now; of one that is not committed, nobody knows who made it.
  ///   - seconds: So long ago at most.
  package func isChanged(
    _ path: String, since blob: String, to current: String, onlyBy device: Device?,
    within seconds: Int64
  ) throws -> Bool {
    guard let device else { return false }
    let earliest = context.clock().seconds - seconds
    var (isLast, isSo) = (true, false)
    try visitVersions(of: path) { visit, file throws(GitError) in
      if isLast, file.id.hex != current { return .stop }
      isLast = false
      if file.id.hex == blob {
        isSo = true
        return .stop
      }
      let commit = try repository.commit(visit.id)
      func trailer(_ name: String) -> String? { commit.trailers(named: name).last }
      let isOwn =
        trailer(CommitMessage.deviceTrailer) == device.id
        && trailer(CommitMessage.clientTrailer) == device.client
        && trailer(CommitMessage.baseTrailer) == nil && commit.committer.time >= earliest
      return isOwn ? .goOn : .stop
    }
    return isSo
  }

  /// Returns that of the last versions of a task's file of which a text was most likely made (``LikelyBase``); nil if none
  /// is here.
  ///
  /// - Parameters:
  ///   - limit: So many versions are compared at most.
  ///   - print: Returns what is compared of a version: the file itself, or what a client got of it.
  package func nearestVersion(
    of path: String, to text: [UInt8], limit: Int,
    as print: (any TaskDocument) -> [UInt8]? = { $0.bytes }
  ) throws -> String? {
    let files = try committedFiles(of: path, limit: limit)
    let documents = try documents(
      ofVersions: files.map { ($0.id.hex, $0.path.dropping(prefix)) })
    let texts = documents.map { $0.flatMap(print) }
    guard let text = LikelyBase.of(text, among: texts.compactMap { $0 }),
      let place = texts.lastIndex(of: text)
    else { return nil }
    return files[place].id.hex
  }

  private func object(_ hex: String) -> ObjectID? {
    ObjectID(hex: hex).flatMap { $0.format == repository.format ? $0 : nil }
  }

  private func committedFiles(of path: String, limit: Int) throws -> [CommittedFile] {
    var files: [CommittedFile] = []
    guard limit > 0 else { return files }
    var seen: Set<ObjectID> = []
    try visitVersions(of: path) { _, file in
      if seen.insert(file.id).inserted { files.append(file) }
      return files.count == limit ? .stop : .goOn
    }
    return files
  }

  /// Visits what commits have made of the file of a task, the newest first, wherever the file lay.
  private func visitVersions(
    of path: String,
    _ body: (StoreHistory.Visit, CommittedFile) throws(GitError) -> Step
  ) throws(GitError) {
    try repository.withoutFetching { () throws(GitError) in
      guard let history = try readHistory() else { return }
      let trail = TaskTrail(store: self, history: history)
      try history.walk(
        .exactly([prefix + path]),
        following: { visit throws(GitError) in try trail.formerPaths(visit) }
      ) { visit throws(GitError) in
        for change in visit.changes {
          guard let id = change.newFile else { continue }
          if try body(visit, CommittedFile(path: change.path, id: id)) == .stop { return .stop }
        }
        return .goOn
      }
    }
  }
}

extension FileChange {
  /// The blob of a regular file; nil for none, a link or a submodule.
  fileprivate var oldFile: ObjectID? { oldMode == .file || oldMode == .executable ? old : nil }
  fileprivate var newFile: ObjectID? { newMode == .file || newMode == .executable ? new : nil }
}
