import Platform
import TasksCore

/// What new tasks get from their store: ids, ranks after the last one, and paths in this month's folder.
public struct NewTasks {
  private let store: TaskStore
  private let reading: StoreReading
  private let now: Timestamp
  private var generator = SystemRandomNumberGenerator()
  /// The last rank of the store and of the new tasks.
  private var rank: Rank?
  // An array, since there are few: a dictionary's generic type has to be instantiated in each process.
  private var added: [(folder: String, count: Int)] = []
  /// The ids that texts brought along.
  private var taken: Set<TaskID> = []
  /// Chosen again only when it is full.
  private var folder = ""
  private var room = 0

  public init(in store: TaskStore, after reading: StoreReading) {
    (self.store, self.reading) = (store, reading)
    now = store.context.clock().now
    rank = reading.lastRank
  }

  /// Makes the task of a draft.
  public mutating func task(_ draft: Draft) throws -> Task {
    guard let state = store.settings.workflow.first else {
      throw StoreError.invalid("the store's workflow has no state for a new task")
    }
    let id = TaskID(using: &generator)
    let title = draft.title ?? .empty
    let format = store.settings.format
    var task = Task(
      id: id, path: path(title, id, format), format: format, title: title, state: state)
    task.rank = Rank.after(rank)
    task.created = now
    let edits = try draft.edits(for: task) { try reading.document($0.text).task.id }
    let result = task.applying(edits)
    follow(result.rank)
    return result
  }

  /// Makes the task of a file's text. The text stays as it is; an id, a rank and the time of creation are put in where
  /// it has none.
  ///
  /// - Throws: `invalid` for a text that is no task, or has the id of another one; `cannotEdit`.
  public mutating func document(_ text: [UInt8], format: Format) throws -> any TaskDocument {
    let written = try parse(text, path: "task.\(format.rawValue)")
    let task = written.task
    if task.hasOwnID, !taken.insert(task.id).inserted || reading.task(withID: task.id) != nil {
      throw StoreError.invalid(
        "the id \(ControlCharacters.escaped(task.id.text)) is that of another task")
    }
    let id = task.hasOwnID ? task.id : TaskID(using: &generator)
    var edits: [Edit] = task.hasOwnID ? [] : [.id(id)]
    if task.rank == nil { edits.append(.rank(Rank.after(rank))) }
    if task.created == nil { edits.append(.created(now)) }
    do {
      let filled = try written.applying(edits)
      let document = try parse(filled.bytes, path: path(task.title, id, format))
      follow(document.task.rank)
      return document
    } catch let error as EditError {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(task.title), error)
    }
  }

  private func parse(_ text: [UInt8], path: String) throws -> any TaskDocument {
    do throws(ReadError) {
      if let document = try store.parse(text, path: path) { return document }
    } catch {
      throw StoreError.invalid("the text cannot be added: \(error.reason)")
    }
    throw StoreError.invalid("the text is no task, so it cannot be added")
  }

  private mutating func follow(_ new: Rank?) {
    if let new, rank.map({ new > $0 }) ?? true { rank = new }
  }

  // MARK: Paths

  private mutating func path(_ title: Text, _ id: TaskID, _ format: Format) -> String {
    if room == 0 {
      folder = TaskPath.folder(for: now.date, fileCount: fileCount)
      room = TaskPath.mostFiles - fileCount(folder)
    }
    room -= 1
    if added.last?.folder != folder { added.append((folder, 0)) }
    added[added.count - 1].count += 1
    return TaskPath.path(folder: folder, title: title, id: id, format: format)
  }

  private func fileCount(_ name: String) -> Int {
    // A link or a file of that name cannot hold tasks, nor can a repository of its own.
    let folder = store.root + "/" + name
    if let kind = File.kind(folder), kind != .folder { return .max }
    if File.kind(folder + "/.git") != nil { return .max }
    return (reading.scan?.fileCount(of: name) ?? 0)
      + added.reduce(0) { $1.folder == name ? $0 + $1.count : $0 }
  }
}
