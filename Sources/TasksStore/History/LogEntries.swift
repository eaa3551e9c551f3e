import Git
import Platform
import TasksCore

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
      author: info.author.name, isMerge: info.parents.count > 1, change: change, fields: fields)
  }
}

/// Tells commits as changes of tasks, one after the other.
struct LogEntries {
  private let store: TaskStore
  private let local: (Int64) -> Timestamp
  /// Returns what is wanted of a change; nil for nothing.
  private let choose: (HistoryEntry) -> HistoryEntry?
  private var contents: OldContents
  private(set) var entries: [HistoryEntry] = []
  /// How many changes could not be read.
  private var unread = 0
  private var reason: GitError?

  init(
    store: TaskStore, choosing choose: @escaping (HistoryEntry) -> HistoryEntry?,
    local: @escaping (Int64) -> Timestamp
  ) {
    (self.store, self.choose, self.local) = (store, choose, local)
    contents = OldContents(store)
  }

  /// Why some changes are left out; nil when none is.
  var failure: StoreError? { reason.map { .incompleteHistory(unread, $0) } }

  mutating func tell(_ visits: [StoreHistory.Visit]) throws(GitError) {
    contents.readAhead(visits.flatMap(\.changes).filter { store.isTaskPath($0.path) })
    for visit in visits {
      do throws(GitError) {
        try tell(visit)
      } catch {
        try leaveOut(error)
      }
    }
  }

  /// Counts a change whose objects are damaged, missing or not fetched, and goes on.
  private mutating func leaveOut(_ error: GitError) throws(GitError) {
    guard error.isOfOneObject || error.isNotFetched else { throw error }
    unread += 1
    reason = error
  }

  private mutating func tell(_ visit: StoreHistory.Visit) throws(GitError) {
    let changes = visit.changes.filter { store.isTaskPath($0.path) }
    let moves = TaskMoves(changes) { store.taskID(of: $0, in: contents) }
    let others = try visit.parents.dropFirst().map { parent throws(GitError) in
      try store.versions(of: visit, in: parent, contents)
    }
    var commit: HistoryCommit?
    for change in changes {
      // Told with the file that came.
      if moves.destination(of: change) != nil { continue }
      let told: (change: ChangedTask, fields: [FieldChange])?
      do throws(GitError) {
        told = try difference(change, from: moves.source(of: change), others)
      } catch {
        try leaveOut(error)
        continue
      }
      guard let told else { continue }
      let teller: HistoryCommit
      if let commit {
        teller = commit
      } else {
        teller = HistoryCommit(try store.repository.commit(visit.id))
      }
      commit = teller
      let entry = choose(teller.entry(told.change, told.fields, local))
      if let entry { entries.append(entry) }
    }
  }

  /// What a commit changed in a task; nil when nothing is to be told.
  ///
  /// - Parameter others: The files of a merge as its other parents have them.
  private func difference(
    _ change: FileChange, from source: FileChange?, _ others: [[String: CommittedFile]]
  ) throws(GitError) -> (change: ChangedTask, fields: [FieldChange])? {
    let new = try task(change.new, change.path)
    let before = source ?? change
    let told = ChangedTask(old: try task(before.old, before.path), new: new)
    var fields = told.fields
    for versions in others {
      let there = versions[change.path]
      if there?.id == change.new, there.map({ $0.path == change.path }) ?? true { return nil }
      let old = try there.flatMap { file throws(GitError) in try task(file.id, file.path) }
      let others = ChangedTask(old: old, new: new).fields
      fields = MergeDecision.fields(fields, against: others)
    }
    // A side that has it there already has brought it there.
    let isMoved = source != nil && !others.contains { $0[change.path]?.path == change.path }
    let isTold = !fields.isEmpty || isMoved || told.old == nil || new == nil
    guard told.old != nil || new != nil, isTold else { return nil }
    return (told, fields)
  }

  private func task(_ blob: ObjectID?, _ path: String) throws(GitError) -> Task? {
    guard let bytes = try contents.bytes(blob, at: path) else { return nil }
    return (try? store.parse(bytes, path: path.dropping(store.prefix)))?.task
  }
}
