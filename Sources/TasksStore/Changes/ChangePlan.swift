import Git
import Platform
import TasksCore

struct PlannedChange {
  let change: ChangedTask
  let file: FileEdit
  let document: (any TaskDocument)?
  /// The removed file, if the task moves to another path.
  var vacated: FileEdit?
  /// True for a text that is already written, by the user or by an earlier change.
  var isAsWritten = false
  /// False for what comes with the change of another file.
  var isTold = true
}

extension [PlannedChange] {
  /// The files that they write and remove. A change is large, and is not copied as a whole.
  var files: [FileEdit] {
    var files: [FileEdit] = []
    files.reserveCapacity(count)
    for place in indices {
      files.append(self[place].file)
      if let vacated = self[place].vacated { files.append(vacated) }
    }
    return files
  }
}

/// What the changes of a command write. A change without effect is left out.
struct ChangePlan {
  private(set) var changes: [PlannedChange] = []
  private let store: TaskStore

  init(_ changes: [Change], in store: TaskStore) throws {
    self.store = store
    var new = print(
      new: changes.compactMap { if case .add(let task) = $0 { task } else { nil } })[...]
    self.changes = try changes.compactMap { change in
      guard case .add(let task) = change, let printed = new.popFirst() else {
        return try plan(change)
      }
      let document = try editing(task) { () throws(EditError) in try printed.get() }
      sayCounts(in: task.title, of: document)
      return try planned(from: nil, to: document, path: task.path)
    }
  }

  var files: [FileEdit] { changes.files }

  /// Adds changes of files that none of the others writes, and which are not told.
  mutating func add(_ more: [Change]) throws {
    if more.isEmpty { return }
    let written = Set(files.map(\.path))
    changes += try more.compactMap(plan).filter { !written.contains($0.file.path) }.map {
      var change = $0
      change.isTold = false
      return change
    }
  }

  /// Ticks the lines that tasks come from, and clears their boxes (``LinkedLine``).
  ///
  /// - Parameter tree: That of the last commit. A file that it does not have as it stands is changed in the work tree
  ///   alone: what else was written there is not of this change, and an undo must not take it back.
  mutating func addLinkedLines(_ tree: ObjectID?) throws {
    // A new task is of no line.
    if changes.allSatisfy({ $0.change.old == nil }) { return }
    var files: [String: (old: [UInt8], new: [UInt8])] = [:]
    for planned in changes where planned.change.old != nil {
      guard let new = planned.change.new, let old = planned.change.old,
        new.isDone != old.isDone || new.lastRepeat != old.lastRepeat,
        let line = LinkedLine(of: new)
      else { continue }
      let name = "'\(new.shownTitle)'"
      if new.isDone == old.isDone {
        if planned.isAsWritten { continue }
        store.context.say("\(name) repeats, and its line in \(line.path) stays as it is")
        continue
      }
      let bytes = try? files[line.path]?.old ?? StoreFile.read(store.root + "/" + line.path)
      let now = files[line.path]?.new ?? bytes
      if let bytes, let now,
        let updated = line.updated(now, to: new.state, on: store.context.clock().now.date)
      {
        files[line.path] = (bytes, updated)
      } else {
        store.context.say(
          "the line of \(name) is not in \(line.path), and its box stays")
      }
    }
    if files.isEmpty { return }
    try add(
      files.filter { $0.value.old != $0.value.new }.sorted { $0.key < $1.key }.map { path, file in
        let path = store.prefix + path
        let known = try tree.flatMap { try store.repository.entry(path, inTree: $0) }?.id
        let isCommitted =
          try known != nil && known == store.repository.idToCommit(file.old, at: path)
        return .text(
          path: path.dropping(store.prefix), old: file.old, content: file.new,
          isCommitted: isCommitted)
      })
  }

  /// Gives the hand-made tasks that others begin to name their ids, so that they keep them when their files are renamed.
  mutating func addNamed(_ reading: StoreReading) throws {
    var named: [TaskID] = []
    for planned in changes where !planned.isAsWritten {
      guard let new = planned.change.new,
        new.parent != nil || new.discoveredFrom != nil || !new.blockers.isEmpty
      else { continue }
      let old = planned.change.old
      named += [new.parent, new.discoveredFrom].compactMap(\.self)
        .filter { $0 != old?.parent && $0 != old?.discoveredFrom }
      named += new.blockers.filter { old?.blockers.contains($0) != true }
    }
    if named.isEmpty { return }
    try add(
      named.uniqued().compactMap { id in
        guard let task = reading.task(withID: id) else { return nil }
        let document = try reading.document(of: task)
        return document.task.hasOwnID ? nil : .edit(document, [.id(id)])
      })
  }

