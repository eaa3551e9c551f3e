import TasksCore

/// A table with its columns as wide as their widest cell.
struct TableDrawing {
  private let table: MarkupTable
  private let drawing: MarkupDrawing
  private let widths: [Int]

  init(_ table: MarkupTable, _ drawing: MarkupDrawing) {
    self.table = table
    self.drawing = drawing
    // What styles add takes no cells.
    let plain = MarkupDrawing(style: Style(isOn: false), markup: drawing.markup)
    var widths: [Int] = []
    for case .cells(let cells) in table.rows {
      for (column, cell) in cells.enumerated() {
        if column == widths.count { widths.append(1) }
        let shown = drawing.style.isOn ? MarkupDrawing.bare(cell) : cell
        widths[column] = max(widths[column], CellWidth.of(plain.draw(shown).joined()))
      }
    }
    self.widths = widths
  }

  var lines: [String] {
    let indent = String(repeating: " ", count: min(table.indent, 40))
    return table.rows.map { row in
      switch row {
      case .rule:
        let dashes = widths.map { String(repeating: "-", count: $0 + 2) }
        return indent + drawing.style.dim("|" + dashes.joined(separator: "+") + "|")
      case .cells(let cells):
        let bar = drawing.style.dim("|")
        let drawn = widths.indices.map { " " + cell($0, of: cells) + " " }
        return indent + bar + drawn.joined(separator: bar) + bar
      }
    }
  }

  private func cell(_ column: Int, of cells: [[MarkupSpan]]) -> String {
    let spans = column < cells.count ? cells[column] : []
    let text = drawing.draw(spans).joined()
    let plain = MarkupDrawing(style: Style(isOn: false), markup: drawing.markup)
    let shown = drawing.style.isOn ? MarkupDrawing.bare(spans) : spans
    let room = max(0, widths[column] - CellWidth.of(plain.draw(shown).joined()))
    let side = column < table.sides.count ? table.sides[column] : .left
    let before = side == .left ? 0 : side == .right ? room : room / 2
    return String(repeating: " ", count: before) + text
      + String(repeating: " ", count: room - before)
  }
}

extension MarkupDrawing {
  /// The spans without the signs that a style stands for.
  static func bare(_ spans: [MarkupSpan]) -> [MarkupSpan] {
    spans.map { span in
      switch span {
      case .emphasis(let kind, _, let inner): .emphasis(kind, sign: "", bare(inner))
      case .code(let text, _): .text(text)
      default: span
      }
    }
  }
}
