import TasksCore

/// All of a task as `show` has it: its fields on a line each, then notes and log.
package struct TaskDetails {
  private let columns: Column.Context
  /// The store's own fields.
  private let own: OwnFields
  /// The names of the task's children.
  private let children: [String]

  package init(columns: Column.Context, own: OwnFields, children: [String]) {
    (self.columns, self.own, self.children) = (columns, own, children)
  }

  package func write(_ task: Task, sync: String?, to output: inout Output) {
    forEachLine(of: task, sync: sync, on: output.terminal) { output.line($0) }
  }

  /// Calls `body` with each line as a terminal shows it, the title first.
  ///
  /// - Parameter left: The fields that are left out.
  package func forEachLine(
    of task: Task, sync: String?, without left: Set<String> = [], on terminal: Terminal,
    _ body: (StyledLine) -> Void
  ) {
    var targets: [StyledLine] = []
    var links = 0
    var isFirst = true
    var isFirstLine = true
    func fill(_ line: StyledLine, behind head: StyledLine = StyledLine(), indent: Int = 0) {
      let rest = StyledLine(String(repeating: " ", count: indent))
      line.filling(terminal.width, behind: head, rest: rest).forEach(body)
    }
    Markup.read(task) { piece in
      let drawing = MarkupRenderer(terminal: terminal, markup: piece)
      if isFirst {
        fill(drawing.title)
        for (name, value) in fields(task, sync: sync, without: left) {
          let gap = String(repeating: " ", count: max(2, 12 - CellWidth.of(name)))
          fill(StyledLine(value), behind: StyledLine(name + gap, [.dim]), indent: 12)
        }
      }
      isFirst = false
      drawing.forEachLine { line in
        if isFirstLine { body(StyledLine()) }
        isFirstLine = false
        body(line)
      }
      targets += drawing.targets(from: links)
      links = piece.links.count
    }
    if !targets.isEmpty { body(StyledLine()) }
    targets.forEach(body)
    guard !task.log.isEmpty else { return }
    body(StyledLine())
    for line in task.entries { fill(StyledLine(TaskDetails.entry(line), [.dim]), indent: 2) }
    for clock in task.clocks { fill(StyledLine(TaskDetails.clock(clock), [.dim]), indent: 2) }
  }

  private func fields(
    _ task: Task, sync: String?, without left: Set<String>
  ) -> [(String, String)] {
    var fields: [(String, String)] = []
    for line in Column.lines(of: task, columns) {
      if line.name == "created" {
        fields += task.properties.map { (ControlCharacters.escaped($0.name), own.shown($0)) }
        for (number, child) in children.enumerated() {
          fields.append((number == 0 ? "children" : "", child))
        }
      } else if line.name == "path", let sync {
        fields.append(("sync", sync))
      }
      if !left.contains(line.name) { fields.append((line.label, line.shown)) }
    }
    return fields.filter { !$0.1.isEmpty }
  }

  private static func entry(_ entry: LogEntry) -> String {
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

  private static func clock(_ clock: Clock) -> String {
    guard let end = clock.end, let minutes = clock.minutes else {
      return "\(clock.start.shown)  clock running"
    }
    return
      "\(clock.start.shown)–\(end.minute.map(Timestamp.clock) ?? end.iso)  clock \(Effort.text(minutes))"
  }
}
