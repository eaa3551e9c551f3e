import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

/// Reads what a screen shows from one reading of the store.
struct ScreenReader {
  /// For how many days finished tasks stay on the board.
  private static let boardDays = 7

  let store: TaskStore
  let reading: StoreReading
  let glyphs: Glyphs
  let now: Timestamp
  let cells: TaskCells

  init(_ store: TaskStore, _ reading: StoreReading, _ glyphs: Glyphs, now: Timestamp) {
    (self.store, self.reading, self.glyphs, self.now) = (store, reading, glyphs, now)
    let urgency = TaskUrgency(reading, of: store, now: now)
    let columns = Column.Context(now: now, urgency: { urgency.parts(of: $0) }) { id in
      reading.task(withID: id).map { "\(reading.short($0)) \($0.shownTitle)" } ?? id.text.string
    }
    cells = TaskCells(
      columns, glyphs: glyphs, plainKeyword: store.settings.workflow.first?.keyword ?? "TODO",
      isOpen: { reading.isOpen($0) }, children: TaskRelations(reading).progress)
  }

  /// Returns what a screen shows of the tasks that match a query.
  ///
  /// - Parameter outer: What holds without the filter that is typed.
  func read(_ state: ScreenState, _ query: Query, outer: Query) throws -> ScreenState.Reading {
    var span = ""
    let rows: RowSource
    var total: Int?
    switch state.place {
    case .list(let screen):
      let shown = try screen.groups(query, reading, of: store, now: now)
      rows = try list(shown, screen.group, keptOf: state)
      if !state.filter.isEmpty {
        let all = try screen.groups(outer, reading, of: store, now: now)
        total = all.reduce(0) { $0 + $1.tasks.count }
      }
    case .tree: rows = try tree(query, folds: state.folds, kept: state.kept)
    case .agenda: (rows, span) = try agenda(state, query)
    case .board: rows = try board(query)
    case .history: rows = try history(query)
    case .conflicts: rows = try conflicts(query)
    }
    if state.place == .tree || state.place == .board, !state.filter.isEmpty {
      total = try select(outer).count
    }
    let shown = Set(rows.rows.filter { $0.isDone == (state.place.group == .finished) }.map(\.id))
    let count = state.place == .tree ? try select(query).count : shown.count
    var read = ScreenState.Reading(rows: rows, total: total ?? count, fields: store.fields)
    read.count = count
    read.span = span
    return read
  }

  private func select(_ query: Query, _ group: TaskGroup = .open) throws -> TaskSelection {
    try TaskSelection(query, from: reading, of: store, now: now) { $0.isIn(group) }
  }

  /// - Parameter view: The view whose columns are shown; nil for the user's own.
  private func table(_ group: TaskGroup, view: String? = nil) throws -> ListTable {
    var parts = ListTable.Part.usual
    let columns = try view.flatMap { try Views(of: store).known($0).columns }
    if let own = try columns
      ?? UserSettings(variable: store.context.variable).string("tasks.columns")
    {
      parts = try View.names(own).map { try ListTable.Part($0, store.fields) }
    }
    return ListTable(
      parts, cells, dates: ListSummary(group: group).heading,
      unpushed: try store.unpushedPaths() ?? [])
  }

  // MARK: Lists

  /// - Parameter state: What was shown before: finished tasks stay where they were.
  private func list(
    _ groups: [ListScreen.Group], _ group: TaskGroup, keptOf state: ScreenState
  ) throws -> RowSource {
    var (rows, list) = (RowSource(), try table(group, view: state.place.view))
    // A task that is in several groups is overdue once.
    var (seen, again): (Set<TaskID>, Int) = ([], 0)
    func add(_ row: ListRow, _ length: Int) {
      rows.add(RowSource.Row(row, shortLength: length))
      let before = list.overdue
      list.add(row, shortLength: length)
      if !seen.insert(row.taskID).inserted { again += list.overdue - before }
    }
    var kept = keptTasks(of: state, besides: groups)
    func addKept(at place: KeptPlace) {
      for task in kept.removeValue(forKey: place) ?? [] {
        ListRow.of(task) { add($0, reading.short(task).utf8.count) }
      }
    }
    let names = Set(groups.map(\.name))
    var vanished = state.rows.groups.map(\.heading).filter { heading in
      !names.contains(heading) && kept.keys.contains { $0.heading == heading }
    }[...]
    /// Adds the groups that only finished tasks are left of, up to where a group of this reading stood.
    func addVanished(before name: String?) {
      let old = state.rows.groups.map(\.heading)
      let end = name.flatMap { old.firstIndex(of: $0) } ?? old.endIndex
      while let heading = vanished.first, let place = old.firstIndex(of: heading), place < end {
        vanished.removeFirst()
        rows.add(heading: heading)
        for place in kept.keys.filter({ $0.heading == heading }) { addKept(at: place) }
      }
    }
    let hasVanished = !vanished.isEmpty
    for group in groups {
      addVanished(before: group.name)
      // Without the other groups it has no name, but the one that it had stays beside those.
      let name = group.name ?? (hasVanished ? state.rows.groups.last?.heading : nil)
      if let name { rows.add(heading: name) }
      addKept(at: KeptPlace(heading: name))
      let lengths = group.tasks.shortLengths
      group.tasks.forEachRow { place, row in
        add(row, lengths[place])
        if !kept.isEmpty { addKept(at: KeptPlace(heading: name, after: row.taskID)) }
      }
    }
    addVanished(before: nil)
    // Those whose neighbour has gone.
    for place in Array(kept.keys) { addKept(at: place) }
    (rows.table, rows.overdue) = (list.table, list.overdue - again)
    return rows
  }