  /// Makes further edits to the task of each change, in its order.
  mutating func revise(_ edits: (PlannedChange) throws -> [Edit]) throws {
    changes = try changes.compactMap { planned in
      let edits = try edits(planned)
      guard !edits.isEmpty, let document = planned.document else { return planned }
      let edited = try editing(document.task) { () throws(EditError) in
        withKeywords(try document.applying(edits), since: document.task.state)
      }
      guard edited.bytes != planned.file.seen else { return nil }
      try checkSize(of: edited)
      return PlannedChange(
        change: ChangedTask(old: planned.change.old, new: edited.task),
        file: FileEdit(
          content: FileContent(
            path: planned.file.path, content: edited.bytes, mode: planned.file.content.mode),
          seen: planned.file.seen),
        document: edited, vacated: planned.vacated, isAsWritten: planned.isAsWritten,
        isTold: planned.isTold)
    }
  }

  private func plan(_ change: Change) throws -> PlannedChange? {
    switch change {
    case .add: return nil
    case .addDocument(let document):
      return try planned(from: nil, to: document, path: document.task.path)
    case .edit(let document, let edits):
      try store.checkConflicts(of: document.task)
      for case .title(let title) in edits { sayCounts(in: title, of: document) }
      let edited = try editing(document.task) { () throws(EditError) in
        try named(
          withKeywords(try document.applying(edits), since: document.task.state), since: document)
      }
      return try planned(from: document, to: edited, path: document.task.path)
    case .revise(let document, let new):
      try store.checkConflicts(of: document.task)
      let revised = (try? named(new, since: document)) ?? new
      return try planned(from: document, to: revised, path: document.task.path)
    case .replace(let document, let new):
      return try planned(from: document, to: new, path: document.task.path)
    case .convert(let document, let new):
      try store.checkConflicts(of: document.task)
      return try planConversion(of: document, to: new)
    case .purge(let document):
      return PlannedChange(
        change: ChangedTask(old: document.task, new: nil),
        file: FileEdit(
          content: FileContent(path: store.prefix + document.task.path, content: nil),
          seen: document.bytes), document: nil)
    case .edited(let path, let old, let content):
      guard content != old else { return nil }
      let document = try? store.parse(content, path: path)
      let before = old.flatMap { try? store.parse($0, path: path) }
      return PlannedChange(
        change: ChangedTask(old: before?.task, new: document?.task),
        file: FileEdit(
          content: FileContent(path: store.prefix + path, content: content), seen: old),
        document: document, isAsWritten: true)
    case .text(let path, let old, let content, let isCommitted):
      return PlannedChange(
        change: ChangedTask(old: nil, new: nil),
        file: FileEdit(
          content: FileContent(path: store.prefix + path, content: content), seen: old,
          isCommitted: isCommitted),
        document: nil)
    case .restore(let path, let content, let mode):
      let now = try StoreFile.readIfThere(store.root + "/" + path)
      guard now != content || mode != nil else { return nil }
      let old = now.flatMap { try? store.parse($0, path: path) }?.task
      let document = content.flatMap { try? store.parse($0, path: path) }
      return PlannedChange(
        change: ChangedTask(old: old, new: document?.task),
        file: FileEdit(
          content: FileContent(path: store.prefix + path, content: content, mode: mode), seen: now),
        document: document, isAsWritten: true)
    }
  }

  /// Warns about a `[1/3]` in an Org title: it is a statistics cookie, and not part of the title.
  private func sayCounts(in title: Text, of document: any TaskDocument) {
    for count in document.counts(inTitle: title) {
      store.context.say(
        "'\(count)' is a count of the task's checkboxes, as in Org, and not part of its title")
    }
  }

  /// A hand-made task gets its id with its first change, so that it keeps the id when it is moved.
  private func named(
    _ new: any TaskDocument, since old: any TaskDocument
  ) throws(EditError) -> any TaskDocument {
    if new.bytes == old.bytes || new.task.hasOwnID { return new }
    return try new.applying([.id(old.task.id)])
  }

  /// Adds a `#+TODO:` line to a file of another program that gets a keyword of this store.
  private func withKeywords(
    _ document: any TaskDocument, since old: State
  ) -> any TaskDocument {
    document.task.state == old ? document : document.namingKeywords(store.settings.keywords)
  }

