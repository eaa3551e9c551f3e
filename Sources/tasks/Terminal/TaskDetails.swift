import TasksCore
import TasksStore

/// Prints all of a task for `show`: its fields on a line each, then notes and log.
struct TaskDetails {
  let style: Style
  let reading: StoreReading
  /// The maximum number of cells per line; nil for no limit.
  let width: Int?

  func write(_ task: Task, sync: SyncState?, to output: inout Output) {
    var targets: [String] = []
    var links = 0
    var isFirst = true
    var isFirstLine = true
    Markup.read(task) { piece in
      let drawing = MarkupRenderer(style: style, markup: piece, width: width)
      if isFirst {
        fill(drawing.title, to: &output)
        writeFields(task, sync: sync, to: &output)
      }
      isFirst = false
      drawing.forEachLine { line in
        if isFirstLine { output.line("") }
        isFirstLine = false
        output.line(line.drawn(in: style))
      }
      targets += drawing.targets(from: links)
      links = piece.links.count
    }
    if !targets.isEmpty { output.line("") }
    for target in targets { output.line(target) }
    guard !task.log.isEmpty || !task.clocks.isEmpty else { return }
    output.line("")
    for line in task.log {
      fill(StyledLine(TaskDetails.entry(line), [.dim]), indent: 2, to: &output)
    }
    for clock in task.clocks {
      fill(StyledLine(TaskDetails.clock(clock), [.dim]), indent: 2, to: &output)
    }
  }

  private func writeFields(_ task: Task, sync: SyncState?, to output: inout Output) {
    for (name, value) in fields(task, sync: sync) {
      let gap = String(repeating: " ", count: max(1, 12 - CellWidth.of(name)))
      fill(
        StyledLine(value), behind: StyledLine(name + gap, [.dim]), indent: 12, to: &output)
    }
  }

  private func fill(
    _ line: StyledLine, behind head: StyledLine = StyledLine(), indent: Int = 0,
    to output: inout Output
  ) {
    let rest = StyledLine(String(repeating: " ", count: indent))
    for line in line.filling(width, behind: head, rest: rest) {
      output.line(line.drawn(in: style))
    }
  }

  private func fields(_ task: Task, sync: SyncState?) -> [(String, String)] {
    var fields: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { fields.append((name, value)) }
    }
    add("id", task.id.text.string)
    add("state", Visible.text(task.state.keyword))
    add("priority", task.priority?.text)
    add("tags", task.tags.map { Visible.text($0) }.joined(separator: " "))
    add("list", task.list.map { Visible.text($0) })
    add("scheduled", task.scheduled.map(date))
    add("due", task.deadline.map(date))
    add("closed", task.closed.map(ListLine.moment))
    add("deleted", task.deleted.map(ListLine.moment))
    add("last done", task.lastRepeat.map(ListLine.moment))
    add("remind", task.reminders.map(ListLine.moment).joined(separator: ", "))
    add("important", task.isImportant ? "yes" : nil)
    add("alert", alerts(task))
    add("effort", task.effort.map { Effort.text($0) })
    add("place", task.place.name.map { Visible.text($0) })
    add("geo", task.place.coordinates?.text)
    add("radius", task.place.radius.map { "\($0) m" })
    add("parent", task.parent.map(related))
    add("depends on", task.blockers.map(related).joined(separator: ", "))
    for property in task.properties {
      add(Visible.text(property.name), Visible.text(property.value.onOneLine))
    }
    add("created", task.created.map(ListLine.moment))
    add("rank", task.rank?.text)
    add("sync", sync?.rawValue)
    add("file", task.path)
    return fields
  }

  /// Returns the alerts. A second one without a first is marked, because the file has a separate name for it.
  private func alerts(_ task: Task) -> String? {
    switch (task.firstAlert, task.secondAlert) {
    case (let first?, let second?): "\(Effort.text(first)), \(Effort.text(second)) before"
    case (let first?, nil): "\(Effort.text(first)) before"
    case (nil, let second?): "second \(Effort.text(second)) before"
    case (nil, nil): nil
    }
  }

  private func date(_ plan: Planning) -> String {
    ListLine.date(plan) + (plan.warning.map { " " + $0.text } ?? "")
  }

  /// Returns another task by its short id and title, or the id alone if the task is not in the store.
  private func related(_ id: TaskID) -> String {
    guard let task = reading.task(withID: id) else { return id.text.string }
    return "\(reading.short(task)) \(Visible.text(task.title))"
  }

  static func entry(_ entry: LogEntry) -> String {
    let at = entry.at.map { ListLine.moment($0) + "  " } ?? ""
    let note =
      entry.note.map {
        "  " + Visible.text(Text($0.string.split(separator: "\n").joined(separator: " / ")))
      } ?? ""
    switch entry.kind {
    case .state(let from, let to):
      return at + (from.map { Visible.text($0) + " → " } ?? "") + Visible.text(to) + note
    case .note: return at + "note" + note
    case .dropped(let field, let value):
      return at + "merge dropped \(Visible.text(field)) "
        + (value.map { "“\(Visible.text($0))”" } ?? "nothing") + note
    case .other(let text): return Visible.text(text) + note
    }
  }

  static func clock(_ clock: Clock) -> String {
    guard let end = clock.end, let minutes = clock.minutes else {
      return "\(ListLine.moment(clock.start))  clock running"
    }
    return
      "\(ListLine.moment(clock.start))–\(end.minute.map(Timestamp.clock) ?? end.iso)  clock \(Effort.text(minutes))"
  }
}

extension String {
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