  /// The finished tasks that stay, by where they stood.
  private func keptTasks(
    of state: ScreenState, besides groups: [ListScreen.Group]
  ) -> [KeptPlace: [Task]] {
    if state.kept.isEmpty { return [:] }
    var present: Set<TaskID> = []
    for group in groups { group.tasks.forEachRow { _, row in present.insert(row.taskID) } }
    var kept: [KeptPlace: [Task]] = [:]
    var place = KeptPlace()
    for line in state.rows.lines {
      guard case .row(let number) = line else {
        if case .heading(let text) = line { place = KeptPlace(heading: text) }
        continue
      }
      guard let id = state.rows.rows[number].id else { continue }
      if present.contains(id) {
        place.after = id
      } else if state.kept.contains(id), let task = reading.task(withID: id), task.isDone {
        kept[place, default: []].append(task)
      }
    }
    return kept
  }

  private func tree(
    _ query: Query, folds: Set<TaskID>, kept: Set<TaskID>
  ) throws -> RowSource {
    var (rows, list) = (RowSource(), try table(.open))
    var tasks = try select(query, kept.isEmpty ? .open : .all)
    if !kept.isEmpty {
      var places: [Int] = []
      tasks.forEachRow { if !$1.isDone || kept.contains($1.taskID) { places.append($0) } }
      tasks = tasks.selecting(places)
    }
    let depths: [Int]
    (tasks, depths) = tasks.asTree()
    let lengths = tasks.shortLengths
    var folded = Int.max
    tasks.forEachRow { place, row in
      guard depths[place] <= folded else { return }
      var shown = RowSource.Row(row, shortLength: lengths[place])
      shown.isFolded = folds.contains(row.taskID)
      shown.depth = depths[place]
      folded = folds.contains(row.taskID) ? depths[place] : .max
      rows.add(shown)
      list.add(row, shortLength: lengths[place], depth: depths[place])
    }
    (rows.table, rows.overdue) = (list.table, list.overdue)
    return rows
  }

  private func board(_ query: Query) throws -> RowSource {
    let first = now.date.adding(days: -ScreenReader.boardDays)
    let tasks = try select(query, .all)
    var groups: [String: [Int]] = [:]
    var keywords = store.settings.workflow.keywords.map { $0.state.keyword.string }
    tasks.forEachRow { place, row in
      if row.isDone, (row.closed?.date).map({ $0 < first }) ?? true { return }
      let keyword = row.keyword.text.string
      if groups[keyword] == nil, !keywords.contains(keyword) { keywords.append(keyword) }
      groups[keyword, default: []].append(place)
    }
    var (rows, table) = (
      RowSource(),
      CellTable([
        CellTable.Column(), CellTable.Column(), CellTable.Column(least: 6, isMain: true),
      ])
    )
    for keyword in keywords {
      let places = groups[keyword] ?? []
      rows.add(heading: "\(keyword) \(places.count)")
      for place in places {
        tasks.withShortRow(at: place) { row, length in
          let look: Look? =
            row.isDone ? .done : row.priority?.isSame(as: "A") == true ? .urgent : nil
          table.add(.id) { row.id.appendVisible(first: length, to: &$0) }
          table.add(look) { row.priority?.appendVisible(to: &$0) }
          table.add(look) {
            row.appendShownTitle(to: &$0)
            if row.runningClock != nil { $0 += " \(glyphs.clock)".utf8 }
          }
          rows.add(RowSource.Row(row, shortLength: length))
        }
      }
    }
    rows.table = table
    return rows
  }

  // MARK: Days

  private func agenda(_ state: ScreenState, _ query: Query) throws -> (RowSource, String) {
    let settings = try AgendaConfig(now: now, variable: store.context.variable)
    var span = try state.span.word.flatMap { try settings.span($0) } ?? settings.span()
    let shift = state.span.offset * span.length
    span = span.lowerBound.adding(days: shift)...span.upperBound.adding(days: shift)
    let events = state.filter.isEmpty ? settings.events(in: span, store) : []
    let tasks = try TaskSelection(
      query, from: reading, of: store, now: now, withHidden: true, where: \.isOpen)
    let agenda = tasks.agenda(span, now: now, events: events)
    var (rows, table) = (RowSource(), AgendaTable(cells))
    for (offset, entries) in agenda.entries.indices.map({ ($0, agenda.lines(onDay: $0)) }) {
      if entries.isEmpty, span.length > 7 { continue }
      let day = span.lowerBound.adding(days: offset)
      rows.add(heading: AgendaTable.heading(day, today: now.date))
      for entry in entries {
        table.add(entry, on: day, of: tasks.withShortRow)
        guard case .task(let task) = entry else {
          rows.add(RowSource.Row(id: nil, part: day.iso))
          continue
        }
        tasks.withShortRow(at: task.task) { row, length in
          rows.add(RowSource.Row(row, shortLength: length, part: day.iso))
        }
      }
    }
    rows.table = table.table
    let days = RelativeDate(now: now)
    let first = "\(span.lowerBound.weekdayName) \(days.day(span.lowerBound))"
    switch span.length {
    case 1: return (rows, "day \(first)")
    case 7: return (rows, "week from \(first)")
    default: return (rows, "\(span.length) days from \(first)")
    }
  }
}

/// Where a task that was finished on the screen stays: below a heading, after the task that stood before it.
private struct KeptPlace: Hashable {
  var heading: String?
  var after: TaskID?
}
