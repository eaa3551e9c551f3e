import TasksCore
import TasksSync
import TasksTerminal

/// Returns what the terminal shows of a state.
package func view(_ state: ScreenState, _ glyphs: Glyphs) -> Screen {
  var frame = Frame(state)
  if state.size.columns < Geometry.smallest.columns || state.size.rows < Geometry.smallest.rows {
    frame.screen.put("tasks needs 40×10", row: 0, column: 0)
    frame.screen.put("q leaves", row: 1, column: 0)
  } else {
    frame.drawTitle()
    frame.drawList()
    frame.drawMenu()
    frame.drawFoot()
  }
  if !glyphs.isWhole { frame.screen.makePlain() }
  return frame.screen
}

/// A screen that is being drawn.
private struct Frame {
  let state: ScreenState
  let geometry: Geometry
  var screen: Screen

  init(_ state: ScreenState) {
    (self.state, geometry) = (state, Geometry(of: state))
    screen = Screen(columns: state.size.columns, rows: state.size.rows)
  }

  var columns: Int { screen.columns }
  /// The row of the rule below the list.
  var rule: Int { geometry.listStart + geometry.listHeight }

  // MARK: Title

  mutating func drawTitle() {
    let shown = state.rows.rows.count
    let total = state.filter.isEmpty ? nil : state.reading.total
    var counts = ListSummary(group: state.screen.group).text(shown, of: total)
    let overdue = state.rows.overdue
    if overdue > 0 { counts += " · \(overdue) overdue" }
    let context = state.reading.context.map { " · context \($0)" } ?? ""
    let filter = state.filter.isEmpty ? "" : " · \(state.filter)"
    let room = columns - CellWidth.of(counts) - 3
    let title = CellTable.cut(KeyTable.title(of: state.screen) + context + filter, to: max(8, room))
    screen.put(title, Looks(.bold), row: 0, column: 1)
    screen.put(counts, Looks(.dim), row: 0, endingAt: columns - 1)
  }

  // MARK: List

  mutating func drawList() {
    if let headings = geometry.headings { screen.put(headings, row: 1, column: 0) }
    var row = geometry.listStart
    for line in state.rows.lines[min(state.top, state.rows.lines.count)...] {
      guard row + geometry.height(of: line) <= rule else { break }
      switch line {
      case .heading(let text):
        screen.put(ControlCharacters.escaped(text), Looks(.bold), row: row, column: Geometry.margin)
      case .row(let number): draw(number, at: row)
      }
      row += geometry.height(of: line)
    }
    guard state.rows.rows.isEmpty else { return }
    let text =
      state.filter.isEmpty
      ? "Nothing is here. a adds a task, g goes to another screen."
      : "No task matches. Esc ends the filter."
    screen.put(text, Looks(.dim), row: geometry.listStart + 1, column: Geometry.margin)
    screen.cursor = (geometry.listStart + 1, Geometry.margin)
  }

  private mutating func draw(_ number: Int, at row: Int) {
    let isSelected = number == state.cursor
    let isMarked = state.marks.contains(state.rows.rows[number].id)
    let looks = isMarked ? Looks(.marked) : []
    for (offset, line) in state.rows.table.lines(ofRow: number, geometry.layout).enumerated() {
      screen.put(line, looks, row: row + offset, column: 0)
    }
    if isSelected { screen.put(">", row: row, column: 0) }
    if isMarked { screen.put("*", looks, row: row, column: 1) }
    guard isSelected else { return }
    for offset in 0..<geometry.rowHeight { screen.add(Looks(.selected), row: row + offset) }
    screen.cursor = (row, geometry.layout.mainStart)
  }

  // MARK: Menus

