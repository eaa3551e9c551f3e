import TasksCore
import TasksTerminal

/// The list: rows below headings, or groups side by side.
extension Frame {
  mutating func drawList() {
    if let headings = geometry.headings { screen.put(headings, row: 1, column: 0) }
    if geometry.isBoard { drawBoard() } else { drawLines() }
    guard state.rows.rows.isEmpty, state.rows.lines.isEmpty || geometry.isBoard else { return }
    let text = state.filter.isEmpty ? emptyText : "No task matches. Esc ends the filter."
    screen.put(text, Looks(.dim), row: geometry.listStart + 1, column: Geometry.margin)
    screen.cursor = (geometry.listStart + 1, Geometry.margin)
  }

  private var emptyText: String {
    switch state.place {
    case .history: "Nothing has changed yet."
    case .conflicts: "No merge has put a value aside."
    case .list(.deleted): "The trash is empty. g goes to another screen."
    default: "Nothing is here. a adds a task, g goes to another screen."
    }
  }

  private mutating func drawLines() {
    var row = geometry.listStart
    for line in state.rows.lines[min(state.top, state.rows.lines.count)...] {
      guard row + geometry.height(of: line) <= rule else { break }
      switch line {
      case .heading(let text):
        screen.put(ControlCharacters.escaped(text), Looks(.bold), row: row, column: Geometry.margin)
      case .row(let number): draw(number, at: row, 0..<geometry.listWidth)
      }
      row += geometry.height(of: line)
    }
  }

  /// Draws a row from a column on.
  private mutating func draw(_ number: Int, at row: Int, _ columns: Range<Int>) {
    let start = columns.lowerBound
    let isSelected = number == state.cursor
    let task = state.rows.rows[number]
    let isMarked = task.id.map { state.marks[$0] != nil } ?? false
    let looks = isMarked ? Looks(.marked) : []
    for (offset, line) in state.rows.table.lines(ofRow: number, geometry.layout).enumerated() {
      screen.put(line, looks, row: row + offset, column: start)
    }
    for offset in 0..<geometry.rowHeight {
      for word in state.reading.words {
        screen.add(Looks(.match), row: row + offset, where: word, columns)
      }
    }
    if isSelected { screen.put(">", row: row, column: start) }
    if isMarked { screen.put("*", looks, row: row, column: start + 1) }
    if task.isFolded { screen.put("+", looks, row: row, column: start + 2) }
    guard isSelected, !state.isInTask else { return }
    for offset in 0..<geometry.rowHeight {
      screen.add(Looks(.selected), row: row + offset, columns: columns)
    }
    screen.cursor = (row, start + geometry.layout.mainStart)
  }

  // MARK: The board

  /// Draws the groups side by side, those around the cursor if there is no room for all. The column of the cursor
  /// scrolls, the others begin at their first task.
  private mutating func drawBoard() {
    let groups = state.rows.groups
    let width = Geometry.boardWidth(columns, groups.count)
    let current = groups.firstIndex { $0.rows.contains(state.cursor) } ?? 0
    let count = max(1, columns / width)
    let first = max(0, min(current - count / 2, groups.count - count))
    for (place, group) in groups[first...].prefix(count).enumerated() {
      let start = place * width
      let end = place == count - 1 ? columns : start + width
      screen.put(
        CellTable.cut(ControlCharacters.escaped(group.heading), to: width - 2), Looks(.bold),
        row: 1, column: start + 2)
      let room = (rule - 2) / geometry.rowHeight
      let isCurrent = group.rows.contains(state.cursor)
      let skipped = isCurrent ? max(0, state.cursor - group.rows.lowerBound - room + 1) : 0
      for (offset, number) in group.rows.dropFirst(skipped).prefix(room).enumerated() {
        draw(number, at: 2 + offset * geometry.rowHeight, start..<end - 1)
      }
      if place > 0 { drawBar(start - 1) }
    }
  }

  /// Draws a line from the first row to the rule.
  mutating func drawBar(_ column: Int, from first: Int = 1) {
    if state.settings.border == .none { return }
    let sign = state.settings.border == .ascii ? "|" : "│"
    for row in first..<rule { screen.put(sign, Looks(.border), row: row, column: column) }
  }
}
