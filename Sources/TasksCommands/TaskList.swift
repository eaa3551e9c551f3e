import TasksCore
import TasksStore
import TasksTerminal

/// Prints tasks as text or JSON.
struct TaskList {
  let session: Session
  let store: TaskStore

  var line: ListLine {
    ListLine(
      now: session.now,
      plainKeyword: store.settings.workflow.first?.keyword ?? "TODO")
  }

  /// How deep each task of a selection is in its tree; empty for a list.
  var depths: [Int] = []

  /// How many more tasks would be listed if they were not hidden until later.
  var hidden = 0

  private func depth(_ place: Int) -> Int { depths.isEmpty ? 0 : depths[place] }

  /// Writes one line per task.
  func write(_ tasks: [Task], _ reading: StoreReading, to output: inout Output) {
    let shorts = tasks.map { reading.short($0) }
    var line = line(idWidth: shorts.map(\.utf8.count).max() ?? 0)
    for (task, short) in zip(tasks, shorts) { line.write(task, short: short, to: &output) }
  }

  /// Writes one line per task without making a ``Task`` of each, for thousands of tasks.
  func write(_ selection: TaskSelection, _ reading: StoreReading, to output: inout Output) {
    let lengths = selection.shortLengths
    var line = line(idWidth: lengths.max() ?? 0)
    line.children = TaskRelations(reading).progress
    selection.forEachRow { place, task in
      line.depth = depth(place)
      line.write(task, shortLength: lengths[place], to: &output)
    }
  }

  /// Writes one line per task, for scripts.
  ///
  /// - Parameter names: The columns, separated by tabs in the line; nil for the line of ``ListLine``.
  func writeLines(
    _ selection: TaskSelection, _ names: [String]?, _ reading: StoreReading, to output: inout Output
  ) throws {
    guard let names else { return write(selection, reading, to: &output) }
    // Of the columns that a terminal puts together, dates are the deadline here, and marks are left out.
    let columns = try names.filter { $0 != "marks" }.map { name in
      name == "id" ? nil : try Column.read(name == "dates" ? "due" : name, store.fields)
    }
    let context = self.columns(reading)
    let lengths = selection.shortLengths
    selection.forEachRow { place, row in
      let cells = columns.map { column in
        (column?.name == "title"
          ? String(repeating: " ", count: ListTable.indentation(depth(place))) : "")
          + (column?.text(row, context) ?? row.short(lengths[place]))
      }
      output.line(cells.joined(separator: "\t"))
    }
  }

  /// Writes tasks as a table, for a terminal, with a summary below.
  ///
  /// - Parameters:
  ///   - parts: The columns; nil for the usual ones.
  ///   - count: How many tasks there are in all; nil if all are shown.
  func writeTable(
    _ selection: TaskSelection, _ parts: [ListTable.Part]?, grouping: Grouping,
    of group: TaskGroup, _ count: Int? = nil, _ reading: StoreReading, context name: String? = nil,
    to output: inout Output
  ) throws {
    let columns = columns(reading)
    let unpushed = try store.unpushedPaths()
    var table = ListTable(
      parts ?? ListTable.Part.usual, cells(reading), dates: ListSummary(group: group).heading,
      unpushed: unpushed ?? [])
    table.reserve(rows: selection.count)
    func add(_ tasks: TaskSelection) {
      let lengths = tasks.shortLengths
      tasks.forEachRow { table.add($1, shortLength: lengths[$0], depth: depth($0)) }
    }
    if grouping == .none {
      add(selection)
    } else {
      for (heading, tasks) in selection.grouped(by: grouping, columns) {
        table.add(heading: heading)
        add(tasks)
      }
    }
    table.table.write(to: &output)
    var summary =
      ListSummary(group: group).text(selection.count, of: count)
    if table.overdue > 0 { summary += ", \(table.overdue) overdue" }
    if hidden > 0 { summary += " · \(hidden) hidden" }
    if table.waiting > 0 { summary += " · \(table.waiting) not synchronized" }
    summary += TaskList.faults(of: reading).map { " · " + $0 }.joined()
    if let name { summary += " · context \(name)" }
    output.draw(.dim) { $0.append(contentsOf: summary.utf8) }
    output.line("")
  }

  /// What waits for a person to put it right, each with the command that shows it.
  static func faults(of reading: StoreReading) -> [String] {
    let kinds: [(String, (TaskHead) -> Bool)] = [
      ("unread values: tasks doctor", \.hasUnreadValues),
      ("dropped values: tasks conflicts", \.hasDroppedValues),
    ]
    return kinds.compactMap { text, isMeant in
      let count = reading.count(where: isMeant)
      return count > 0 ? "\(count) with \(text)" : nil
    }
  }

  /// What a table shows of tasks of a reading.
  func cells(_ reading: StoreReading) -> TaskCells {
    TaskCells(
      columns(reading), glyphs: session.terminal.glyphs,
      plainKeyword: store.settings.workflow.first?.keyword ?? "TODO",
      isOpen: { reading.isOpen($0) }, children: TaskRelations(reading).progress)
  }

  private func line(idWidth: Int) -> ListLine {
    var line = line
    line.idWidth = idWidth
    line.width = session.terminal.width
    return line
  }

  func rows(_ tasks: [Task], _ reading: StoreReading) throws -> [TaskJSON.Row] {
    zip(tasks, try store.syncStates(of: tasks, in: reading)).map { task, sync in
      var plain = task
      if !store.fields.all.isEmpty {
        plain.properties = task.properties.map(store.fields.plain)
      }
      return (plain, reading.short(task), sync.rawValue)
    }
  }

  func answer(_ tasks: [Task], _ reading: StoreReading) throws -> TasksAnswer {
    TasksAnswer(try rows(tasks, reading))
  }

