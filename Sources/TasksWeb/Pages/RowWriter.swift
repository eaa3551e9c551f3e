import TasksCore
import TasksPlanning
import TasksStore

/// Writes tasks of a reading as rows of a list. A value that is missing, false or empty has no key, since ten thousand
/// rows are sent at once.
struct RowWriter {
  private let reading: StoreReading
  private let now: Timestamp
  private let dates: RelativeDate
  private let fields: OwnFields
  private let relations: TaskRelations
  var countsAside = true
  /// What was searched in titles and notes.
  var searches: [TextSearch] = []

  init(_ session: StoreAccess.Session, _ reading: StoreReading) {
    self.reading = reading
    now = session.now
    dates = RelativeDate(now: session.now)
    relations = TaskRelations(reading)
    fields = session.store.fields
  }

  func write(_ selection: TaskSelection, to json: inout JSONWriter) {
    let lengths = selection.shortLengths
    json.array { json in
      selection.forEachRow { place, row in
        json.object { json in
          write(row, shortLength: lengths[place], to: &json)
          if let text = Snippet.text(of: row, searches) { json.member("snippet", text) }
        }
      }
    }
  }

  func write(_ task: Task, to json: inout JSONWriter) {
    let length = reading.short(task).utf8.count
    ListRow.of(task) { write($0, shortLength: length, to: &json) }
  }

  private func write(_ row: ListRow, shortLength: Int, to json: inout JSONWriter) {
    json.member("id", row.id.text)
    json.member("short", row.short(shortLength))
    json.member("title", row.title.text)
    json.member("state", row.keyword.text)
    if row.isDone { json.member("done", true) }
    if row.isDeleted { json.member("deleted", true) }
    if let priority = row.priority { json.member("priority", priority.text) }
    if !row.tags.isEmpty {
      json.key("tags")
      json.array(row.tags) { $0.string($1.text) }
    }
    if let list = row.list { json.member("list", list.text) }
    writeDates(row, to: &json)
    if let effort = row.effort { json.member("effort", Effort.brief(effort)) }
    writeNamed(row, to: &json)
    let boxes = row.progress
    if let boxes { writePair("boxes", boxes.checked, boxes.total, to: &json) }
    if let children = relations.progress(of: row) {
      writePair("children", children.done, children.total, to: &json)
    }
    if row.isOpen, row.blockers.contains(where: { reading.isOpen($0) }) {
      json.member("blocked", true)
    }
    let aside = countsAside ? row.droppedValues : 0
    if aside > 0 { json.member("aside", aside) }
    if row.runningClock != nil { json.member("clocked", true) }
    if row.isHiddenFromAgenda { json.member("archived", true) }
    if let parent = row.parent { json.member("parent", parent.text) }
  }

  /// Writes the fields that a line says by their names and those of the store's own, each as a name and a text.
  private func writeNamed(_ row: ListRow, to json: inout JSONWriter) {
    let named = row.named.map { ($0.field.name, $0.field.kind, $0.value) }
    let own = fields.all.map { ($0.name, $0.kind, row.value(of: $0)) }
    let values = (named + own).filter { !$0.2.isNothing }.map { name, kind, value in
      [name.string, value.moment.map { dates.text($0) } ?? kind.shown(value)]
    }
    if values.isEmpty { return }
    json.key("own")
    json.array(values) { json, pair in json.array(pair) { $0.string($1) } }
  }

  private func writePair(
    _ name: StaticString, _ done: Int, _ total: Int, to json: inout JSONWriter
  ) {
    json.key("\(name)")
    json.array([done, total]) { $0.number($1) }
  }

  /// Writes the dates and how they repeat.
  func writeDates(_ row: ListRow, to json: inout JSONWriter) {
    if let repeater = row.deadline?.repeater ?? row.scheduled?.repeater {
      json.member("repeats", row.repeats.short(repeater))
    }
    var all: [(kind: String, at: Timestamp)] = []
    if let deleted = row.deleted {
      all.append(("deleted", deleted))
    } else if let closed = row.closed {
      all.append(("closed", closed))
    } else {
      if let due = row.deadline?.start { all.append(("deadline", due)) }
      if row.isHidden(now), let wait = row.wait { all.append(("hidden", wait)) }
      if let begin = row.scheduled?.start { all.append(("scheduled", begin)) }
    }
    guard !all.isEmpty else { return }
    json.objects("dates", all) { json, date in
      json.member("kind", date.kind)
      json.member("at", date.at)
    }
  }
}
