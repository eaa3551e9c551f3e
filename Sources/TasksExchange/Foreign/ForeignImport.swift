import TasksCore

/// What the records of files do to the tasks of a store (exchange.md, "Rules for every format").
package struct ForeignImport: Sendable {
  /// The records of one file.
  package struct File: Sendable {
    package var name: String
    package var records: [ForeignRecord]

    package init(name: String, records: [ForeignRecord]) {
      (self.name, self.records) = (name, records)
    }
  }

  /// Something to say about a line of a file.
  package struct Remark: Hashable, Sendable {
    package let file: String
    package let line: Int
    package let text: String

    package var message: String { "\(ControlCharacters.escaped(Text(file))):\(line): \(text)" }
  }

  private struct Item {
    var record: ForeignTask
    var file: String

    func remark(_ text: String) -> Remark { Remark(file: file, line: record.line, text: text) }
  }

  /// A task as it is and as it becomes.
  package struct Update: Sendable {
    package let old: Task
    package let new: Task
    /// Of its record.
    let file: String
    let line: Int

    package func remark(_ text: String) -> Remark { Remark(file: file, line: line, text: text) }
  }

  /// A new task. Its path and rank may be missing.
  package struct Addition: Sendable {
    package let task: Task
    let file: String
    let line: Int

    package func remark(_ text: String) -> Remark { Remark(file: file, line: line, text: text) }
  }

  /// In the order of the files.
  package private(set) var added: [Addition] = []
  package private(set) var changed: [Update] = []
  package private(set) var unchanged: [Task] = []
  /// Tasks in the trash that the files have, too: they stay there.
  package private(set) var trashed: [Task] = []
  /// Records that cannot be read.
  package private(set) var bad: [Remark] = []
  package private(set) var remarks: [Remark] = []

  private let context: ForeignContext
  private let restores: Bool
  private let tellsAll: Bool
  /// How many records without an id there were of a kind.
  private var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - reader: What read the files.
  ///   - restores: Whether tasks in the trash are taken out of it.
  ///   - repeating: The open tasks that repeat: some programs give the next occurrence another id.
  ///   - existing: Returns the task of an id.
  package init(
    _ files: [File], of reader: any ForeignReader, context: ForeignContext, restores: Bool,
    repeating: [Task], existing: (TaskID) -> Task?
  ) {
    (self.context, self.restores) = (context, restores)
    tellsAll = type(of: reader).tellsAll
    let next = NextOccurrences(of: repeating)
    let format = type(of: reader).name
    var items = files.flatMap { named($0, format) }
    for place in items.indices where existing(items[place].record.task.id) == nil {
      items[place].record = next.renamed(items[place].record)
    }
    items = unique(items)
    let pairs = items.map { item in (item: item, task: existing(item.record.task.id)) }
    let known = pairs.compactMap(\.task)
    let told = Dictionary(
      zip(known.map(\.id), reader.told(known)), uniquingKeysWith: { first, _ in first })
    added.reserveCapacity(pairs.count - known.count)
    for (item, task) in pairs {
      var item = item
      if !(reader is any ForeignFormat) { convert(&item, to: task?.format ?? context.format) }
      remarks += item.record.remarks.map { item.remark($0) }
      if !item.record.task.title.isEmpty { fit(&item) }
      if let task, let before = told[task.id] {
        take(item, task, before)
      } else if item.record.task.title.isEmpty {
        bad.append(item.remark("it has no title"))
      } else {
        let new = item.record.task.logging(finished: item.record.finished, as: context.done)
        added.append(Addition(task: new, file: item.file, line: item.record.line))
      }
    }
  }

  private mutating func take(_ item: Item, _ task: Task, _ told: Task) {
    var record = item.record.isNextOccurrence ? item.record.datesOnly(told) : item.record
    record.task = record.completed(from: told)
    let isInTrash = task.isDeleted && !record.task.isDeleted
    guard !isInTrash || restores else { return trashed.append(task) }
    let update = ForeignUpdate(
      task: task, told: told, record: record, tellsAll: tellsAll, workflow: context.workflow,
      now: context.now)
    var new = update.result
    if isInTrash { new.deleted = nil }
    if new == task {
      unchanged.append(task)
    } else {
      changed.append(Update(old: task, new: new, file: item.file, line: record.line))
    }
  }

  /// Writes what is in Markdown in the format of the store.
  private mutating func convert(_ item: inout Item, to format: Format) {
    var task = item.record.task
    guard task.format != format else { return }
    if task.notes.isEmpty, task.log.isEmpty {
      item.record.task.format = format
      return
    }
    task.path = "task.\(task.format.rawValue)"
    do {
      let source = try TaskPrinter.print(new: task, context.keywords, context.workflow)
      let conversion = try Conversion(
        of: source, to: format, specification: context.keywords, workflow: context.workflow)
      item.record.task = conversion.document.task
      item.record.task.path = ""
      remarks += conversion.losses.map { item.remark($0.description) }
    } catch {
      item.record.task.format = format
      item.record.task.path = ""
      remarks.append(item.remark("its notes keep their markup, which cannot be converted"))
    }
  }

  /// Makes a record writable in its format, and says what it changes for that.
  private mutating func fit(_ item: inout Item) {
    let title = item.record.task.title
    if title.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      item.record.task.title = ForeignProperty.line(title)
      remarks.append(item.remark("the line breaks of its title became blanks"))
    }
    let fitted = ConvertedTask.fitting(
      item.record.task, specification: context.keywords, workflow: context.workflow)
    item.record.task = fitted.task
    remarks += fitted.losses.map { item.remark($0.description) }
  }

  /// Gives each record without an id one that is the same whenever the file is read: of the format, the file, the
  /// title, the time of creation, and how many such records come before.
  private mutating func named(_ file: File, _ format: String) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(file.records.count)
    // todo.sh moves a line from one file to another when it is done.
    let name = format == TodoTxt.name ? "" : file.name
    for record in file.records {
      switch record {
      case .bad(let line, let reason):
        bad.append(Remark(file: file.name, line: line, text: reason))
      case .task(var record):
        if !record.task.hasOwnID {
          let created = record.task.created?.iso ?? ""
          let key = [format, name, record.task.title.string, created].joined(separator: "\0")
          counts[key, default: 0] += 1
          record.task.id = TaskID(digesting: Array("\(key)\0\(counts[key] ?? 1)".utf8))
          record.task.hasOwnID = true
        }
        items.append(Item(record: record, file: file.name))
      }
    }
    let ids = Dictionary(
      items.map { ($0.record.line, $0.record.task.id) }, uniquingKeysWith: { first, _ in first })
    for place in items.indices {
      guard let line = items[place].record.parentLine, line != items[place].record.line else {
        continue
      }
      items[place].record.task.parent = ids[line]
    }
    return items
  }

  /// Leaves one record of each id. Of a repeating task some programs write each occurrence that was finished as a
  /// record of its own: the open one is the task.
  private mutating func unique(_ items: [Item]) -> [Item] {
    var places: [TaskID: Int] = [:]
    var result: [Item] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard let place = places[item.record.task.id] else {
        places[item.record.task.id] = result.count
        result.append(item)
        continue
      }
      let first = result[place]
      if first.record.task.isDone, item.record.task.isDone,
        first.record.isOccurrence || item.record.isOccurrence
      {
        result[place].record.finished += [item.record.task.closed ?? context.now]
        continue
      }
      if first.record.task.isDone != item.record.task.isDone,
        first.record.task.title == item.record.task.title
      {
        var (open, done) = first.record.task.isDone ? (item, first) : (first, item)
        open.record.finished +=
          done.record.finished + [done.record.task.closed ?? context.now]
        result[place] = open
      } else {
        let id = ControlCharacters.escaped(item.record.task.id.text)
        bad.append(item.remark("the id \(id) is that of \(first.file):\(first.record.line), too"))
      }
    }
    return result
  }
}

