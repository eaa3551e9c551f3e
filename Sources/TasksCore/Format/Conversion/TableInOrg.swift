/// Rows of Markdown tables converted to Org.
enum TableInOrg {
  /// Converts a row: `|:--|--:|` becomes `|---+---|`, and every row begins and ends with a bar.
  ///
  /// - Returns: The row, and whether the alignment of columns was lost.
  static func row(_ index: Int, of notes: NotesLines) -> (line: [UInt8], loss: Bool) {
    let line = notes.line(index)
    let text = line.trimmingBlanks
    // The delimiter row is the second line of a table.
    let isRule =
      index > 0 && notes.all[index - 1].role == .table
      && (index == 1 || notes.all[index - 2].role != .table)
    var row = isRule ? Array(line) : notes.convertedRow(index)
    if text.first != 0x7C {
      row.insert(contentsOf: [0x7C, 0x20], at: line.endOfBlanks - line.startIndex)
    }
    if text.last != 0x7C || text.count == 1 { row += [0x20, 0x7C] }
    return isRule ? (rule(row), text.contains(0x3A)) : (row, false)
  }

  private static func rule(_ row: [UInt8]) -> [UInt8] {
    let start = row[...].endOfBlanks
    let bars = row[start...].trimmingTrailingBlanks
    return row[..<start]
      + bars.indices.map { index in
        switch bars[index] {
        case 0x7C where index == bars.startIndex || index == bars.endIndex - 1: 0x7C
        case 0x7C: 0x2B
        default: 0x2D
        }
      }
  }
}
