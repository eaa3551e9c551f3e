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
  private let choose: (HistoryEntry) -> HistoryEntry?
  private var contents: OldContents
  private(set) var entries: [HistoryEntry] = []
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

/// A field that a history is narrowed to, by any of the names that people know it by: `deadline` or `due`, `notes`,
/// `prop.VENDOR`.
package struct FieldFilter: Sendable {
  private let name: Text

  /// - Parameter word: The name as typed; nil is returned for one that no field has.
  package init?(_ word: String, _ fields: OwnFields) {
    let word = word.lowercased()
    if word.hasPrefix("prop.") {
      name = Field.propertyName(Text(String(word.dropFirst(5))))
    } else if let date = DateField(rawValue: word) {
      switch date {
      case .deadline: name = "deadline"
      case .scheduled: name = "scheduled"
      case .created, .wait, .closed: name = Text(date.rawValue)
      case .until: name = PlainField.repeatUntil.name
      case .modified: return nil
      }
    } else if word == "pri" {
      name = "priority"
    } else if word == "assignee" {
      name = Field.propertyName("assignee")
    } else if let field = PlainField.typed(word) {
      name = field.name
    } else if let field = fields[Text(word)] {
      name = Field.propertyName(field.name)
    } else {
      guard FieldFilter.names.contains(word) else { return nil }
      name = Text(word)
    }
  }

  package static let names: [String] = {
    let names = (Field.table(for: .markdown) + [.closed]).map(\.name.string) + ["checkbox", "path"]
    return names.sorted()
  }()

  package func matches(_ change: FieldChange) -> Bool {
    change.field.isSameName(as: name)
      || name == "checkbox" && change.field.bytes.starts(with: Array("checkbox ".utf8))
  }
}

/// What a merge has decided itself of the fields that differ from one of its parents.
package enum MergeDecision {
  /// Returns what is left of changes against one parent when what another parent has is taken away: of a set, the members
  /// that neither has or both have; of notes, nothing if each line is there on a side; of any other field, the change if
  /// the other parent has another value too.
  package static func fields(_ changes: [FieldChange], against others: [FieldChange])
    -> [FieldChange]
  {
    changes.compactMap { change in
      others.first { $0.field == change.field }.flatMap { part(of: change, against: $0) }
    }
  }

  private static func part(of change: FieldChange, against other: FieldChange) -> FieldChange? {
    switch (change.change, other.change) {
    case (.members(let add, let remove), .members(let otherAdd, let otherRemove)):
      let (added, removed) = (Set(otherAdd), Set(otherRemove))
      let (add, remove) = (add.filter(added.contains), remove.filter(removed.contains))
      if add.isEmpty, remove.isEmpty { return nil }
      return FieldChange(change.field, .members(add: add, remove: remove))
    case (.value(let one, let new), .value(let two, _)) where change.field == "notes":
      let (own, its, merged) = (lines(one), lines(two), lines(new))
      let isUnion =
        merged.isSubset(of: own.union(its)) && own.intersection(its).isSubset(of: merged)
      return isUnion ? nil : change
    default: return change
    }
  }

  private static func lines(_ notes: FieldValue) -> Set<Text> {
    guard let text = notes.text else { return [] }
    return Set(text.lines.filter { !$0.bytes[...].isBlankLine })
  }
}
