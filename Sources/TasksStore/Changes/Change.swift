import Git
import Platform
import TasksCore

/// A change to one file of the store that a command has decided on.
package enum Change: Sendable {
  /// A new task at the path it has.
  case add(Task)
  /// A new task whose file is written already, at the path it has.
  case addDocument(any TaskDocument)
  case edit(any TaskDocument, [Edit])
  /// Replaces the file by a version that somebody has made of it, which gets an id if it has none.
  case revise(any TaskDocument, to: any TaskDocument)
  /// Replaces the whole file by a version that is already parsed.
  case replace(any TaskDocument, with: any TaskDocument)
  /// Converts the task to the other format: removes its file and adds another.
  case convert(any TaskDocument, to: any TaskDocument)
  /// Removes the file.
  case purge(any TaskDocument)
  /// Commits a file that is already changed on disk as it is.
  case edited(path: String, old: [UInt8]?, content: [UInt8])
  /// Makes, changes or removes a file that is no task, or is not to be told of as one.
  ///
  /// - Parameter isCommitted: False for a file of the work tree alone.
  case text(path: String, old: [UInt8]?, content: [UInt8]?, isCommitted: Bool = true)
  /// Restores earlier content of a file; nil removes the file. Sets the mode too if one is given.
  case restore(path: String, content: [UInt8]?, mode: FileMode? = nil)
}

extension Change {
  /// Returns the changes that move a task in the order by hand, among the tasks it is listed with: the open ones, the
  /// finished ones, or those in the trash.
  package static func moving(
    _ task: Task, to destination: MoveTask.Destination, in reading: StoreReading
  ) throws -> [Change] {
    let group = reading.tasks { $0.isDeleted == task.isDeleted && $0.isDone == task.isDone }
    return try MoveTask(to: destination).ranks(moving: task, in: group).map {
      .edit(try reading.document(of: $0.task), [.rank($0.rank)])
    }
  }

  /// Returns the changes that add a copy of a task, right after it if it is open, else after all tasks.
  package static func duplicating(
    _ document: any TaskDocument, in store: TaskStore, after reading: StoreReading
  ) throws -> [Change] {
    var new = NewTasks(in: store, after: reading)
    let copy = try new.copy(of: document)
    guard document.task.isOpen else { return [.addDocument(copy)] }
    let group = reading.tasks(where: \.isOpen) + [copy.task]
    let ranks = try MoveTask(to: .after(document.task)).ranks(moving: copy.task, in: group)
    let rank = ranks.first { $0.task.path == copy.task.path }?.rank ?? copy.task.rank
    let others = try ranks.filter { $0.task.path != copy.task.path }.map {
      Change.edit(try reading.document(of: $0.task), [.rank($0.rank)])
    }
    return [.addDocument(try copy.applying([.rank(rank)]))] + others
  }
}

/// The result of a writing command.
package struct WriteReport {
  /// Only the tasks that really changed, in the order of the command.
  package let changed: [ChangedTask]
  package let reading: StoreReading
  package let commit: String?
  /// Whether any file changed; a changed file need not be a task.
  package let isChange: Bool
}

/// The properties of a commit that decide whether undo and redo apply to it.
struct Operation {
  let isOurs: Bool
  let isOfThisDevice: Bool
  let isUndo: Bool
  let isUndone: Bool
  let isMerge: Bool
  let isRedo: Bool

  var undoable: Bool { isOurs && isOfThisDevice && !isUndo && !isUndone && !isMerge }
  var undoableByAll: Bool { isOurs && !isUndo && !isUndone && !isMerge }
  var redoable: Bool { isUndo && isOfThisDevice && !isUndone }
  var endsRedo: Bool { isOurs && isOfThisDevice && !isUndo && !isRedo && !isMerge }
}

extension TaskStore {
  /// Returns up to `limit` commits that `isWanted` accepts, newest first. Does not read past one for which `isLast`
  /// is true.
  func operations(
    touching path: String? = nil, limit: Int = 1,
    until isLast: (Operation) -> Bool = { _ in false }, isWanted: (Operation) -> Bool
  ) throws -> [CommitInfo] {
    guard let history = try storeHistory() else { return [] }
    var found: [CommitInfo] = []
    var undone: Set<String> = []
    let selection = path.map { PathSelection.exactly([$0]) } ?? .under(prefix)
    let trail = path.map { _ in TaskTrail(store: self, history: history) }
    try history.walk(
      selection, following: { visit throws(GitError) in try trail?.formerPaths(visit) ?? [] }
    ) { visit throws(GitError) in
      let commit = try repository.commit(visit.id)
      let verb = commit.trailers(named: CommitMessage.operationTrailer).last
      let device = commit.trailers(named: CommitMessage.deviceTrailer).last
      let isUndone = undone.contains(commit.id.hex)
      let operation = Operation(
        isOurs: verb.map { $0 != "init" && $0 != CommitMessage.attachments } == true
          && commit.trailers(named: Inbox.foundTrailer).isEmpty,
        isOfThisDevice: device == self.device.id,
        isUndo: verb == "undo", isUndone: isUndone,
        isMerge: commit.parents.count > 1 || verb == GitsMerges.operation, isRedo: verb == "redo")
      if isWanted(operation) {
        found.append(commit)
      } else if !isUndone {
        // An undo that was itself undone undoes nothing, nor does a redo that is about to be undone.
        undone.formUnion(commit.trailers(named: Reversal.undoesTrailer))
        undone.formUnion(commit.trailers(named: Reversal.redoesTrailer))
      }
      return found.count >= limit || isLast(operation) ? .stop : .goOn
    }
    return found
  }
}

/// The message of a commit: the operation, its tasks and the device.
package struct CommitMessage {
  package static let deviceTrailer = "Tasks-Device"
  package static let clientTrailer = "Tasks-Client"
  /// The blob of the version that a client had changed, where the store had a later one to merge it with.
  package static let baseTrailer = "Tasks-Base"
  package static let operationTrailer = "Tasks-Operation"
  /// The operation that commits attachments, which undo passes over: they are no part of a task.
  package static let attachments = "attach"

  /// Returns `done: Call Bob about the invoice`, or for several tasks a count with the titles below.
  package static func text(
    verb: String, headline: String? = nil, operation: String? = nil, changed: [ChangedTask],
    device: Device,
    extra: [(name: String, value: String)] = []
  ) -> String {
    let titles = changed.compactMap { ($0.new ?? $0.old).map { line($0.title) } }
    var text: String
    switch titles.count {
    case 0: text = "\(headline ?? verb)\n"
    case 1 where headline == nil: text = "\(verb): \(titles[0])\n"
    default:
      text =
        (headline ?? "\(verb): \(titles.count) tasks") + "\n\n"
        + titles.map { "- \($0)\n" }.joined()
    }
    let details = titles.count == 1 ? details(of: changed) : []
    if !details.isEmpty { text += "\n" + details.map { "\($0)\n" }.joined() }
    text += "\n"
    for (name, value) in extra { text += "\(name): \(value)\n" }
    text += "\(deviceTrailer): \(device.id)\n"
    if let client = device.client { text += "\(clientTrailer): \(client)\n" }
    return text + "\(operationTrailer): \(operation ?? verb)\n"
  }

  private static func details(of changed: [ChangedTask]) -> [String] {
    guard let change = changed.first, change.old != nil, change.new != nil else { return [] }
    return change.fields.map { line($0.summary) }
  }

  private static func line(_ text: Text) -> String { ControlCharacters.escaped(text) }
}
