import TasksCore

/// A table on the terminal: a line a row, each column as wide as what is in it. A column that is empty in all rows is
/// left out. If the terminal is too narrow, cells are cut with `…`, those of the main column last of all; if that is not
/// enough, what follows the main column is on a second line.
package struct CellTable {
  package struct Column {
    package var heading: String
    package var isRight: Bool
    /// The width down to which cells may be cut; nil for a column that is never cut.
    package var least: Int?
    /// Whether this column takes what the others leave.
    package var isMain: Bool
    /// Whether the end of a cell is what tells it apart, so that its beginning is cut: a path.
    package var keepsEnd: Bool

    package init(
      heading: String = "", isRight: Bool = false, least: Int? = nil, isMain: Bool = false,
      keepsEnd: Bool = false
    ) {
      self.keepsEnd = keepsEnd
      self.heading = heading
      self.isRight = isRight
      self.least = least
      self.isMain = isMain
    }
  }

  private struct Cell {
    let end: Int
    let width: Int
    let look: Look?
  }

  private enum Line {
    /// Its first cell.
    case row(Int)
    case heading(StyledLine)
  }

  private static let margin = 2
  /// The width down to which any column may be cut rather than to take a second line.
  private static let leastForced = 5
  private static let gap = 2

  private let columns: [Column]
  /// The width of the terminal below which a row takes two lines even if it fits into one.
  private let narrow: Int
  private var text: [UInt8] = []
  private var cells: [Cell] = []
  private var lines: [Line] = []
  private var widths: [Int]

  package init(_ columns: [Column], twoLinesBelow narrow: Int = 0) {
    self.columns = columns
    self.narrow = narrow
    widths = columns.map { _ in 0 }
  }

  var isEmpty: Bool { cells.isEmpty }

  mutating func reserve(rows: Int) {
    text.reserveCapacity(rows * 100)
    cells.reserveCapacity(rows * columns.count)
    lines.reserveCapacity(rows)
  }

  /// Adds a line above the rows that follow.
  package mutating func add(heading: String) { add(line: StyledLine(heading, [.bold])) }

  /// Adds a line across all columns.
  package mutating func add(line: StyledLine) { lines.append(.heading(line)) }

  package mutating func add(_ text: String, _ look: Look? = nil) {
    add(look) { $0.append(contentsOf: text.utf8) }
  }

  /// Adds the next cell; the first one of each row begins a line.
  package mutating func add(_ look: Look? = nil, _ write: (inout [UInt8]) -> Void) {
    let column = cells.count % columns.count
    if column == 0 { lines.append(.row(cells.count)) }
    let start = text.count
    write(&text)
    let width = closeCell(from: start)
    if width > widths[column] { widths[column] = width }
    cells.append(Cell(end: text.count, width: width, look: look))
  }

  /// Returns the width of the cell that begins at an offset and ends the text.
  private mutating func closeCell(from start: Int) -> Int {
    let isPlain = text.withUnsafeBufferPointer { text in
      text[start...].allSatisfy { $0 < 0x80 }
    }
    if isPlain { return text.count - start }
    let cell = String(decoding: text[start...], as: UTF8.self)
    if cell.unicodeScalars.contains(where: CellTable.isRightToLeft) {
      // Ends the run, so that a terminal that reorders text leaves the next cell in its place (UAX 9, LRM).
      text.append(contentsOf: "\u{200E}".utf8)
    }
    return CellWidth.of(cell)
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  // MARK: Writing

  /// How the columns stand in a line.
  package struct Layout {
    fileprivate let columns: [(column: Int, width: Int)]
    fileprivate let width: Int
    /// The blanks before the first column.
    fileprivate let margin: Int
    /// Whether what follows the main column is on a second line.
    package let isSplit: Bool
    /// The cells of a line before the main column.
    package let mainStart: Int
  }

  private var main: Int { columns.firstIndex(where: \.isMain) ?? columns.count - 1 }
  private var hasHeadings: Bool { columns.contains { !$0.heading.isEmpty } }

  package func write(to output: inout Output) {
    guard !lines.isEmpty else { return }
    let layout = layout(in: output.terminal.width ?? .max, margin: CellTable.margin)
    if !layout.isSplit, hasHeadings { writeHeadings(layout, to: &output) }
    for line in lines {
      switch line {
      case .heading(let line):
        let parts = line.filling(
          output.terminal.width, behind: StyledLine(), rest: StyledLine("  "))
        for part in parts { output.line(part) }
      case .row(let first): write(first, layout, to: &output)
      }
    }
  }

  /// The line of headings; nil where the columns are on two lines.
  package func headings(_ layout: Layout) -> StyledLine? {
    guard !layout.isSplit, hasHeadings else { return nil }
    var lines = StyledLines()
    writeHeadings(layout, to: &lines)
    return lines.lines.first
  }

  /// The lines of a row: one, or two where the columns are on two lines.
  ///
  /// - Parameter row: Its number among the rows, from 0.
  package func lines(ofRow row: Int, _ layout: Layout) -> [StyledLine] {
    var lines = StyledLines()
    write(row * columns.count, layout, to: &lines)
    return lines.lines
  }

  /// Returns how the columns stand in a width.
  ///
  /// - Parameter fills: Whether the main column takes what the others leave.
  package func layout(in width: Int, margin: Int, fills: Bool = false) -> Layout {
    let main = main
    let whole = layout(of: columns.indices, in: width - margin, isForced: fills && width >= narrow)
    let isSplit = main < columns.count - 1 && (width < narrow || !whole.fits)
    var places =
      isSplit ? layout(of: 0..<main + 1, in: width - margin).columns : whole.columns
    if fills, let place = places.firstIndex(where: { $0.column == main }) {
      let used = places.reduce(-CellTable.gap) { $0 + $1.width + CellTable.gap }
      places[place].width += max(0, width - margin - used)
    }
    let start = places.prefix { $0.column != main }.reduce(margin) {
      $0 + $1.width + CellTable.gap
    }
    return Layout(
      columns: places, width: width, margin: margin, isSplit: isSplit, mainStart: start)
  }

  private static let second = 6

  /// Returns the columns of a part that are not empty, with their widths in a line of `room` cells, and whether they fit.
  ///
  /// - Parameter isForced: Whether all columns are cut before a second line is taken, down to a few cells.
  private func layout(
    of part: Range<Int>, in room: Int, isForced: Bool = false
  ) -> (columns: [(column: Int, width: Int)], fits: Bool) {
    var layout = part.filter { widths[$0] > 0 }.map { column in
      (column: column, width: max(widths[column], CellWidth.of(columns[column].heading)))
    }
    func excess() -> Int {
      layout.reduce(-CellTable.gap) { $0 + $1.width + CellTable.gap } - room
    }
    for isMain in [false, true] {
      while excess() > 0 {
        // The widest that may be cut gives a cell at a time.
        let widest = layout.indices.filter { place in
          let column = columns[layout[place].column]
          return column.isMain == isMain && layout[place].width > (column.least ?? .max)
        }.max { layout[$0].width < layout[$1].width }
        guard let widest else { break }
        layout[widest].width -= 1
      }
    }
    while isForced, excess() > 0,
      let widest = layout.indices.filter({ layout[$0].width > CellTable.leastForced })
        .max(by: { layout[$0].width < layout[$1].width })
    {
      layout[widest].width -= 1
    }
    return (layout, excess() <= 0)
  }

  private func writeHeadings(_ layout: Layout, to output: inout some CellSink) {
    output.pad(layout.margin)
    for (place, (column, width)) in layout.columns.enumerated() {
      let heading = columns[column].heading
      let blanks = width - CellWidth.of(heading)
      if columns[column].isRight { output.pad(blanks) }
      output.draw(.heading) { $0.append(contentsOf: heading.utf8) }
      let isLast = !layout.columns[(place + 1)...].contains { !columns[$0.column].heading.isEmpty }
      if isLast { break }
      if !columns[column].isRight { output.pad(blanks) }
      output.pad(CellTable.gap)
    }
    output.endLine()
  }

  private func write(_ first: Int, _ layout: Layout, to output: inout some CellSink) {
    // Blanks are written with the next cell, so that no line ends in them.
    var blanks = layout.margin
    for (column, width) in layout.columns {
      let cell = first + column
      guard cells[cell].width > 0 else {
        blanks += width + CellTable.gap
        continue
      }
      // One cell is left where half of a wide character would stand.
      let cut = cut(cell, to: width)
      let room = width - (cut.map { CellWidth.of($0) } ?? cells[cell].width)
      let isRight = columns[column].isRight
      output.pad(isRight ? blanks + room : blanks)
      write(cell, cut, to: &output)
      blanks = CellTable.gap + (isRight ? 0 : room)
    }
    output.endLine()
    if layout.isSplit { writeSecondLine(first + main + 1, in: layout.width, to: &output) }
  }

  /// Writes the cells after the main column, those that are not empty one after the other.
  private func writeSecondLine(_ first: Int, in width: Int, to output: inout some CellSink) {
    let end = (first / columns.count + 1) * columns.count
    let row = (first..<end).filter { cells[$0].width > 0 }
    if row.isEmpty { return }
    output.pad(CellTable.second)
    var room = width - CellTable.second
    var widths = row.map { cells[$0].width }
    var excess = widths.reduce(-CellTable.gap) { $0 + $1 + CellTable.gap } - room
    while excess > 0 {
      // The widest that may be cut, before the last ones would be.
      let widest = row.indices.filter {
        widths[$0] > columns[row[$0] % columns.count].least ?? .max
      }
      .max { widths[$0] < widths[$1] }
      guard let widest else { break }
      widths[widest] -= 1
      excess -= 1
    }
    for (place, cell) in row.enumerated() where room > 1 {
      if place > 0 { output.pad(CellTable.gap) }
      write(cell, cut(cell, to: min(widths[place], room)), to: &output)
      room -= widths[place] + CellTable.gap
    }
    output.endLine()
  }

  /// The text of a cell that is wider than its room; nil for any other.
  private func cut(_ cell: Int, to width: Int) -> String? {
    guard cells[cell].width > width else { return nil }
    return columns[cell % columns.count].keepsEnd
      ? CellTable.cutStart(string(cell), to: width) : CellTable.cut(string(cell), to: width)
  }

  private func start(of cell: Int) -> Int { cell == 0 ? 0 : cells[cell - 1].end }

  private func string(_ cell: Int) -> String {
    String(decoding: text[start(of: cell)..<cells[cell].end], as: UTF8.self)
  }

  /// - Parameter cut: The text instead of that of the cell.
  private func write(_ cell: Int, _ cut: String?, to output: inout some CellSink) {
    output.draw(cells[cell].look) { bytes in
      if let cut {
        bytes.append(contentsOf: cut.utf8)
      } else {
        text.withUnsafeBufferPointer {
          bytes.append(contentsOf: $0[start(of: cell)..<cells[cell].end])
        }
      }
    }
  }

  /// Returns the text cut to `width` cells, with an ellipsis at its beginning if it was longer.
  static func cutStart(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var used = 0
    let kept = text.reversed().prefix { character in
      used += CellWidth.of(character)
      return used < width
    }
    return "…" + String(kept.reversed())
  }

  /// Returns the text cut to `width` cells, with an ellipsis at its end if it was longer.
  package static func cut(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var out = ""
    var used = 0
    for character in text {
      let cells = CellWidth.of(character)
      guard used + cells < width else { break }
      out.append(character)
      used += cells
    }
    return out + "…"
  }
}

/// What the lines of a table are written to.
protocol CellSink {
  mutating func pad(_ count: Int)
  mutating func draw(_ look: Look?, _ body: (inout [UInt8]) -> Void)
  mutating func endLine()
}

extension Output: CellSink {
  mutating func endLine() { line("") }
}

/// Lines of a screen, which are not written but drawn.
private struct StyledLines: CellSink {
  private(set) var lines: [StyledLine] = []
  private var line = StyledLine()

  mutating func pad(_ count: Int) { line.add(String(repeating: " ", count: max(0, count))) }

  mutating func draw(_ look: Look?, _ body: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    body(&bytes)
    line.add(String(decoding: bytes, as: UTF8.self), look.map { [$0] } ?? [])
  }

  mutating func endLine() {
    lines.append(line)
    line = StyledLine()
  }
}
