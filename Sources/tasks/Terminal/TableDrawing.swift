import TasksCore

/// A table with its columns as wide as their widest cell; on a terminal that is too narrow for that, the
/// widest columns give way, and their cells take several lines.
struct TableDrawing {
  private let table: MarkupTable
  private let rows: [[StyledLine]?]
  private let widths: [Int]
  /// What stands before each line.
  private let margin: StyledLine

  /// - Parameter width: Cells the table may take with its margin; nil for no limit.
  init(_ table: MarkupTable, _ drawing: MarkupDrawing, margin: StyledLine, width: Int?) {
    self.table = table
    let margin = margin + StyledLine(String(repeating: " ", count: min(table.indent, 40)))
    self.margin = margin
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
      TableDrawing.narrow(&widths, to: room, narrowest)
    }
    self.widths = widths
  }

  /// Makes the widest columns that have something to give as wide as each other, so that the sum is no more
  /// than `room`; the last of them may keep one cell more.
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
      let wrapped = cells.enumerated().map { column, cell in
        cell.width <= widths[column] && !cell.hasTabs
          ? [cell] : cell.wrapped(to: widths[column])
      }
      let height = wrapped.reduce(1) { max($0, $1.count) }
      return (0..<height).map { row in
        var line = margin
        line.add(TableDrawing.bar)
        for column in widths.indices {
          let cell =
            column < wrapped.count && row < wrapped[column].count ? wrapped[column][row] : nil
          add(cell, of: column, to: &line)
        }
        return line
      }
    }
  }

  private var rule: StyledLine {
    let dashes = widths.map { String(repeating: "-", count: $0 + 2) }
    return margin + StyledLine("|" + dashes.joined(separator: "+") + "|", [.dim])
  }

  /// A cell with the blanks and the bar around it.
  private func add(_ cell: StyledLine?, of column: Int, to line: inout StyledLine) {
    let room = max(0, widths[column] - (cell?.width ?? 0))
    let side = column < table.sides.count ? table.sides[column] : .left
    let before = side == .left ? 0 : side == .right ? room : room / 2
    line.add(String(repeating: " ", count: before + 1))
    if let cell { line.add(cell) }
    line.add(String(repeating: " ", count: room - before + 1))
    line.add(TableDrawing.bar)
  }
}