/// The tasks that a record with another id may be the next occurrence of.
private struct NextOccurrences {
  private var tasks: [Text: [Task]] = [:]

  init(of repeating: [Task]) {
    for task in repeating { tasks[task.title, default: []].append(task) }
  }

  /// Returns the record with the id of a task that has its title, if its date is one on which that task repeats: an open
  /// record that repeats as often is the task, and one that is done an occurrence of it.
  func renamed(_ record: ForeignTask) -> ForeignTask {
    guard record.task.isDone || record.task.isRepeating,
      let task = tasks[record.task.title]?.first(where: { isOccurrence(record.task, of: $0) })
    else { return record }
    var record = record
    record.task.id = task.id
    record.isNextOccurrence = !record.task.isDone
    record.isOccurrence = record.task.isDone
    return record
  }

  private func isOccurrence(_ new: Task, of task: Task) -> Bool {
    guard let old = task.deadline ?? task.scheduled, let date = new.deadline ?? new.scheduled,
      let interval = old.repeater?.interval,
      new.isDone || interval == date.repeater?.interval
    else { return false }
    return interval.leads(from: old.start, to: date.start)
  }
}

extension ForeignTask {
  /// The record with nothing but its dates changed from what is told of the task.
  fileprivate func datesOnly(_ told: Task) -> ForeignTask {
    var record = self
    record.task = told
    // Some write the midnight of a day.
    func moved(_ old: Planning?, _ new: Planning?) -> Planning? {
      guard let old, let new else { return old }
      let minute = old.start.minute == nil ? nil : new.start.minute
      return old.moved(to: Timestamp(new.start.date, minute: minute))
    }
    record.task.scheduled = moved(told.scheduled, task.scheduled)
    record.task.deadline = moved(told.deadline, task.deadline)
    return record
  }
}
