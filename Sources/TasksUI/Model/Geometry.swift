import TasksTerminal

/// Where the parts of the screen are: a title, headings of columns, the list, a rule, the message, hints.
struct Geometry {
  /// The smallest screen that is drawn, in columns and rows.
  static let smallest = (columns: 40, rows: 10)
  /// How many rows stay visible beyond the cursor.
  private static let beyond = 3
  /// The most lines that a message takes.
  private static let longest = 5
  /// The blanks at the left of the list, in which the cursor and marks are.
  static let margin = 3

  let layout: CellTable.Layout
  let headings: StyledLine?
  let message: [StyledLine]
  /// The row of the screen at which the list begins, and how many it has.
  let listStart: Int
  let listHeight: Int

  init(of state: ScreenState) {
    layout = state.rows.table.layout(
      in: state.size.columns, margin: Geometry.margin, fills: true)
    headings = state.rows.rows.isEmpty ? nil : state.rows.table.headings(layout)
    let told = state.message ?? ScreenState.Message(text: "")
    let text = (told.isError ? "error: " : "") + told.text
    let lines = StyledLine(text, told.isError ? [.error] : []).filling(
      state.size.columns - 1, behind: StyledLine(" "), rest: StyledLine("   "))
    message = Array(lines.prefix(Geometry.longest))
    listStart = headings == nil ? 1 : 2
    listHeight = max(0, state.size.rows - listStart - message.count - 2)
  }

  var rowHeight: Int { layout.isSplit ? 2 : 1 }

  func height(of line: RowSource.Line) -> Int {
    if case .row = line { rowHeight } else { 1 }
  }

  /// How many rows a page has.
  var page: Int { max(1, listHeight / rowHeight - 1) }

  /// The first line to show, so that the cursor is seen with the rows around it, and as little as possible moves.
  func top(of state: ScreenState) -> Int {
    let lines = state.rows.lines
    guard state.rows.rows.indices.contains(state.cursor) else { return 0 }
    let line = state.rows.lineOfRow[state.cursor]
    let beyond = min(Geometry.beyond, max(0, (listHeight / rowHeight - 1) / 2))
    let least = first(ofThoseBefore: min(lines.count, line + beyond + 1), lines)
    let most = min(max(0, line - beyond), first(ofThoseBefore: lines.count, lines))
    return max(0, min(max(state.top, least), max(most, least == line ? least : 0)))
  }

  /// The first of the lines that fill the list if the last one of them is right before a line.
  private func first(ofThoseBefore end: Int, _ lines: [RowSource.Line]) -> Int {
    var (first, room) = (end, listHeight)
    while first > 0, case let height = height(of: lines[first - 1]), height <= room {
      room -= height
      first -= 1
    }
    return first
  }
}