  /// What columns need to know besides a task. Another task is named by its short id and its title, or by its id
  /// alone if it is not in the store.
  func columns(_ reading: StoreReading) -> Column.Context {
    // Asked of all tasks at once, and only if a column shows it.
    lazy var states: [String: String] = {
      let tasks = reading.tasks
      let states = (try? store.syncStates(of: tasks, in: reading)) ?? []
      return Dictionary(
        zip(tasks.map(\.path), states.map(\.rawValue)), uniquingKeysWith: { first, _ in first })
    }()
    let urgency = TaskUrgency(reading, of: store, now: session.now)
    return Column.Context(
      now: session.now, sync: { states[$0.path.text.string] ?? "" },
      urgency: { urgency.parts(of: $0) }
    ) { id in
      guard let task = reading.task(withID: id) else { return id.text.string }
      return "\(reading.short(task)) \(task.shownTitle)"
    }
  }

  /// Writes all of each task.
  func writeDetails(of tasks: [Task], _ reading: StoreReading, to output: inout Output) throws {
    for (index, (task, sync)) in zip(tasks, try store.syncStates(of: tasks, in: reading))
      .enumerated()
    {
      if index > 0 { output.line("") }
      TaskDetails(
        columns: columns(reading), own: store.fields,
        children: TaskRelations(reading).names(ofChildrenOf: task.id)
      ).write(task, sync: sync.rawValue, to: &output)
    }
  }

  /// Says which names of a query that found nothing there are not.
  func explainNothing(_ query: Query, _ reading: StoreReading) {
    let (tags, lists) = reading.counts(.tags, .lists)
    let keywords = store.settings.workflow.keywords.map(\.state.keyword)
    let unknown = UnknownNames(
      query,
      among: .init(
        tags: tags.rows.map(\.name), lists: lists.rows.map(\.name), keywords: keywords),
      now: session.now)
    for message in unknown.messages { Conversation.say(message) }
  }

  /// Says that a listing is empty, and what it would have with finished tasks or outside the context.
  ///
  /// - Parameters:
  ///   - query: What was asked for, without the context.
  ///   - words: The filter as typed; nil for one that is not typed whole.
  ///   - hidden: How many tasks match that are hidden until later.
  ///   - count: Counts the tasks of a group that match a query.
  func sayNothing(
    _ query: Query, in group: TaskGroup, context: (name: String, query: Query)?,
    words: [String]?, hidden: Int = 0, count: (Query, TaskGroup) throws -> Int
  ) rethrows {
    guard !query.isEmpty || context != nil || hidden > 0 else {
      return Conversation.say(ListSummary(group: group).text(0, of: nil))
    }
    let nothing =
      switch group {
      case .open: "no open task matches"
      case .finished: "no finished task matches"
      case .deleted: "no task in the trash matches"
      case .all: "no task matches"
      }
    var parts = [nothing]
    if hidden > 0 {
      parts.append(
        "\(hidden) hidden until later \(hidden == 1 ? "does" : "do"): "
          + CommandLineWords.typed(["tasks", "list", "--hidden"] + (words ?? [])))
    }
    let inContext = Query.all(of: [query, context?.query ?? .all])
    if group == .open, case let found = try count(inContext, .finished), found > 0 {
      parts.append(
        "\(found) finished \(found == 1 ? "one does" : "ones do")"
          + (words.map { ": tasks " + CommandLineWords.typed(["list", "--done"] + $0) } ?? ""))
    }
    if let context, case let found = try count(query, group), found > 0 {
      parts.append(
        "\(found) \(found == 1 ? "is" : "are") outside the context \(context.name): tasks context none"
      )
    }
    Conversation.say(parts.joined(separator: "; "))
  }

  /// Reports each file that cannot be read on stderr, except files that the command names itself, which its own
  /// error reports.
  static func warn(about reading: StoreReading, askedFor words: [String] = []) {
    warn(
      about: reading.unreadable.filter { file in
        !words.contains(file.path) && !words.contains(where: file.isNamed)
      })
  }

  /// Reports each file that phones and editors add tasks to and that nothing is taken from.
  static func warn(aboutInboxOf store: TaskStore) {
    for fault in Inbox(of: store).faults { Conversation.say(fault) }
  }

  /// Reports each file that cannot be read on stderr.
  static func warn(about files: [UnreadableFile]) {
    for file in files {
      let path = ControlCharacters.escaped(file.path)
      var remedy = ""
      if case .malformed = file.reason { remedy = "; mend it with: tasks edit \(path)" }
      Conversation.say("\(path) cannot be read: \(file.reason.reason)\(remedy)")
    }
  }
}

/// A line format of the user's own: `{short} {title}`, each name replaced by the field's value.
struct FormatString {
  private enum Part {
    case text(String)
    case short
    case column(Column)
  }

  private var parts: [Part] = []

  /// Parses the format.
  ///
  /// - Throws: ``CommandError`` for an unknown name and for a brace that is not closed.
  init(_ text: String, _ fields: OwnFields) throws {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw CommandError("a { in the format has no closing }", code: .usage)
      }
      let name = String(rest[rest.index(after: open)..<close])
      if name == "short" {
        parts.append(.short)
      } else if let column = Column.named(name, fields) {
        parts.append(.column(column))
      } else {
        throw CommandError(
          "'{\(name)}' is not a field; the fields are {short} "
            + Column.all.map(\.name).sorted().map { "{\($0)}" }.joined(separator: " "),
          code: .usage)
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
  }

  /// - Parameter shortLength: The length of the short id, in bytes.
  func text(_ row: ListRow, shortLength: Int, _ context: Column.Context) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .short: row.short(shortLength)
      case .column(let column): column.text(row, context)
      }
    }.joined()
  }
}
