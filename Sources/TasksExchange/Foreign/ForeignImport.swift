import TasksCore

/// What the records of files do to the tasks of a store (exchange.md, "Rules for every format").
package struct ForeignImport: Sendable {
  package struct File: Sendable {
    package var name: String
    /// Where the file or the folder lies that was named for the import; nil for what has no place.
    let source: String?
    package var records: [ForeignRecord]

    package init(name: String, source: String? = nil, records: [ForeignRecord]) {
      (self.name, self.source, self.records) = (name, source, records)
    }
  }

  /// Something to say about a line of a file.
  package struct Remark: Hashable, Sendable {
    package let file: String
    package let line: Int
    package let text: String

    package var message: String { "\(ControlCharacters.escaped(Text(file))):\(line): \(text)" }
  }

  package struct Update: Sendable {
    package let old: Task
    package let new: Task
    let file: String
    let line: Int

    package func remark(_ text: String) -> Remark { Remark(file: file, line: line, text: text) }
  }

  /// A new task. Its path and rank may be missing.
  package struct Addition: Sendable {
    package let task: Task
    let file: String
    let line: Int
    /// Keywords that the store does not have, for the file of the task.
    package let keywords: [ForeignKeyword]

    package func remark(_ text: String) -> Remark { Remark(file: file, line: line, text: text) }
  }

  /// In the order of the files.
  package private(set) var added: [Addition] = []
  package private(set) var changed: [Update] = []
  package private(set) var unchanged: [Task] = []
  /// Tasks in the trash that the files have, too: they stay there.
  package private(set) var trashed: [Task] = []
  /// Unchanged tasks that the files would change if it were not known that they say nothing new.
  package private(set) var kept: [Task] = []
  /// Open tasks that a source no longer has.
  package private(set) var gone: [(task: Task, source: String)] = []
  /// Records that cannot be read.
  package private(set) var bad: [Remark] = []
  package private(set) var remarks: [Remark] = []
  private var purged: [Remark] = []
  /// What to remember for the next import (``ImportBase``).
  package private(set) var remembered: [UInt8] = []

  private let base: ImportBase
  /// What was told of tasks when this store wrote the files; empty where they are not of an earlier time.
  private var exported: [TaskID: Task] = [:]
  private let context: ForeignContext
  private let restores: Bool
  /// Whether records that say nothing new are compared with their tasks.
  private let comparesAll: Bool
  private let traits: Set<ForeignTrait>
  private let fitting: ForeignFitting

  /// - Parameters:
  ///   - reader: What read the files.
  ///   - restores: Whether tasks in the trash are taken out of it, and those that were purged made again.
  ///   - base: What was imported before.
  ///   - tellsKept: Whether ``kept`` is wanted.
  ///   - repeating: The open tasks that repeat: some programs give the next occurrence another id.
  ///   - isGone: Returns whether a file of an earlier import is no longer there.
  ///   - exports: Returns what was exported in the format, the last time first.
  ///   - existing: Returns the task of an id.
  package init(
    _ files: [File], of reader: any ForeignReader, context: ForeignContext, restores: Bool,
    base: ImportBase = ImportBase(), tellsKept: Bool = false, repeating: [Task],
    isGone: @escaping (String) -> Bool = { _ in false },
    exports: () throws -> [OwnExport.Point] = { [] },
    existing: @escaping (TaskID) -> Task?
  ) throws {
    (self.context, self.restores, self.base) = (context, restores, base)
    comparesAll = tellsKept || restores
    traits = type(of: reader).traits
    fitting = ForeignFitting(
      context: context, traits: traits, keepsFormat: reader is any ForeignFormat)
    let next = NextOccurrences(of: repeating)
    let format = type(of: reader).name
    var identity = ForeignIdentity(
      format: format, traits: traits, base: base, context: context,
      sources: Set(files.compactMap(\.source)), isGone: isGone, existing: existing)
    var items = files.flatMap { identity.items(of: $0) }
    (bad, remarks) = (identity.bad, identity.remarks)
    if !repeating.isEmpty {
      for place in items.indices where existing(items[place].record.task.id) == nil {
        items[place].record = next.renamed(items[place].record)
      }
    }
    items = unique(items)
    let pairs = items.map { item in
      let task = existing(item.record.task.id)
      return (item: prepared(item, reader, task), task: task)
    }
    // What says nothing new need not be compared.
    let compared = pairs.filter { !$0.item.isKnown || comparesAll }.compactMap(\.task)
    let isLinked = context.options.contains(.linked)
    let told = Dictionary(
      zip(compared, reader.told(compared)).map { task, told in
        var told = told
        // The line that it is of, not the one that it would have in a list of the store.
        if isLinked {
          told.properties.removeAll { $0.name == LinkedLine.property }
          told.properties += task.properties.filter { $0.name == LinkedLine.property }
        }
        return (task.id, told)
      }, uniquingKeysWith: { first, _ in first })
    let unknown = pairs.compactMap { item, task in
      task.flatMap { base.knows($0.id) ? nil : (item, $0) }
    }
    exported = try OwnExport.nearest(to: unknown, reader, told: told, among: exports) {
      update($0.record, $1, $2).edits(from: $1).count
    }
    added.reserveCapacity(pairs.count - compared.count)
    for (item, task) in pairs {
      remarks += item.remarks
      if item.isKnown, !(restores && task?.isDeleted != false) {
        if let task, task.isDeleted, !item.record.task.isDeleted {
          trashed.append(task)
        } else if let task {
          unchanged.append(task)
          if tellsKept, let before = told[task.id], update(item.record, task, before) != task {
            kept.append(task)
          }
        }
        continue
      }
      if let task, let before = told[task.id] {
        take(item, task, before)
      } else if item.record.task.title.isEmpty {
        bad.append(item.remark("it has no title"))
      } else if base.knows(item.record.task.id), !restores {
        purged.append(
          item.remark("it was purged or encrypted here and is left out; --restore makes it again"))
      } else {
        let new = item.record.task.logging(finished: item.record.finished, as: context.done)
        added.append(
          Addition(
            task: new, file: item.file, line: item.record.line, keywords: item.record.keywords))
      }
    }
    remarks += purged
    leaveCycles(existing)
    remember(
      items, pairs.map(\.item), of: identity.formerSources.union(files.compactMap(\.source)),
      existing)
  }

  /// Looks whether a record says anything new, and makes it writable here.
  private func prepared(_ item: ForeignItem, _ reader: any ForeignReader, _ task: Task?)
    -> ForeignItem
  {
    var item = item
    item.remembered = ImportBase.record(
      of: item.record,
      isSecret: item.record.task.tags.contains(Task.cryptTag) || task?.hasEncryptedNotes == true,
      after: item.before)
    item.isKnown = base.has(item.remembered, of: item.record.task.id)
    item.remarks += item.record.remarks.map { item.remark($0) }
    makeWritable(
      &item, as: task?.format ?? context.format, converts: !item.isKnown || comparesAll)
    return item
  }

  private func makeWritable(_ item: inout ForeignItem, as format: Format, converts: Bool) {
    let remarks = fitting.fit(&item.record.task, to: format, converts: converts)
    item.remarks += remarks.map { item.remark($0) }
  }

  private mutating func remember(
    _ all: [ForeignItem], _ items: [ForeignItem], of sources: Set<String>,
    _ existing: (TaskID) -> Task?
  ) {
    var gone: Set<TaskID> = []
    // What cannot be read may be any task.
    if bad.isEmpty {
      gone = base.tasks(of: sources).subtracting(all.map(\.record.task.id))
      let names = sources.sorted().map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        .uniqued().joined(separator: ", ")
      self.gone = gone.compactMap { existing($0) }.filter(\.isOpen).map { ($0, names) }
        .ordered { $0.task.title < $1.task.title }
    }
    let left = Set((bad + purged).map { "\($0.file):\($0.line)" })
    remembered = base.bytes(
      adding: items.filter {
        (!$0.isKnown || $0.isMoved) && !left.contains("\($0.file):\($0.record.line)")
      }
      .map { ($0.record.task.id, $0.source ?? "", $0.remembered) }, without: gone)
  }

  /// Leaves out what would be in a circle of tasks.
  private mutating func leaveCycles(_ existing: @escaping (TaskID) -> Task?) {
    let cycles = ForeignCycles(added.map(\.task) + changed.map(\.new), existing: existing)
    if cycles.reasons.isEmpty { return }
    for addition in added {
      cycles.reasons[addition.task.id].map { bad.append(addition.remark($0)) }
    }
    for update in changed { cycles.reasons[update.new.id].map { bad.append(update.remark($0)) } }
    added.removeAll { cycles.reasons[$0.task.id] != nil }
    changed.removeAll { cycles.reasons[$0.new.id] != nil }
  }

  private mutating func take(_ item: ForeignItem, _ task: Task, _ told: Task) {
    let isInTrash = task.isDeleted && !item.record.task.isDeleted
    guard !isInTrash || restores else { return trashed.append(task) }
    var record = item.record
    // They are changed here alone, and no base knows them.
    if task.hasEncryptedNotes { record.task.notes = told.notes }
    var dropped: [MergeLoss] = []
    if !record.isNextOccurrence, let before = before(&record, item, task),
      let merge = merge(record.task, since: before, told)
    {
      let read = record.task
      (record.task, dropped) = (merge.task, merge.dropped)
      if task.isRepeating {
        // Its dates move by themselves: what the file says of them now is compared as before.
        if read.scheduled != before.scheduled { record.task.scheduled = read.scheduled }
        if read.deadline != before.deadline { record.task.deadline = read.deadline }
        if read.state != before.state {
          (record.task.state, record.task.closed) = (read.state, read.closed)
        }
        dropped.removeAll { ["scheduled", "deadline", "state", "closed"].contains($0.field) }
      }
    }
    var new = update(record, task, told)
    if isInTrash { new.deleted = nil }
    for loss in dropped where !MergeLoss.all(in: new).contains(loss) {
      new.log.insert(loss.item, at: 0)
      remarks.append(
        item.remark(
          "\(ControlCharacters.escaped(loss.field)) was changed here too, and stays as it is here; "
            + "tasks conflicts shows the other value"))
    }
    if new == task {
      unchanged.append(task)
      if exported[task.id] != nil, comparesAll { kept.append(task) }
    } else {
      changed.append(Update(old: task, new: new, file: item.file, line: record.line))
    }
  }

  /// What the source said of a task when it was imported before, or this store when it wrote the file.
  ///
  /// - Parameter record: What the source says now; it is completed by what was told then.
  private func before(_ record: inout ForeignTask, _ item: ForeignItem, _ task: Task) -> Task? {
    guard let known = base.task(task.id, context) else {
      if let then = exported[task.id] { record.task = record.completed(from: then) }
      return exported[task.id]
    }
    var item = item
    item.record.task = known
    makeWritable(&item, as: task.format, converts: true)
    if task.hasEncryptedNotes { item.record.task.notes = task.notes }
    return item.record.task
  }

  private func update(_ record: ForeignTask, _ task: Task, _ told: Task) -> Task {
    var record = record.isNextOccurrence ? record.datesOnly(told) : record
    record.task = record.completed(from: told)
    return ForeignUpdate(
      task: task, told: told, record: record,
      absent: traits.contains(.tellsAll) ? .removed : .unsaid,
      workflow: context.workflow,
      now: context.now
    ).result
  }

  /// Merges what a record says with the task as the format tells it, field by field. Of what both have changed, the value
  /// of the task stays.
  ///
  /// - Returns: Nil if one of them cannot be written.
  private func merge(_ record: Task, since before: Task, _ told: Task) -> FieldMerge? {
    let keywords = context.keywords(with: [record, before, told])
    let workflow = Workflow(keywords)
    func document(_ task: Task) -> (any TaskDocument)? {
      var task = task
      (task.id, task.hasOwnID, task.format) = (told.id, true, told.format)
      task.path = "2000-01/task.\(told.format.rawValue)"
      return try? TaskPrinter.print(new: task, keywords, workflow)
    }
    guard let base = document(before), let ours = document(told), let theirs = document(record)
    else { return nil }
    return FieldMerge(ThreeWay(base: base, ours: ours, theirs: theirs), local: .ours)
  }

  /// Leaves one record of each id. Of a repeating task some programs write each occurrence that was finished as a
  /// record of its own: the open one is the task.
  private mutating func unique(_ items: [ForeignItem]) -> [ForeignItem] {
    var places: [TaskID: Int] = [:]
    var result: [ForeignItem] = []
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
