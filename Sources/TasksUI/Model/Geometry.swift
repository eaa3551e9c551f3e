import TasksTerminal

/// Where the parts of the screen are: a title, headings of columns, the list, the task beside it or in its place, a rule,
/// the message, hints.
struct Geometry {
  /// The smallest screen that is drawn, in columns and rows.
  static let smallest = (columns: 40, rows: 10)
  /// From how many columns on the task stands beside the list, which then has three fifths of them, or more if its rows
  /// would take two lines otherwise; and the least that the task has.
  private static let twoPanes = (columns: 110, task: 42)
  /// From how many columns on the states of the board stand side by side, and the least that each of them takes.
  static let board = (columns: 90, least: 22)
  /// How many rows stay visible beyond the cursor.
  private static let beyond = 3
  /// The most lines that a message takes.
  private static let longest = 5
  /// The blanks at the left of the list, in which the cursor and marks are.
  static let margin = 3

  /// The columns of the list; 0 if the task is in its place.
  let listWidth: Int
  /// The first column of the task, and how many it has; 0 if it is not shown.
  let taskStart: Int
  let taskWidth: Int
  let layout: CellTable.Layout
  let headings: StyledLine?
  let message: [StyledLine]
  /// The row of the screen at which the list begins, and how many it has.
  let listStart: Int
  let listHeight: Int
  /// Whether the groups of the list stand side by side.
  let isBoard: Bool

  init(of state: ScreenState) {
    let columns = state.size.columns
    let hasTwo = columns >= Geometry.twoPanes.columns && !state.isZoomed && state.place != .board
    if state.isInTask, !hasTwo {
      (listWidth, taskStart, taskWidth) = (0, 1, columns - 2)
    } else if hasTwo {
      let table = state.rows.table
      let widths = stride(from: columns * 3 / 5, to: columns - Geometry.twoPanes.task, by: 2)
      listWidth =
        widths.first { !table.layout(in: $0, margin: Geometry.margin).isSplit } ?? columns * 3 / 5
      (taskStart, taskWidth) = (listWidth + 2, columns - listWidth - 3)
    } else {
      (listWidth, taskStart, taskWidth) = (columns, columns, 0)
    }
    isBoard = state.place == .board && listWidth >= Geometry.board.columns
    layout = state.rows.table.layout(
      in: isBoard ? Geometry.boardWidth(columns, state.rows.groups.count) - 2 : max(1, listWidth),
      margin: isBoard ? 2 : Geometry.margin, fills: true)
    headings =
      state.rows.rows.isEmpty || isBoard || listWidth == 0 ? nil : state.rows.table.headings(layout)
    var told = state.message ?? ScreenState.Message(text: "")
    if case .confirm(let question, _) = state.mode {
      told = ScreenState.Message(text: question + " y/n")
    }
    let text = (told.isError && !told.text.hasPrefix("error: ") ? "error: " : "") + told.text
    let lines = StyledLine(text, told.isError ? [.error] : []).filling(
      columns - 1, behind: StyledLine(" "), rest: StyledLine("   "))
    message = Array(lines.prefix(Geometry.longest))
    listStart = headings == nil ? 1 : 2
    listHeight = max(0, state.size.rows - listStart - message.count - 2)
  }

  /// The width of a column of the board.
  static func boardWidth(_ columns: Int, _ groups: Int) -> Int {
    max(board.least, columns / max(1, min(groups, columns / board.least)))
  }

  /// The rows of the screen that the task has, below its title.
  var taskHeight: Int { listHeight + listStart - 1 }

  var rowHeight: Int { layout.isSplit ? 2 : 1 }

  func height(of line: RowSource.Line) -> Int {
    if case .row = line { rowHeight } else { 1 }
  }

  /// How many rows a page has.
  var page: Int { max(1, listHeight / rowHeight - 1) }

  /// The row of the list that is drawn at a cell; nil for none.
  func row(at row: Int, _ column: Int, of state: ScreenState) -> Int? {
    guard column < listWidth, (listStart..<listStart + listHeight).contains(row), !isBoard else {
      return nil
    }
    var start = listStart
    for line in state.rows.lines[min(state.top, state.rows.lines.count)...] {
      let end = start + height(of: line)
      if (start..<end).contains(row) {
        if case .row(let number) = line { return number }
        return nil
      }
      start = end
    }
    return nil
  }

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
