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

/// What is told of a commit with each task it changed; a commit may have changed thousands.
private struct HistoryCommit {
  private let info: CommitInfo
  private let operation: String?
  private let device: String?

  init(_ info: CommitInfo) {
    self.info = info
    operation = info.trailers(named: CommitMessage.operationTrailer).last
    device = info.trailers(named: CommitMessage.deviceTrailer).last
  }

  func entry(
    _ change: ChangedTask, _ fields: [FieldChange], _ local: (Int64) -> Timestamp
  ) -> HistoryEntry {
    HistoryEntry(
      commit: info.id.hex, operation: operation, time: local(info.author.time), device: device,
      author: info.author.name, change: change, fields: fields)
  }
}

/// The conversions among the changes of a commit: of two files with one name and different endings one went, one
/// came.
struct Conversions {
  private var gone: [String: FileChange] = [:]
  private var come: [String: FileChange] = [:]

  init(_ changes: [FileChange]) {
    for change in changes {
      if change.new == nil { gone[change.path] = change }
      if change.old == nil { come[change.path] = change }
    }
  }

  /// The other half.
  func twin(of change: FileChange) -> FileChange? {
    guard change.old == nil || change.new == nil, !gone.isEmpty, !come.isEmpty,
      let path = TaskPath.twin(of: change.path)
    else { return nil }
    return change.new == nil ? come[path] : gone[path]
  }
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
      let conversions = Conversions(visit.changes)
      var commit: HistoryCommit?
      for change in visit.changes where isTaskPath(change.path) {
        let twin = conversions.twin(of: change)
        // Told with the file that came.
        if twin != nil, change.new == nil { continue }
        guard let told = try difference(visit, change, from: twin) else { continue }
        let teller: HistoryCommit
        if let commit {
          teller = commit
        } else {
          teller = HistoryCommit(try repository.commit(visit.id))
        }
        commit = teller
        entries.append(teller.entry(told.change, told.fields, local))
      }
      return entries.count >= limit ? .stop : .goOn
    }
    return Array(entries.prefix(limit))
  }

  private func isTaskPath(_ path: String) -> Bool {
    Format(path: path) != nil && path.hasPrefix(prefix)
  }

  /// What a commit changed in a task; nil when nothing is to be told.
  private func difference(
    _ visit: StoreHistory.Visit, _ change: FileChange, from twin: FileChange?
  ) throws(GitError) -> (change: ChangedTask, fields: [FieldChange])? {
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
    return (ChangedTask(old: old, new: new), fields)
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
