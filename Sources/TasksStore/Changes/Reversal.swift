import Git
import Platform
import TasksCore

/// Undo and redo by new commits that reverse earlier ones, so that they work after a push too.
///
/// The only record is the history: a commit that undoes another names it in a trailer.
package struct Reversal {
  static let undoesTrailer = "Tasks-Undoes"
  static let redoesTrailer = "Tasks-Redoes"

  private let store: TaskStore
  private let isDryRun: Bool

  package init(in store: TaskStore, dryRun: Bool = false) {
    (self.store, isDryRun) = (store, dryRun)
  }

  /// Undoes the last `count` operations of this device that are not undone yet.
  package func undo(last count: Int) throws -> WriteReport { try undo(operations(last: count)) }

  /// Undoes the last operation on a task, whichever device made it.
  package func undo(task word: String) throws -> WriteReport {
    try undo(operations(lastOn: word))
  }

  /// Undoes an operation, or what it did to one task; then the operation counts as done, and can still be undone.
  package func undo(operation: String, of task: TaskID? = nil) throws -> WriteReport {
    let operations = try operations(named: operation)
    guard let task else { return try undo(operations) }
    return try revert(operations.commits, verb: "undo", trailer: nil, of: task)
  }

  /// Returns the last `count` operations of this device that are not undone yet.
  package func operations(last count: Int) throws -> UndoableOperations {
    try operations(try store.operations(limit: count) { $0.undoable }, count: count)
  }

  /// Returns the last operation on a task, whichever device made it.
  package func operations(lastOn word: String) throws -> UndoableOperations {
    let path = store.prefix + (try store.path(of: word))
    return try operations(try store.operations(touching: path) { $0.undoableByAll }, count: 1)
  }

  package func operations(named operation: String) throws -> UndoableOperations {
    guard let head = try store.repository.head().id,
      let id = try store.repository.resolve(operation),
      try store.repository.isAncestor(id, of: head)
    else {
      throw StoreError.nothingToUndo(
        "this store's history has no operation '\(operation)'; tasks log lists the operations")
    }
    let commit = try store.repository.commit(id)
    guard commit.trailers(named: CommitMessage.operationTrailer).last != "init" else {
      throw StoreError.nothingToUndo(
        "the operation '\(operation)' created the store; it cannot be undone")
    }
    guard commit.parents.count == 1 else {
      throw StoreError.nothingToUndo(
        "the operation '\(operation)' is a merge or a first commit; undo its changes one by one"
      )
    }
    return try operations([commit], count: 1)
  }

  /// Repeats what the last undo reversed. A newer change of this device ends what can be redone, as in an editor.
  package func redo() throws -> WriteReport {
    let last = try redoable()
    return try revert(
      [last], verb: "redo", trailer: Reversal.redoesTrailer
    ) {
      // Hand edits have been committed by now, and end what can be redone too.
      _ = try redoable()
    }
  }

  private func redoable() throws -> CommitInfo {
    guard
      let last = try store.operations(until: { $0.endsRedo }, isWanted: { $0.redoable }).first
    else {
      throw StoreError.nothingToUndo(
        "there is no undo since the last change; to reverse an earlier undo, use its commit: "
          + "tasks undo --op COMMIT")
    }
    return last
  }

  private func operations(_ found: [CommitInfo], count: Int) throws -> UndoableOperations {
    guard !found.isEmpty else {
      throw StoreError.nothingToUndo("there is nothing to undo")
    }
    guard found.count >= count else {
      throw StoreError.nothingToUndo(
        found.count == 1
          ? "there is only 1 operation to undo"
          : "there are only \(found.count) operations to undo")
    }
    return UndoableOperations(commits: Array(found.prefix(count)), device: store.device.id)
  }

  /// Returns how many files of tasks operations have changed.
  package func taskCount(of operations: UndoableOperations) throws -> Int {
    let changes = try operations.commits.flatMap {
      try store.repository.changes(of: $0, in: .under(store.prefix))
    }
    return Set(changes.map(\.path).filter(store.isTaskPath)).count
  }

  package func undo(_ operations: UndoableOperations) throws -> WriteReport {
    let commits = operations.commits
    return try revert(commits, verb: "undo", trailer: Reversal.undoesTrailer)
  }

  /// Reverts commits, newest first, in one commit.
  ///
  /// - Parameter check: Called under the store's lock.
  private func revert(
    _ commits: [CommitInfo], verb: String, trailer: String?, of task: TaskID? = nil,
    check: () throws -> Void = {}
  ) throws -> WriteReport {
    let write = StoreWrite(
      store: store, verb: verb,
      trailers: trailer.map { name in commits.map { (name, $0.id.hex) } } ?? [],
      encrypts: false)
    func decide(_ reading: StoreReading) throws -> [Change] {
      try check()
      var contents: [String: [UInt8]?] = [:]
      var modes = try ModeReversal(store.repository)
      var order: [String] = []
      for commit in commits {
        var changes = try store.repository.changes(of: commit, in: .under(store.prefix))
        let old = try OldContents(of: changes, in: store)
        if let task {
          changes = changes.filter { change in
            [change.old, change.new].contains { version in
              version.flatMap {
                store.taskID(of: CommittedFile(path: change.path, id: $0), in: old)
              }
                == task
            }
          }
        }
        let moves = TaskMoves(changes.filter { store.isTaskPath($0.path) }) {
          store.taskID(of: $0, in: old)
        }
        for change in changes {
          // Reverted together with the added file.
          if moves.destination(of: change) != nil { continue }
          let source = moves.source(of: change)
          try checkConversion(change, from: source, contents)
          let place =
            source == nil ? try place(of: change, reading, old, contents) : inStore(change.path)
          let now = try current(store.prefix + place, contents)
          if place != inStore(change.path) {
            if contents[place] == nil { order.append(place) }
            contents[place] = .some(try reverted(change, of: commit.id, old, now: now, at: place))
            continue
          }
          if let source, let obstacle = try obstacle(source, change, now, contents) {
            store.context.say(obstacle)
            continue
          }
          let before = FileChange(
            path: change.path, old: source?.old ?? change.old, new: change.new,
            oldMode: nil, newMode: nil)
          for file in [change] + (source.map { [$0] } ?? []) {
            let path = inStore(file.path)
            if contents[path] == nil { order.append(path) }
            contents[path] = .some(nil)
            try modes.add(file, store.repository)
          }
          contents[inStore((source ?? change).path)] = .some(
            try reverted(before, of: commit.id, old, now: now, at: place))
        }
      }
      return order.map {
        .restore(path: $0, content: contents[$0] ?? nil, mode: modes.change(of: store.prefix + $0))
      }
    }
    if isDryRun { return try write.preview(decide) }
    let inbox = Inbox(of: store)
    let before = inbox.marks
    let report = try write.run(decide)
    let operations = commits.map { $0.trailers(named: CommitMessage.operationTrailer).last }
    if verb == "undo", operations.contains("inbox") { inbox.keep(notIn: before) }
    return report
  }

  private func inStore(_ path: String) -> String { path.dropping(store.prefix) }

  /// Returns the content of a file, with what this call has reverted so far.
  ///
  /// - Throws: `unreadable`: a file that cannot be read is not one that is gone.
  private func current(
    _ path: String, _ contents: [String: [UInt8]?]
  ) throws(StoreError) -> [UInt8]? {
    let path = inStore(path)
    if let known = contents[path] { return known }
    return try StoreFile.readIfThere(store.root + "/" + path)
  }

  /// Returns the present path of a changed file's task, which may have been moved since.
  private func place(
    of change: FileChange, _ reading: StoreReading, _ old: OldContents,
    _ contents: [String: [UInt8]?]
  ) throws(StoreError) -> String {
    let path = inStore(change.path)
    guard store.isTaskPath(change.path), try current(change.path, contents) == nil,
      let file = change.new.map({ CommittedFile(path: change.path, id: $0) }),
      let id = store.taskID(of: file, in: old), let task = (try? reading.document("\(id)"))?.task,
      task.id == id, Format(path: task.path) == Format(path: path)
    else { return path }
    return task.path
  }

  /// Returns why a move cannot be reversed (the file is gone, or its old path is taken), or nil if it can.
  private func obstacle(
    _ source: FileChange, _ change: FileChange, _ now: [UInt8]?, _ contents: [String: [UInt8]?]
  ) throws(StoreError) -> String? {
    let (old, new) = (
      ControlCharacters.escaped(Text(inStore(source.path))),
      ControlCharacters.escaped(Text(inStore(change.path)))
    )
    if now == nil { return "\(new) no longer exists, so it is not moved back to \(old)" }
    if try current(source.path, contents) == nil { return nil }
    return "another file is now at \(old), so \(new) stays where it is"
  }

  /// Refuses to reverse a conversion in part, which would leave the task twice.
  private func checkConversion(
    _ change: FileChange, from source: FileChange?, _ contents: [String: [UInt8]?]
  ) throws {
    guard let format = source.flatMap({ Format(path: $0.path) }),
      format != Format(path: change.path), let now = try current(change.path, contents),
      try change.new != store.repository.idToCommit(now, at: change.path)
    else { return }
    let path = inStore(change.path)
    let title =
      (try? store.parse(now, path: path)).map { ControlCharacters.escaped($0.task.title) } ?? path
    throw StoreError.nothingToUndo(
      "'\(title)' was changed since it was converted; convert it back with: "
        + "tasks convert \(path) --to \(format.rawValue)")
  }

  /// Returns a file with one change reversed; fields changed again since then stay.
  ///
  /// - Parameter path: The file's present path.
  private func reverted(
    _ change: FileChange, of commit: ObjectID, _ contents: OldContents, now: [UInt8]?,
    at path: String
  ) throws -> [UInt8]? {
    let before = try contents.bytes(change.old, at: change.path)
    let after = try contents.bytes(change.new, at: change.path)
    if let now, let before, let after, let current = try? store.parse(now, path: path),
      let old = try? store.parse(before, path: path),
      let new = try? store.parse(after, path: path),
      let other = try OtherFinish(of: commit, old, new, at: store.prefix + path, in: store),
      let left = try? other.applied(to: current)
    {
      return left.bytes
    }
    if try now == after
      || now.map({ try store.repository.idToCommit($0, at: store.prefix + path) }) == change.new
    {
      return before
    }
    guard let now, let before, let after,
      let current = try? store.parse(now, path: path),
      let old = try? store.parse(before, path: path),
      let new = try? store.parse(after, path: path)
    else {
      let isLeftOut = try now == nil && store.repository.isLeftOut(store.prefix + path)
      store.context.say(
        "\(path) \(isLeftOut ? "is left out by the sparse checkout" : "has changed since then"); "
          + "it stays as it is")
      return now
    }
    let reversal: TaskReversal
    do throws(EditError) {
      reversal = try TaskReversal(
        of: old, new, in: current, with: store.mergeTools)
    } catch {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(current.task.title), error)
    }
    if !reversal.kept.isEmpty {
      let names = reversal.kept.map(\.string).joined(separator: ", ")
      store.context.say(
        "'\(ControlCharacters.escaped(current.task.title))': \(names) changed since then, and stays as it is"
      )
    }
    return reversal.document.bytes
  }
}

/// Operations that an undo takes back together, newest first.
package struct UndoableOperations {
  package let commits: [CommitInfo]
  /// The ids of the other devices that made one of them; the name of the author for a commit that is not ours.
  package let otherDevices: [String]

  /// - Parameter device: The id of this device.
  init(commits: [CommitInfo], device: String) {
    self.commits = commits
    var others: [String] = []
    for commit in commits {
      let name = commit.trailers(named: CommitMessage.deviceTrailer).last ?? commit.author.name
      if name != device, !others.contains(name) { others.append(name) }
    }
    otherDevices = others
  }
}
