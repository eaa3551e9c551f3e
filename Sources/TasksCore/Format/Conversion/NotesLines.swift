/// The lines of notes in one format, with the parts of them in the other.
struct NotesLines {
  let all: [MarkupLine]
  private let bytes: [UInt8]
  private let new: Format
  private let inline: ConvertedInline
  /// The end of each line, without its line feed.
  private let ends: [Int]

  init(_ notes: Text, to new: Format) {
    var scanner = MarkupScanner(notes, format: new.other, links: MarkupLinks())
    _ = scanner.scan()
    self.new = new
    bytes = scanner.notes
    all = scanner.lines
    inline = ConvertedInline(to: new, definitions: scanner.inline.definitions)
    var ends = bytes.indices.filter { scanner.notes[$0] == 0x0A }
    if bytes.last != 0x0A { ends.append(bytes.endIndex) }
    self.ends = ends
  }

  /// The role of a line; nil after the last one.
  func role(_ index: Int) -> MarkupLine.Role? { index < all.count ? all[index].role : nil }

  func line(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index > 0 ? ends[index - 1] + 1 : 0)..<ends[index]]
  }

  func column(_ index: Int) -> Int { ListSyntax.indent(of: line(index), new.other) }

  /// The text before the words of a line: whitespace, a bullet, a checkbox, quote markers.
  func head(_ index: Int) -> ArraySlice<UInt8> {
    let line = line(index)
    return line[..<max(line.startIndex, all[index].words.lowerBound)]
  }

  func words(_ index: Int) -> ArraySlice<UInt8> { bytes[all[index].words] }

  /// The first line from `index` on that has another role.
  func end(of role: MarkupLine.Role, from index: Int) -> Int {
    all[index...].firstIndex { $0.role != role } ?? all.count
  }

  /// The lines of the paragraph that begins at a line.
  func paragraph(at index: Int) -> Range<Int> {
    index..<(all[(index + 1)...].firstIndex { !$0.goesOn } ?? all.count)
  }

  /// The words of consecutive lines, with inline markup converted, without whitespace at their ends.
  ///
  /// The lines are parsed as one text, as markup may begin on one line and end on the next.
  func converted(_ range: Range<Int>) -> [[UInt8]] {
    let breaks = range.map { $0 + 1 < range.upperBound ? lineBreak($0) : nil }
    let old = zip(range, breaks).map { index, sign in
      words(index).trimmingTrailingBlanks.dropLast(sign ?? 0)
    }
    let lines = inline.converted(Array(old.joined(separator: [0x0A])))
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    let sign = Array((new == .org ? "\\\\" : "\\").utf8)
    return zip(lines, breaks).map { $0 + ($1 == nil ? [] : sign) }
  }

  /// The number of bytes of the hard line break at the end of a line's words: two backslashes in Org, one backslash or
  /// two blanks in Markdown; nil if there is none.
  private func lineBreak(_ index: Int) -> Int? {
    let words = words(index).trimmingTrailingBlanks
    let count = words.reversed().prefix { $0 == 0x5C }.count
    if words.isEmpty { return nil }
    if new == .markdown { return count == 2 ? 2 : nil }
    if count % 2 == 1 { return 1 }
    return line(index)[words.endIndex...].prefix { $0 == 0x20 }.count >= 2 ? 0 : nil
  }

  /// The rows of a table with aligned columns; nil if the new format would not read it as a table.
  func table(_ range: Range<Int>) -> [[UInt8]]? {
    let rows = range.map { index in
      let row = line(index).trimmingBlanks
      // In Markdown the second row, and no other, is a rule.
      let isRule = new == .org ? index == range.lowerBound + 1 : row.hasPrefix("|-")
      return isRule ? nil : cells(row)
    }
    guard rows.count > 1, rows[1] == nil else { return nil }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in (row ?? []).enumerated() {
        if column == widths.count { widths.append(1) }
        widths[column] = max(widths[column], CellWidth.of(cell[...]))
      }
    }
    let rule = widths.map { [UInt8](repeating: 0x2D, count: $0 + 2) }
    return rows.map { row in
      guard let row else {
        return [0x7C] + rule.joined(separator: [new == .org ? 0x2B : 0x7C]) + [0x7C]
      }
      return zip(row, widths).reduce(into: [0x7C]) { out, cell in
        let (text, width) = cell
        out += [0x20] + text
        out += Array(repeating: 0x20, count: width - CellWidth.of(text[...])) + [0x20, 0x7C]
      }
    }
  }

  private func cells(_ row: ArraySlice<UInt8>) -> [[UInt8]] {
    if new == .org {
      return MarkupScanner.cellTexts(row).map { TableBar.inOrg(inline.converted($0)) }
    }
    return MarkupScanner.orgCells(row).map {
      TableBar.inMarkdown(inline.converted(TableBar.fromOrg($0)))
    }
  }
}
