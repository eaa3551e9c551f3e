import Git
import TasksCore

/// Taking changes back by changes that make up for them, so that they can be taken back after a push too.
///
/// Nothing is remembered outside the history: a commit that undoes another names it in a trailer.
extension TaskStore {
  static let undoesTrailer = "Tasks-Undoes"
  static let redoesTrailer = "Tasks-Redoes"

  /// Takes back the last `count` operations of this device that are not taken back yet.
  public func undo(last count: Int, dryRun: Bool = false) throws -> WriteReport {
    try undo(try operations(limit: count) { $0.undoable }, count: count, dryRun: dryRun)
  }

  /// Takes back the last operation, whoever made it, that changed a task.
  public func undo(task word: String, dryRun: Bool = false) throws -> WriteReport {
    let path = prefix + (try path(of: word))
    let found = try operations(touching: path) { $0.undoableByAll }
    return try undo(found, count: 1, dryRun: dryRun)
  }

  /// The path of a task that is there, or of one that was purged.
  public func path(of word: String) throws -> String {
    do {
      return try read().document(word).task.path
    } catch StoreError.noSuchTask(let word) {
      guard let path = try purgedPath(word) else { throw StoreError.noSuchTask(word) }
      return path
    }
  }

  /// Takes back one operation, named by its commit.
  public func undo(operation: String, dryRun: Bool = false) throws -> WriteReport {
    guard let head = try repository.head().id, let id = try repository.resolve(operation),
      try isAncestor(id, of: head)
    else {
      throw StoreError.nothingToUndo(
        "this store's history has no operation “\(operation)”; tasks log shows them")
    }
    let commit = try repository.commit(id)
    guard commit.trailers(named: CommitMessage.operationTrailer).last != "init" else {
      throw StoreError.nothingToUndo(
        "the operation “\(operation)” made the store; it cannot be undone")
    }
    guard commit.parents.count == 1 else {
      throw StoreError.nothingToUndo(
        "the operation “\(operation)” is a merge or a beginning; undo the changes it brought one by one"
      )
    }
    return try undo([commit], count: 1, dryRun: dryRun)
  }

  /// Carries out again what the last undo took back.
  public func redo(dryRun: Bool = false) throws -> WriteReport {
    guard let last = try operations(isWanted: { $0.redoable }).first else {
      throw StoreError.nothingToUndo("nothing was undone that could be done again")
    }
    return try revert([last], verb: "redo", trailer: TaskStore.redoesTrailer, dryRun: dryRun)
  }

  private func undo(_ found: [CommitInfo], count: Int, dryRun: Bool) throws -> WriteReport {
    guard !found.isEmpty else {
      throw StoreError.nothingToUndo("there is nothing to undo")
    }
    guard found.count >= count else {
      throw StoreError.nothingToUndo("there are only \(found.count) operations to undo")
    }
    return try revert(
      Array(found.prefix(count)), verb: "undo", trailer: TaskStore.undoesTrailer, dryRun: dryRun)
  }

  /// Reverts commits, newest first, in one commit.
  private func revert(
    _ commits: [CommitInfo], verb: String, trailer: String, dryRun: Bool
  ) throws -> WriteReport {
    try write(verb, dryRun: dryRun, trailers: commits.map { (trailer, $0.id.hex) }) { reading in
      var contents: [String: [UInt8]?] = [:]
      var order: [String] = []
      for commit in commits {
        let changes = try repository.changes(of: commit, in: .under(prefix))
        let conversions = Conversions(changes)
        for change in changes {
          try checkConversion(change, among: conversions, contents)
          let path = String(change.path.dropFirst(prefix.count))
          if contents[path] == nil { order.append(path) }
          let now = contents[path] ?? (try? StoreFile.read(root + "/" + path))
          contents[path] = .some(try reverted(change, path: path, now: now, reading))
        }
      }
      return order.map { .restore(path: $0, content: contents[$0] ?? nil) }
    }
  }

  /// A conversion is taken back as a whole or not at all, for the task would be there twice.
  private func checkConversion(
    _ change: FileChange, among conversions: Conversions, _ contents: [String: [UInt8]?]
  ) throws {
    guard change.new != nil,
      let twin = conversions.twin(of: change),
      let format = Format(path: twin.path)
    else { return }
    let path = String(change.path.dropFirst(prefix.count))
    let now = contents[path] ?? (try? StoreFile.read(root + "/" + path))
    guard let now, change.new != repository.id(ofBlob: now) else { return }
    let title = (try? parse(now, path: path)).map { Visible.text($0.task.title) } ?? path
    throw StoreError.nothingToUndo(
      "“\(title)” was changed since it was converted; convert it back with: "
        + "tasks convert \(path) --to \(format.rawValue)")
  }

  /// What a file becomes when one change of it is taken back: fields that were changed again since stay.
  private func reverted(
    _ change: FileChange, path: String, now: [UInt8]?, _ reading: StoreReading
  ) throws -> [UInt8]? {
    let before = try change.old.map { try repository.blob($0) }
    let after = try change.new.map { try repository.blob($0) }
    if now == after { return before }
    guard let now, let before, let after,
      let current = try? parse(now, path: path), let old = try? parse(before, path: path),
      let new = try? parse(after, path: path)
    else {
      context.say("\(path) was changed since; it stays as it is")
      return now
    }
    let reversal: TaskReversal
    do throws(EditError) {
      reversal = try TaskReversal(of: old, new, in: current)
    } catch {
      throw StoreError.cannotEdit(title: Visible.text(current.task.title), error)
    }
    if !reversal.kept.isEmpty {
      let names = reversal.kept.map(\.string).joined(separator: ", ")
      context.say("“\(Visible.text(current.task.title))”: \(names) changed since, and stays")
    }
    return reversal.document.bytes
  }

  // MARK: Finding operations

  /// What a commit is to undo and redo.
  private struct Operation {
    let isOurs: Bool
    let isOfThisDevice: Bool
    let isUndo: Bool
    let isUndone: Bool
    let isMerge: Bool

    var undoable: Bool { isOurs && isOfThisDevice && !isUndo && !isUndone && !isMerge }
    var undoableByAll: Bool { isOurs && !isUndo && !isUndone && !isMerge }
    var redoable: Bool { isUndo && isOfThisDevice && !isUndone }
  }

  /// The commits that pass, newest first.
  private func operations(
    touching path: String? = nil, limit: Int = 1, isWanted: (Operation) -> Bool
  ) throws -> [CommitInfo] {
    guard let history = try storeHistory() else { return [] }
    var found: [CommitInfo] = []
    var undone: Set<String> = []
    let selection = path.map { PathSelection.exactly([$0]) } ?? .under(prefix)
    try history.walk(selection) { visit throws(GitError) in
      let commit = try repository.commit(visit.id)
      let verb = commit.trailers(named: CommitMessage.operationTrailer).last
      let device = commit.trailers(named: CommitMessage.deviceTrailer).last
      let isUndone = undone.contains(commit.id.hex)
      let operation = Operation(
        isOurs: verb != nil && verb != "init", isOfThisDevice: device == self.device.id,
        isUndo: verb == "undo", isUndone: isUndone,
        isMerge: commit.parents.count > 1)
      if isWanted(operation) {
        found.append(commit)
      } else if !isUndone {
        // An undo that was itself taken back undoes nothing, and neither does a redo that is about to be.
        undone.formUnion(commit.trailers(named: TaskStore.undoesTrailer))
        undone.formUnion(commit.trailers(named: TaskStore.redoesTrailer))
      }
      return found.count >= limit ? .stop : .goOn
    }
    return found
  }
}