  /// Draws the choices of a menu over the end of the list.
  mutating func drawMenu() {
    guard case .menu(let menu) = state.mode else { return }
    let entries = menu.entries(state.reading.views)
    let room = geometry.listHeight - 1
    let shown = min(entries.count, room)
    let start = max(0, min(menu.cursor - room / 2, entries.count - shown))
    let first = rule - shown
    let width = entries.reduce(0) { max($0, CellWidth.of($1.keys)) }
    clear(first - 1..<rule)
    drawRule(first - 1)
    for (offset, entry) in entries[start..<start + shown].enumerated() {
      let row = first + offset
      screen.put(entry.keys, Looks(.id), row: row, column: Geometry.margin)
      screen.put(entry.words, row: row, column: Geometry.margin + width + 2)
      guard start + offset == menu.cursor else { continue }
      screen.put(">", row: row, column: 0)
      screen.add(Looks(.selected), row: row)
      screen.cursor = (row, Geometry.margin)
    }
  }

  private mutating func clear(_ rows: Range<Int>) {
    for row in rows { screen.clear(row: row) }
  }

  private mutating func drawRule(_ row: Int) {
    screen.put(String(repeating: "─", count: columns), Looks(.border), row: row, column: 0)
  }

  // MARK: Foot

  mutating func drawFoot() {
    drawRule(rule)
    let last = screen.rows - 1
    switch state.mode {
    case .normal, .menu:
      for (offset, line) in geometry.message.enumerated() {
        screen.put(line, row: rule + 1 + offset, column: 0)
      }
      if case .menu(let menu) = state.mode, case .help(let line) = menu.kind {
        draw("? ", line)
      }
    case .filter(let line, _, _): draw("/ ", line)
    case .prompt(let prompt): draw(prompt.label, prompt.line)
    case .confirm(let question, _):
      let row = rule + 1
      let end = screen.put("\(question) y/n", Looks(.bold), row: row, column: 1)
      screen.cursor = (row, min(end + 1, columns - 1))
    }
    let (hints, isError) = hints
    let end = screen.put(
      CellTable.cut(hints, to: columns - 2), Looks(isError ? .error : .dim), row: last, column: 1)
    let status = state.reading.status
    if end + 2 + CellWidth.of(status) < columns {
      screen.put(status, Looks(.dim), row: last, endingAt: columns - 1)
    }
  }

  /// Draws a line that is typed, so that the place where it goes on is seen.
  private mutating func draw(_ label: String, _ line: LineEditor) {
    let row = rule + 1
    for below in row..<screen.rows - 1 { screen.clear(row: below) }
    let start = screen.put(label, Looks(.bold), row: row, column: 1)
    let room = columns - start - 1
    var text = line.text[...]
    var head = CellWidth.of(line.head)
    while head >= room, let first = text.first {
      head -= CellWidth.of(first)
      text = text.dropFirst()
    }
    screen.put(String(text), row: row, column: start)
    screen.cursor = (row, min(start + head, columns - 1))
    screen.showsCursor = true
  }

  /// What the last line says, and whether that is an error.
  private var hints: (text: String, isError: Bool) {
    switch state.mode {
    case .normal:
      let marks = state.marks.isEmpty ? "" : "\(state.marks.count) marked · "
      return (marks + "space done  a add  e title  / filter  u undo  g go  ? keys", false)
    case .filter:
      return state.filterError.map { ($0, true) } ?? ("Enter keeps  Esc gives up", false)
    case .prompt(let prompt):
      if let error = prompt.error { return (error.onOneLine, true) }
      return reading(of: prompt)
    case .menu(let menu):
      if case .help = menu.kind {
        return ("Enter does it  Esc leaves  what is typed narrows", false)
      }
      return ("a letter, or j k Enter  Esc leaves", false)
    case .confirm: return ("y does it  n does not", false)
    }
  }

  /// How the line of a prompt is read.
  private func reading(of prompt: Prompt) -> (String, Bool) {
    let text = prompt.line.text
    guard prompt.kind == .add, !text.allSatisfy({ $0 == " " }) else {
      return ("Enter does it  Esc gives up", false)
    }
    do {
      let draft = try QuickAdd.read(line: text, now: state.now, fields: state.reading.fields)
      let parts = draft.parts(now: state.now).map { part in
        part.kind == .title ? "title \(part.text)" : part.text
      }
      return (parts.joined(separator: " · ").onOneLine + "  Enter adds", false)
    } catch {
      return (error.description.onOneLine, true)
    }
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " · ")
  }
}
