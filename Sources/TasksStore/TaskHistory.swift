import Git
import TasksCore

/// One commit's change of one task.
public struct HistoryEntry: Sendable {
  public let commit: String
  /// The verb, as the commit's trailer names it; nil for a commit that is not ours.
  public let operation: String?
  public let time: Timestamp
  /// The id of the device, nil for a commit that is not ours.
  public let device: String?
  public let author: String
  public let change: ChangedTask
  public let fields: [FieldChange]

  public var task: Task? { change.new ?? change.old }
}

extension TaskStore {
  /// What changed, newest first: in the whole store, or in the files of some tasks.
  ///
  /// A merge counts only for what it made itself: a file that is as one of its parents has it was changed
  /// there, not by the merge.
  public func history(
    of paths: [String]? = nil, limit: Int = .max, local: (Int64) -> Timestamp
  ) throws -> [HistoryEntry] {
    guard let head = try repository.head().id else { return [] }
    let selection =
      paths.map { PathSelection.exactly(Set($0.map { prefix + $0 })) } ?? .under(prefix)
    var entries: [HistoryEntry] = []
    try repository.walk(History(from: head, touching: selection)) {
      commit, changes throws(GitError) in
      for change in changes where isTaskPath(change.path) {
        if let entry = try entry(commit, change, local) { entries.append(entry) }
      }
      return entries.count >= limit ? .stop : .goOn
    }
    return Array(entries.prefix(limit))
  }

  private func isTaskPath(_ path: String) -> Bool {
    Format(path: path) != nil && path.hasPrefix(prefix)
  }

  private func entry(
    _ commit: CommitInfo, _ change: FileChange, _ local: (Int64) -> Timestamp
  ) throws(GitError) -> HistoryEntry? {
    let new = try task(change.new, change.path)
    var fields = TaskDifference(from: try task(change.old, change.path), to: new).changes
    for parent in commit.parents.dropFirst() {
      let tree = try repository.tree(ofCommit: parent)
      let there = try repository.entry(change.path, inTree: tree)
      if there?.id == change.new { return nil }
      let others = TaskDifference(from: try task(there?.id, change.path), to: new).changes
      fields.removeAll { field in !others.contains { $0.field == field.field } }
    }
    let old = try task(change.old, change.path)
    guard old != nil || new != nil, !fields.isEmpty || old == nil || new == nil else { return nil }
    return HistoryEntry(
      commit: commit.id.hex, operation: commit.trailers(named: CommitMessage.operationTrailer).last,
      time: local(commit.author.time),
      device: commit.trailers(named: CommitMessage.deviceTrailer).last,
      author: commit.author.name, change: ChangedTask(old: old, new: new), fields: fields)
  }

  func task(_ blob: ObjectID?, _ path: String) throws(GitError) -> Task? {
    guard let blob else { return nil }
    return (try? parse(try repository.blob(blob), path: String(path.dropFirst(prefix.count))))?.task
  }

  /// The path of a purged task, by the beginning of its id or its path; nil when there never was one.
  public func purgedPath(_ word: String) throws -> String? {
    guard let head = try repository.head().id, word.utf8.count >= TaskID.shortest else {
      return nil
    }
    var found: String?
    try repository.walk(History(from: head, touching: .under(prefix))) {
      _, changes throws(GitError) in
      for change in changes where change.new == nil && isTaskPath(change.path) {
        let task = try task(change.old, change.path)
        let path = String(change.path.dropFirst(prefix.count))
        if path == word || task?.id.hasPrefix(word) == true { found = path }
      }
      return found == nil ? .goOn : .stop
    }
    return found
  }

  /// The store as it was at a moment: at the last commit of this branch that is not younger.
  ///
  /// - Parameter seconds: Since 1970.
  public func read(at seconds: Int64) throws -> StoreReading {
    var found: ObjectID?
    if let head = try repository.head().id {
      try repository.walk(History(from: head, firstParentOnly: true)) {
        commit, _ throws(GitError) in
        guard commit.committer.time <= seconds else { return .goOn }
        found = commit.tree
        return .stop
      }
    }
    guard let found else { return StoreReading([], unreadable: []) }
    var documents: [any TaskDocument] = []
    var unreadable: [UnreadableFile] = []
    for entry in try repository.files(inTree: found, under: prefix) where isTaskPath(entry.path) {
      let path = String(entry.path.dropFirst(prefix.count))
      do throws(ReadError) {
        let bytes = (try? repository.blob(entry.id)) ?? []
        if let document = try parse(bytes, path: path) { documents.append(document) }
      } catch {
        unreadable.append(UnreadableFile(path: path, reason: error))
      }
    }
    return StoreReading(documents, unreadable: unreadable)
  }
}
