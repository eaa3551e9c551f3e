import TasksCore
import TasksStore
import TasksTerminal

/// The rows of what has changed, and of what merges put aside.
extension ScreenReader {
  func history(_ query: Query) throws -> RowSource {
    let context = QueryContext(
      now: now, isOpen: { reading.isOpen($0) }, isUnsynced: { _ in false }, isParent: { _ in false }
    )
    let history = try store.history(limit: ScreenState.longestHistory) { entry in
      if query.isEmpty { return entry }
      let tasks = [entry.change.new, entry.change.old].compactMap(\.self)
      return tasks.contains { (try? query.matches($0, in: context)) == true } ? entry : nil
    } local: {
      LocalTime.timestamp(at: $0)
    }
    var rows = RowSource()
    var table = CellTable(
      [
        CellTable.Column(isRight: true), CellTable.Column(), CellTable.Column(),
        CellTable.Column(least: 16, isMain: true), CellTable.Column(least: 8),
      ], twoLinesBelow: AgendaTable.narrow)
    var day: CivilDate?
    for entry in history.entries {
      if entry.time.date != day {
        day = entry.time.date
        rows.add(heading: AgendaTable.heading(entry.time.date, today: now.date))
      }
      guard let task = entry.task else { continue }
      let short =
        reading.task(withID: task.id).map { reading.short($0) }
        ?? String(task.id.text.string.prefix(4))
      let verb = LogPage.verb(of: entry)
      let isEdit = entry.change.old != nil && entry.change.new != nil
      let fields = isEdit ? entry.fields.map { ControlCharacters.escaped($0.summary) } : []
      table.add(entry.time.shownTime, .date)
      table.add(short, .id)
      table.add(verb, .state)
      table.add(
        ([task.shownTitle] + fields).joined(separator: " · ").replacing("\n", with: " "))
      table.add(entry.who, .dim)
      var row = RowSource.Row(id: task.id, part: entry.commit, short: short, title: task.title)
      row.verb = verb
      row.about =
        "by \(entry.who), \(ScreenReader.age(now.absoluteMinute - entry.time.absoluteMinute))"
      rows.add(row)
    }
    rows.table = table
    return rows
  }

  private static func age(_ minutes: Int) -> String {
    switch minutes {
    case ..<2: "just now"
    case ..<120: "\(minutes) minutes ago"
    case ..<2880: "\(minutes / 60) hours ago"
    default: "\(minutes / 1440) days ago"
    }
  }

  func conflicts(_ query: Query) throws -> RowSource {
    var rows = RowSource()
    var table = CellTable([
      CellTable.Column(heading: "ID"), CellTable.Column(heading: "Title", least: 12),
      CellTable.Column(heading: "Field"),
      CellTable.Column(heading: "Dropped", least: 10, isMain: true),
      CellTable.Column(heading: "Kept", least: 10),
    ])
    let tasks = try TaskSelection(
      query, from: reading, of: store, now: now, withHidden: true, where: \.hasDroppedValues)
    for task in tasks {
      let document = try reading.document(of: task)
      for loss in MergeLoss.all(in: document.task) {
        func shown(_ value: Text?) -> String {
          value.map { ControlCharacters.escaped($0.onOneLine) } ?? "nothing"
        }
        let short = reading.short(task)
        table.add(short, .id)
        table.add(task.shownTitle)
        table.add(ControlCharacters.escaped(loss.field))
        table.add(shown(loss.value), .today)
        table.add(shown(loss.kept(in: document)))
        rows.add(
          RowSource.Row(id: task.id, part: loss.field.string, short: short, title: task.title))
      }
    }
    rows.table = table
    return rows
  }
}
