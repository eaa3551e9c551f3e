import TasksCore

/// A table whose columns are as wide as their widest cell. If the terminal is too narrow, the widest columns shrink
/// and their cells are wrapped.
struct TableRenderer {
  /// The number of cells up to which lines are padded, or the terminal's width if that is more. Without this limit,
  /// one long row would make all others as long.
  private static let maxFilled = 400

  private let table: MarkupTable
  private let rows: [[StyledLine]?]
  private let widths: [Int]
  private let margin: StyledLine
  private let maxFilled: Int

  /// Lays out a table.
  ///
  /// - Parameter width: The maximum width in cells, including the margin; nil for no limit.
  init(_ table: MarkupTable, _ drawing: MarkupRenderer, margin: StyledLine, width: Int?) {
    self.table = table
    let margin = margin + StyledLine(String(repeating: " ", count: min(table.indent, 40)))
    self.margin = margin
    maxFilled = max(TableRenderer.maxFilled, width ?? 0)
    rows = table.rows.map { row in
      guard case .cells(let cells) = row else { return nil }
      return cells.map { drawing.draw($0).reduce(into: StyledLine()) { $0.add($1) } }
    }
    let count = rows.reduce(0) { max($0, $1?.count ?? 0) }
    var widths = Array(repeating: 1, count: count)
    for case .some(let cells) in rows {
      for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    let room = width.map { $0 - margin.width - 3 * count - 1 } ?? .max
    if widths.reduce(0, +) > room {
      var narrowest = Array(repeating: 1, count: count)
      for case .some(let cells) in rows {
        for (column, cell) in cells.enumerated() {
          guard cell.width > narrowest[column] else { continue }
          narrowest[column] = max(narrowest[column], cell.narrowest)
        }
      }
      TableRenderer.narrow(&widths, to: room, narrowest)
    }
    self.widths = widths
  }

  /// Shrinks the widest columns to a common width, so that the sum is at most `room`. No column becomes narrower
  /// than its widest word. Cells left over go to the last columns.
  private static func narrow(_ widths: inout [Int], to room: Int, _ narrowest: [Int]) {
    func width(_ column: Int, _ most: Int) -> Int {
      max(min(widths[column], most), min(widths[column], narrowest[column]))
    }
    var (fits, tooMuch) = (0, (widths.max() ?? 0) + 1)
    while tooMuch - fits > 1 {
      let most = (fits + tooMuch) / 2
      let sum = widths.indices.reduce(0) { $0 + width($1, most) }
      (fits, tooMuch) = sum <= room ? (most, tooMuch) : (fits, most)
    }
    var narrowed = widths.indices.map { width($0, fits) }
    var left = room - narrowed.reduce(0, +)
    for column in widths.indices.reversed()
    where left > 0 && width(column, fits + 1) > narrowed[column] {
      narrowed[column] += 1
      left -= 1
    }
    widths = narrowed
  }

  private static let bar = StyledLine("|", [.dim])

  var lines: [StyledLine] {
    rows.flatMap { cells in
      guard let cells else { return [rule] }
      var lines: [[(column: Int, text: StyledLine)]] = [[]]
      for (column, cell) in cells.enumerated() {
        let isWhole = cell.width <= widths[column] && !cell.hasTabs
        let texts = isWhole ? [cell] : cell.wrapped(to: widths[column])
        for (number, text) in texts.enumerated() {
          if number == lines.count { lines.append([]) }
          lines[number].append((column, text))
        }
      }
      return lines.map(line(of:))
    }
  }

  private func line(of cells: [(column: Int, text: StyledLine)]) -> StyledLine {
    var line = margin
    line.add(TableRenderer.bar)
    var next = 0
    for (column, text) in cells {
      addBlanks(for: next..<column, to: &line)
      add(text, of: column, to: &line)
      next = column + 1
    }
    addBlanks(for: next..<widths.count, to: &line)
    return line
  }

  private var rule: StyledLine {
    var dashes = ""
    for width in widths {
      let room = maxFilled - dashes.utf8.count
      if room <= 0 { break }
      dashes += (dashes.isEmpty ? "" : "+") + String(repeating: "-", count: min(width + 2, room))
    }
    return margin + StyledLine("|" + dashes + "|", [.dim])
  }

  /// Adds columns without text, as far as lines are padded.
  private func addBlanks(for columns: Range<Int>, to line: inout StyledLine) {
    for column in columns {
      guard line.width < maxFilled else { return }
      add(StyledLine(), of: column, to: &line)
    }
  }

  /// Adds a cell with the blanks around it and the bar after it.
  private func add(_ cell: StyledLine, of column: Int, to line: inout StyledLine) {
    let room = max(0, min(widths[column], maxFilled - line.width) - cell.width)
    let side = column < table.sides.count ? table.sides[column] : .left
    let before = side == .left ? 0 : side == .right ? room : room / 2
    line.add(String(repeating: " ", count: before + 1))
    line.add(cell)
    line.add(String(repeating: " ", count: room - before + 1))
    line.add(TableRenderer.bar)
  }
}
