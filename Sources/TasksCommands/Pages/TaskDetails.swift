import TasksCore
import TasksStore
import TasksTerminal

/// Prints all of a task for `show`: its fields on a line each, then notes and log.
struct TaskDetails {
  let columns: Column.Context
  /// The store's own fields.
  let own: OwnFields
  /// The names of the task's children.
  let children: [String]

  func write(_ task: Task, sync: SyncState?, to output: inout Output) {
    var targets: [StyledLine] = []
    var links = 0
    var isFirst = true
    var isFirstLine = true
    Markup.read(task) { piece in
      let drawing = MarkupRenderer(terminal: output.terminal, markup: piece)
      if isFirst {
        fill(drawing.title, to: &output)
        writeFields(task, sync: sync, to: &output)
      }
      isFirst = false
      drawing.forEachLine { line in
        if isFirstLine { output.line("") }
        isFirstLine = false
        output.line(line)
      }
      targets += drawing.targets(from: links)
      links = piece.links.count
    }
    if !targets.isEmpty { output.line("") }
    for target in targets { output.line(target) }
    guard !task.log.isEmpty else { return }
    output.line("")
    for line in task.entries {
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
    for line in line.filling(output.terminal.width, behind: head, rest: rest) {
      output.line(line)
    }
  }

  private func fields(_ task: Task, sync: SyncState?) -> [(String, String)] {
    var fields: [(String, String)] = []
    ListRow.of(task) { row in
      for column in Column.all {
        if column.name == "created" {
          fields += task.properties.map {
            (ControlCharacters.escaped($0.name), own.shown($0))
          }
          for (number, child) in children.enumerated() {
            fields.append((number == 0 ? "children" : "", child))
          }
        } else if column.name == "path", let sync {
          fields.append(("sync", sync.rawValue))
        }
        if let label = column.label { fields.append((label, column.shown(row, columns))) }
      }
    }
    return fields.filter { !$0.1.isEmpty }
  }

  static func entry(_ entry: LogEntry) -> String {
    let at = entry.at.map { $0.shown + "  " } ?? ""
    let note =
      entry.note.map {
        "  "
          + ControlCharacters.escaped(
            Text($0.string.split(separator: "\n").joined(separator: " / ")))
      } ?? ""
    switch entry.kind {
    case .state(let from, let to):
      return at + (from.map { ControlCharacters.escaped($0) + " → " } ?? "")
        + ControlCharacters.escaped(to) + note
    case .note: return at + "note" + note
    case .dropped(let field, let value):
      return at + "merge dropped \(ControlCharacters.escaped(field)) "
        + (value.map { "'\(ControlCharacters.escaped($0))'" } ?? "nothing") + note
    case .other(let text): return ControlCharacters.escaped(text) + note
    }
  }

  static func clock(_ clock: Clock) -> String {
    guard let end = clock.end, let minutes = clock.minutes else {
      return "\(clock.start.shown)  clock running"
    }
    return
      "\(clock.start.shown)–\(end.minute.map(Timestamp.clock) ?? end.iso)  clock \(Effort.text(minutes))"
  }
}
