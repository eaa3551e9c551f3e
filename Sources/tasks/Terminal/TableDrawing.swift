import TasksCore

/// A table with its columns as wide as their widest cell; on a terminal that is too narrow for that, the
/// widest columns give way, and their cells take several lines.
struct TableDrawing {
  private let table: MarkupTable
  private let rows: [[StyledLine]?]
  private let widths: [Int]

  /// - Parameter width: Cells the table may take; nil for no limit.
  init(_ table: MarkupTable, _ drawing: MarkupDrawing, width: Int?) {
    self.table = table
    rows = table.rows.map { row in
      guard case .cells(let cells) = row else { return nil }
      return cells.map { drawing.draw($0).reduce(StyledLine(), +) }
    }
    let count = rows.reduce(0) { max($0, $1?.count ?? 0) }
    var widths = Array(repeating: 1, count: count)
    var narrowest = widths
    for cells in rows {
      for (column, cell) in (cells ?? []).enumerated() {
        widths[column] = max(widths[column], cell.width)
        if width != nil { narrowest[column] = max(narrowest[column], cell.narrowest) }
      }
    }
    if let width {
      let room = width - TableDrawing.indent(of: table).width - 3 * count - 1
      TableDrawing.narrow(&widths, to: room, narrowest)
    }
    self.widths = widths
  }

  /// Takes cells off the widest column that has one to give until the sum is no more than `room`.
  private static func narrow(_ widths: inout [Int], to room: Int, _ narrowest: [Int]) {
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let giving = widths.indices.filter { widths[$0] > narrowest[$0] }
      guard let widest = giving.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
      excess -= 1
    }
  }

  private static func indent(of table: MarkupTable) -> StyledLine {
    StyledLine(String(repeating: " ", count: min(table.indent, 40)))
  }

  var lines: [StyledLine] {
    let indent = TableDrawing.indent(of: table)
    return rows.flatMap { cells in
      guard let cells else {
        let dashes = widths.map { String(repeating: "-", count: $0 + 2) }
        return [indent + StyledLine("|" + dashes.joined(separator: "+") + "|", [.dim])]
      }
      let wrapped = widths.enumerated().map { column, width in
        column < cells.count ? cells[column].wrapped(to: width) : []
      }
      let height = wrapped.reduce(1) { max($0, $1.count) }
      return (0..<height).map { row in
        let bar = StyledLine("|", [.dim])
        return wrapped.enumerated().reduce(indent + bar) { line, cell in
          line + padded(row < cell.element.count ? cell.element[row] : StyledLine(), cell.offset)
            + bar
        }
      }
    }
  }

  private func padded(_ cell: StyledLine, _ column: Int) -> StyledLine {
    let room = max(0, widths[column] - cell.width)
    let side = column < table.sides.count ? table.sides[column] : .left
    let before = side == .left ? 0 : side == .right ? room : room / 2
    func blanks(_ count: Int) -> StyledLine {
      StyledLine(String(repeating: " ", count: count + 1))
    }
    return blanks(before) + cell + blanks(room - before)
  }
}
