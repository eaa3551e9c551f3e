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
    guard let history = try storeHistory() else { return [] }
    // A task that was converted had the other ending before.
    let both = paths.map { $0 + $0.compactMap(TaskPath.twin) }
    let selection =
      both.map { PathSelection.exactly(Set($0.map { prefix + $0 })) } ?? .under(prefix)
    var entries: [HistoryEntry] = []
    try history.walk(selection) { visit throws(GitError) in
      for change in visit.changes where isTaskPath(change.path) {
        let twin = TaskStore.conversion(of: change, among: visit.changes)
        // Told with the file that came.
        if twin != nil, change.new == nil { continue }
        if let entry = try entry(visit, change, from: twin, local) { entries.append(entry) }
      }
      return entries.count >= limit ? .stop : .goOn
    }
    return Array(entries.prefix(limit))
  }

  private func isTaskPath(_ path: String) -> Bool {
    Format(path: path) != nil && path.hasPrefix(prefix)
  }

  /// The other half of a conversion: of two files with one name and different endings one went, one came.
  static func conversion(of change: FileChange, among changes: [FileChange]) -> FileChange? {
    guard change.old == nil || change.new == nil, let path = TaskPath.twin(of: change.path) else {
      return nil
    }
    return changes.first {
      $0.path == path && ($0.old == nil) != (change.old == nil)
        && ($0.new == nil) != (change.new == nil)
    }
  }

  private func entry(
    _ visit: StoreHistory.Visit, _ change: FileChange, from twin: FileChange?,
    _ local: (Int64) -> Timestamp
  ) throws(GitError) -> HistoryEntry? {
    let new = try task(change.new, change.path)
    let before = twin ?? change
    let old = try task(before.old, before.path)
    var fields = TaskDifference(from: old, to: new).changes
    for parent in visit.parents.dropFirst() {
      let tree = try repository.tree(ofCommit: parent)
      let there = try repository.entry(change.path, inTree: tree)
      if there?.id == change.new { return nil }
      let others = TaskDifference(from: try task(there?.id, change.path), to: new).changes
      fields.removeAll { field in !others.contains { $0.field == field.field } }
    }
    let isTold = !fields.isEmpty || twin != nil || old == nil || new == nil
    guard old != nil || new != nil, isTold else { return nil }
    let commit = try repository.commit(visit.id)
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
    guard word.utf8.count >= TaskID.shortest, let history = try storeHistory() else { return nil }
    var found: String?
    try history.walk(.under(prefix)) { visit throws(GitError) in
      for change in visit.changes where change.new == nil && isTaskPath(change.path) {
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
    let found = try storeHistory()?.tree(at: seconds)
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
