import Platform
import TasksCore

/// What new tasks get from their store: ids, ranks after the last one, and paths in this month's folder.
package struct NewTasks {
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
  /// Those that files of other programs gave.
  private var paths: Set<String> = []
  /// Chosen again only when it is full.
  private var folder = ""
  private var room = 0
  /// What new Markdown files start from; nil if they start from nothing.
  private lazy var start =
    (try? store.parse(text: store.startOfNotes, path: StartOfNotes.path))?.task
  /// The paths of tasks in lower case: other systems take no two that differ in case alone.
  private lazy var used = Set(reading.paths.map { $0.lowercased() })

  package init(in store: TaskStore, after reading: StoreReading) {
    (self.store, self.reading) = (store, reading)
    now = store.context.clock().now
    rank = reading.lastRank
  }

  /// The rank of a new task, after all others. Among notes, which have none, it would come first: it gets one when it is
  /// moved.
  private mutating func lastRank(_ format: Format) -> Rank? {
    format == .markdown && start != nil ? nil : Rank.after(rank)
  }

  /// Makes the task of a draft.
  ///
  /// - Parameter id: The id it gets, which no other task has; nil for a new one.
  package mutating func task(_ draft: Draft, id: TaskID? = nil) throws -> Task {
    var task = try base(id)
    task.title = draft.title ?? .empty
    task.path = path(task.title, task.id, task.format)
    task.rank = lastRank(task.format)
    task.created = now
    let edits = try draft.edits(for: task) { try reading.document($0.text).task.id }
    let result = task.applying(edits)
    follow(result.rank)
    return result
  }

  /// Makes the task of a JSON object, as `list --jsonl` prints it. The path is chosen here; so are the id, the rank, the
  /// time of creation, the format and the state of an object without them.
  ///
  /// - Throws: `invalid` for an object that is no task, or has the id of another one.
  package mutating func task(_ json: JSONValue) throws -> Task {
    let base = try base()
    var task: Task
    do throws(TaskJSONReader.Failure) {
      task = try TaskJSONReader.task(json, base: base)
    } catch {
      throw StoreError.invalid(error.message)
    }
    if let property = task.properties.first(where: store.fields.isUnread) {
      throw StoreError.invalid(store.fields.fault(of: property))
    }
    try take(task.id)
    task.state = store.settings.workflow[task.state.keyword]?.state ?? task.state
    task.path = path(task.title, task.id, task.format)
    task.rank = task.rank ?? lastRank(task.format)
    task.created = task.created ?? now
    follow(task.rank)
    return task
  }

  /// Completes a task that another program's file gives: its own path if that is free, else a new one; a rank after all
  /// others if it has none.
  package mutating func task(imported task: Task) -> Task {
    var task = task
    let isOwnPlace =
      TaskPath.isPlace(task.path, task.format) && !paths.contains(task.path)
      && File.isMissing(store.root + "/" + task.path)
    if !isOwnPlace { task.path = path(task.title, task.id, task.format) }
    paths.insert(task.path)
    task.rank = task.rank ?? lastRank(task.format)
    follow(task.rank)
    return task
  }

  /// Makes the copy of a task, which comes after all others.
  mutating func copy(of document: any TaskDocument) throws -> any TaskDocument {
    let copying = DuplicateTask(
      id: TaskID(using: &generator), rank: Rank.after(rank), now: now)
    do {
      let copy = try document.applying(copying.edits(for: document))
      return try self.document(copy.bytes, format: document.task.format)
    } catch let error as EditError {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(document.task.title), error)
    }
  }

  /// Returns the task as `done` would leave it.
  package func finished(_ task: Task) -> Task {
    let workflow = store.settings.workflow
    guard !task.isDone, let state = workflow.finish(for: task.state) else { return task }
    return task.applying(task.changing(to: state, workflow: workflow, now: now))
  }

  /// Returns a task without a title and a path, in the state and format of a new one.
  private mutating func base(_ id: TaskID? = nil) throws -> Task {
    guard let state = store.settings.workflow.first else {
      throw StoreError.invalid("the store's workflow has no state for a new task")
    }
    return Task(
      id: id ?? TaskID(using: &generator), path: "", format: store.settings.format, title: .empty,
      state: state)
  }

  private mutating func take(_ id: TaskID) throws {
    if !taken.insert(id).inserted || reading.task(withID: id) != nil {
      throw StoreError.invalid(
        "the id \(ControlCharacters.escaped(id.text)) is that of another task")
    }
  }

  /// Makes the task of a file's text. The text stays as it is; an id, a rank and the time of creation are put in where
  /// it has none. A Markdown text that says nothing but the task is written as any new note.
  ///
  /// - Parameters:
  ///   - list: The list of a task that names none.
  ///   - spare: The id of a text without one, if it is free; then a text with the id of another task gets a new one.
  ///   - created: The time of creation of a text without one; nil for now.
  /// - Throws: `invalid` for a text that is no task, or has the id of another one; `cannotEdit`.
  package mutating func document(
    _ text: [UInt8], format: Format, in list: Text? = nil, spare: TaskID? = nil,
    created: Timestamp? = nil
  ) throws -> any TaskDocument {
    let written = try parse(text, path: "task.\(format.rawValue)")
    let task = written.task
    func isFree(_ id: TaskID) -> Bool { !taken.contains(id) && reading.task(withID: id) == nil }
    let keepsID = task.hasOwnID && (spare == nil || isFree(task.id))
    let free = spare.flatMap { isFree($0) ? $0 : nil }
    let id = keepsID ? task.id : free ?? TaskID(using: &generator)
    if keepsID || free != nil { try take(id) }
    var edits: [Edit] = keepsID ? [] : [.id(id)]
    if let list, task.list == nil { edits.append(.list(list)) }
    if task.rank == nil, let last = lastRank(format) { edits.append(.rank(last)) }
    if task.created == nil { edits.append(.created(created ?? now)) }
    let path = path(task.title, id, format)
    do {
      let document: any TaskDocument
      if format == .markdown, start != nil, written.preamble.isEmpty {
        var new = task.applying(edits)
        new.path = path
        let settings = store.settings
        document = try TaskPrinter.print(
          new: new, settings.keywords, settings.workflow, fields: store.fields,
          from: store.startOfNotes)
      } else {
        if format == .markdown, let start {
          edits += task.filled(from: start).edits(from: task).typed(by: store.fields)
        }
        document = try parse(written.applying(edits).bytes, path: path)
      }
      follow(document.task.rank)
      return document
    } catch let error as EditError {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(task.title), error)
    }
  }

  private func parse(_ text: [UInt8], path: String) throws -> any TaskDocument {
    do throws(ReadError) {
      if let document = try store.parse(text: text, path: path) { return document }
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
    if let place = store.settings.newPath, place.format == format {
      let path = place.path(title: title, id: id, on: now.date) {
        used.contains($0.lowercased()) || File.kind(store.root + "/" + $0) != nil
      }
      used.insert(path.lowercased())
      return path
    }
    if room == 0 {
      folder = TaskPath.folder(for: now.date, fileCount: fileCount)
      room = TaskPath.maxFiles - fileCount(folder)
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
