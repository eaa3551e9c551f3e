import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// The store as the screen sees it: read anew when it has changed, changed as the verbs do it, one commit a change.
package final class StoreClient {
  private let root: String
  private let context: StoreContext
  private let glyphs: Glyphs
  private let said = Said()
  private var store: TaskStore
  /// The reading that is shown; nil if it is to be read.
  private var reading: StoreReading?
  private var marks: [Bool: StoreFingerprint] = [:]

  /// What the store has to say besides the result.
  private final class Said {
    private var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func take() -> String {
      defer { lines = [] }
      return lines.map { " · " + $0 }.joined()
    }
  }

  /// - Throws: Errors of opening the store.
  package init(_ root: String, _ context: StoreContext, _ glyphs: Glyphs) throws {
    var context = context
    context.say = said.add
    (context.explain, context.progress) = ({ _ in }, { _ in })
    (self.root, self.context, self.glyphs) = (root, context, glyphs)
    store = try TaskStore(at: root, context)
  }

  package var now: Timestamp { context.clock().now }

  /// Reads the words of the command: the name of a screen or of a view, or else a filter of the order.
  ///
  /// - Throws: `InputError` of a filter, `invalid` for a view that there is not.
  package func start(_ words: [String]) throws -> (screen: ListScreen, filter: String) {
    guard let first = words.first else { return (.today, "") }
    if words.count == 1 {
      if let named = KeyTable.screens.first(where: { $0.name == first }) {
        return (named.screen, "")
      }
      let views = try Views(of: store).all().map(\.name)
      if first.hasPrefix("view:") {
        let name = String(first.dropFirst(5))
        _ = try Views(of: store).known(name)
        return (.view(name), "")
      }
      if views.contains(first) { return (.view(first), "") }
    }
    _ = try Query.read(words, now: now, fields: store.fields)
    return (.order, words.map(StoreClient.typed).joined(separator: " "))
  }

  /// A word as it is typed in a line: blanks are in double quotes.
  private static func typed(_ word: String) -> String {
    guard word.contains(" ") else { return word }
    let key = word.firstIndex(of: ":").map { word[...$0] } ?? ""
    return "\(key)\"\(word.dropFirst(key.count))\""
  }

  // MARK: Reading

  /// Returns true, and forgets the reading, if anything has changed since the last look.
  package func look(checksFiles: Bool) -> Bool {
    let mark = store.mark(checksFiles: checksFiles)
    let old = marks.updateValue(mark, forKey: checksFiles)
    guard old != mark else { return false }
    let isFirst = old == nil
    if !isFirst { forget() }
    return !isFirst
  }

  /// Forgets the reading: the next one is of the files, and of settings as they are then.
  package func forget() { reading = nil }

  package func read(_ state: ScreenState) -> Event {
    do {
      if let reading { return .read(try shown(of: state, reading)) }
      // Before it is read, so that what changes meanwhile is seen at the next look.
      if marks.isEmpty {
        marks[false] = store.mark(checksFiles: false)
      } else {
        store = try TaskStore(at: root, context)
      }
      let read = try store.read { ($0, try shown(of: state, $0)) }
      reading = read.0
      return .read(read.1)
    } catch {
      return .unread(StoreClient.message(of: error))
    }
  }

  private func shown(of state: ScreenState, _ reading: StoreReading) throws -> ScreenState.Reading {
    let now = now
    let context = try ActiveContext.of(store, now: now)
    let outer = context?.query ?? .all
    let filter = try Query.read(line: state.filter, now: now, fields: store.fields)
    let query = Query.all(of: [outer, filter])
    func groups(_ query: Query) throws -> [ListScreen.Group] {
      try state.screen.groups(query, reading, of: store, now: now)
    }
    let shown = try groups(query)
    let total = filter.isEmpty ? shown : try groups(outer)
    return ScreenState.Reading(
      rows: try rows(of: shown, keptOf: state, reading),
      total: total.reduce(0) { $0 + $1.tasks.count }, context: context?.name,
      views: try Views(of: store).all().map(\.name), status: status(reading), fields: store.fields)
  }

  /// - Parameter state: What was shown before: finished tasks stay where they were.
  private func rows(
    of groups: [ListScreen.Group], keptOf state: ScreenState, _ reading: StoreReading
  ) throws -> RowSource {
    let urgency = TaskUrgency(reading, of: store, now: now)
    let columns = Column.Context(now: now, urgency: { urgency.parts(of: $0) }) { id in
      reading.task(withID: id).map { "\(reading.short($0)) \($0.shownTitle)" } ?? id.text.string
    }
    let cells = TaskCells(
      columns, glyphs: glyphs, plainKeyword: store.settings.workflow.first?.keyword ?? "TODO",
      isOpen: { reading.isOpen($0) }, children: TaskRelations(reading).progress)
    var parts = ListTable.Part.usual
    if let names = try UserSettings(variable: context.variable).string("tasks.columns") {
      parts = try View.names(names).map { try ListTable.Part($0, store.fields) }
    }
    let list = ListTable(
      parts, cells, dates: ListSummary(group: state.screen.group).heading,
      unpushed: try store.unpushedPaths() ?? [])
    var rows = RowSource(list)
    var present: Set<TaskID> = []
    if !state.kept.isEmpty {
      for group in groups { group.tasks.forEachRow { _, row in present.insert(row.taskID) } }
    }
    var kept: [KeptPlace: [Task]] = [:]
    var place = KeptPlace()
    for line in state.kept.isEmpty ? [] : state.rows.lines {
      guard case .row(let number) = line else {
        if case .heading(let text) = line { place = KeptPlace(heading: text) }
        continue
      }
      let row = state.rows.rows[number]
      if present.contains(row.id) {
        place.after = row.id
      } else if state.kept.contains(row.id), let task = reading.task(withID: row.id), task.isDone {
        kept[place, default: []].append(task)
      }
    }
    func addKept(at place: KeptPlace) {
      for task in kept.removeValue(forKey: place) ?? [] {
        ListRow.of(task) { rows.add($0, shortLength: reading.short(task).utf8.count) }
      }
    }
    for group in groups {
      if let name = group.name { rows.add(heading: name) }
      addKept(at: KeptPlace(heading: group.name))
      let lengths = group.tasks.shortLengths
      group.tasks.forEachRow { place, row in
        rows.add(row, shortLength: lengths[place])
        if !kept.isEmpty { addKept(at: KeptPlace(heading: group.name, after: row.taskID)) }
      }
    }
    // Those whose group or neighbour has gone.
    for place in Array(kept.keys) { addKept(at: place) }
    return rows
  }

  private func status(_ reading: StoreReading) -> String {
    var parts: [String] = []
    for task in reading.clocking.prefix(1) {
      guard let start = task.log.runningClocks.first?.start else { continue }
      let minutes = max(0, now.absoluteMinute - start.absoluteMinute)
      parts.append(
        "\(glyphs.clock) \(reading.short(task)) \(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
      )
    }
    if let ahead = try? store.aheadBehind()?.ahead, ahead > 0 {
      parts.append("\(glyphs.waiting)\(ahead)")
    }
    if !reading.unreadable.isEmpty { parts.append("\(reading.unreadable.count) unreadable") }
    return parts.joined(separator: "  ")
  }

  // MARK: Changing

  package func perform(_ operation: Operation) -> Event {
    do {
      return .changed(try outcome(of: operation))
    } catch let error as ActionError {
      _ = said.take()
      guard case .blocked(let id, _, _) = error, case .finish(let ids, let forced) = operation
      else { return .refused(error.message, operation) }
      return .asked(
        "\(error.message) · finish it now?", .finish(ids, forced: forced.union([id])))
    } catch {
      _ = said.take()
      return .refused(StoreClient.message(of: error), operation)
    }
  }

  private func outcome(of operation: Operation) throws -> Outcome {
    switch operation {
    case .finish(let ids, let forced):
      var action = ChangeState.done
      action.forced = forced
      return try perform(action, on: ids, operation)
    case .reopen(let ids): return try perform(ChangeState.reopen, on: ids, operation)
    case .delete(let ids): return try perform(DeleteTask(), on: ids, operation)
    case .restore(let ids): return try perform(RestoreTask(), on: ids, operation)
    case .purge(let ids): return try perform(PurgeTask(), on: ids, operation)
    case .retitle(let id, let text, let was):
      // As one word, so that nothing in it is read as a key or a tag.
      let draft = try QuickAdd.read(
        ["title:\(text)"], mode: .modify, now: now, fields: store.fields)
      return try perform(ModifyTask(draft), on: [id], operation) { task in
        guard task.title != was, task.title != draft.title else { return }
        throw StoreError.invalid(
          "the title was changed meanwhile to: \(ControlCharacters.escaped(task.title))")
      }
    case .add(let lines): return try add(lines, operation)
    case .undo(let commit):
      let report = try Reversal(in: store).undo(operation: commit)
      return outcome(operation, "undone", report)
    case .redo: return outcome(operation, "done again", try Reversal(in: store).redo())
    }
  }

  /// - Parameter check: Throws if a task is no longer as it was shown.
  private func perform(
    _ action: some TaskAction, on ids: [TaskID], _ operation: Operation,
    check: (Task) throws -> Void = { _ in }
  ) throws -> Outcome {
    let report = try store.perform(action) { reading in
      let documents = try reading.documents(ids.map(\.text.string))
      for document in documents { try check(document.task) }
      return documents
    }
    for change in report.changed {
      guard let old = change.old, let new = change.new else { continue }
      if let notice = action.notice(from: old, to: new, short: report.reading.short(new)) {
        said.add(notice)
      }
    }
    return outcome(operation, action.past, report)
  }

  private func add(_ lines: [String], _ operation: Operation) throws -> Outcome {
    let context = try ActiveContext.of(store, now: now)
    let drafts = try lines.map { line in
      let draft = try QuickAdd.read(line: line, now: now, fields: store.fields)
      return context?.query.completing(draft) ?? draft
    }
    let report = try store.write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      return try drafts.map { .add(try new.task($0)) }
    }
    var outcome = outcome(operation, "added", report)
    outcome.task = report.changed.last?.new?.id
    return outcome
  }

  private func outcome(_ operation: Operation, _ past: String, _ report: WriteReport) -> Outcome {
    reading = report.reading
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    let what: String =
      switch tasks.count {
      case 0: report.isChange ? "\(past) the store's settings" : "nothing to change"
      case 1: "\(past) \(report.reading.short(tasks[0])) \(tasks[0].shownTitle)"
      default: "\(past) \(tasks.count) tasks"
      }
    return Outcome(operation, what + said.take(), commit: report.commit)
  }

  private static func message(of error: any Error) -> String {
    let told = error as? any ReportedError ?? StoreError(error)
    return ControlCharacters.escapedLines(
      ([told.message] + [told.hint].compactMap(\.self)).joined(separator: "; "))
  }
}

/// Where a task that was finished on the screen stays: below a heading, after the task that stood before it.
private struct KeptPlace: Hashable {
  var heading: String?
  var after: TaskID?
}