  private func print(new tasks: [Task]) -> [Attempt<any TaskDocument, EditError>] {
    let (keywords, workflow) = (store.settings.keywords, store.settings.workflow)
    let fields = store.fields
    let start = tasks.contains { $0.format == .markdown } ? store.startOfNotes : []
    return ParallelHalves.halves(of: tasks) { tasks in
      tasks.map { task in
        Attempt { () throws(EditError) in
          try TaskPrinter.print(new: task, keywords, workflow, fields: fields, from: start)
        }
      }
    }
  }

  /// Plans a conversion: one file is removed and another is added, since the path decides the format.
  private func planConversion(
    of document: any TaskDocument, to new: any TaskDocument
  ) throws(StoreError) -> PlannedChange? {
    let (old, path) = (document.task.path, new.task.path)
    guard path != old else { return try planned(from: document, to: new, path: path) }
    guard path != store.inboxFile, File.isMissing(store.root + "/" + path) else {
      throw .invalid("\(old) cannot be converted: \(path) already exists, or no task can be there")
    }
    try checkSize(of: new)
    return PlannedChange(
      change: ChangedTask(old: document.task, new: new.task),
      file: FileEdit(
        content: FileContent(path: store.prefix + path, content: new.bytes), seen: nil),
      document: new,
      vacated: FileEdit(
        content: FileContent(path: store.prefix + old, content: nil), seen: document.bytes))
  }

  private func planned(
    from old: (any TaskDocument)?, to new: any TaskDocument, path: String
  ) throws(StoreError) -> PlannedChange? {
    guard old?.bytes != new.bytes else { return nil }
    let new =
      Format(path: path) == .markdown ? new.stamped(at: store.context.clock().now, since: old) : new
    try checkSize(of: new)
    return PlannedChange(
      change: ChangedTask(old: old?.task, new: new.task),
      file: FileEdit(
        content: FileContent(path: store.prefix + path, content: new.bytes), seen: old?.bytes),
      document: new)
  }

  /// Refuses a file that would be too large to be read again.
  private func checkSize(of new: any TaskDocument) throws(StoreError) {
    do throws(ReadError) {
      try TaskReader.checkSize(new.bytes)
    } catch {
      // Names the path: the title itself may be what is too long.
      throw .invalid(
        "\(ControlCharacters.escaped(new.task.path)) cannot be written: \(error.reason)")
    }
  }

  private func editing<Document>(
    _ task: Task, _ body: () throws(EditError) -> Document
  ) throws(StoreError) -> Document {
    do throws(EditError) {
      return try body()
    } catch {
      throw .cannotEdit(title: ControlCharacters.escaped(task.title), error)
    }
  }

  /// Refuses a change that would make a task its own ancestor, or let it depend on itself.
  func checkCycles(_ reading: StoreReading) throws(StoreError) {
    for relation in TaskRelation.allCases {
      let changed = changes.compactMap { planned -> Task? in
        guard let new = planned.change.new, !planned.isAsWritten else { return nil }
        let next = relation.next(of: new)
        return next.isEmpty || planned.change.old.map(relation.next) == next ? nil : new
      }
      if changed.isEmpty { continue }
      var tasks: [TaskID: Task] = [:]
      for new in changes.compactMap(\.change.new) { tasks[new.id] = new }
      func task(_ id: TaskID) -> Task? { tasks[id] ?? reading.task(withID: id) }
      let cycles = TaskCycle.all(of: relation, from: changed.map(\.id)) { id in
        task(id).map(relation.next) ?? []
      }
      for cycle in cycles
      where cycle.ids.contains(where: { id in changed.contains { $0.id == id } }) {
        throw .cycle(cycle.named(in: reading, task))
      }
    }
  }

  /// The limit of open tasks, if the change opens some and exceeds it; else nil (requirements, R4).
  func exceededLimit(_ reading: StoreReading) -> (limit: Int, open: Int)? {
    let limit = store.settings.maxOpen
    let opened = changes.count { $0.change.new?.isOpen == true && $0.change.old?.isOpen != true }
    guard limit > 0, opened > 0 else { return nil }
    let closed = changes.count { $0.change.old?.isOpen == true && $0.change.new?.isOpen != true }
    let open = reading.count(where: \.isOpen)
    return open + opened - closed > limit ? (limit, open) : nil
  }
}

extension TaskStore {
  /// Refuses to change a file with conflict markers: an edit would change only one side, or none.
  package func checkConflicts(of task: Task) throws(StoreError) {
    let path = prefix + task.path
    if conflicted.contains(path) { throw .conflicted(path: path) }
  }
}
