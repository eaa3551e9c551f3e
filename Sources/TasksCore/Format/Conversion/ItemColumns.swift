/// The columns at which Org lines must be in Markdown to be parsed as the same lists.
///
/// In Org everything indented deeper than a bullet belongs to its item. In Markdown it must begin at the
/// content column of the item or up to three columns after it; deeper text is code (CommonMark, "List items").
struct ItemColumns {
  private struct Item {
    /// The column of the bullet in Org.
    let column: Int
    let shift: Int
    /// The content column in Markdown.
    let content: Int
  }

  /// The open items, outermost first.
  private var items: [Item] = []
  /// The number of open items around the line before; nil if that line is not text.
  private var paragraphDepth: Int?
  private var blankLines = 0

  /// True after lists that end in Org but not in Markdown, where indented text would continue them.
  private var isBelowList = false

  struct Place {
    /// The number of columns to move the line to the right; negative to the left.
    let shift: Int
    /// True if a blank line is needed, as the line would otherwise continue the paragraph before it.
    let needsBlank: Bool
  }

  /// The place of a line that is not the first of an item.
  mutating func place(ofLineAt column: Int, _ role: MarkupLine.Role, goesOn: Bool) -> Place {
    blankLines = 0
    // A line that is indented no deeper than a bullet is not part of its item, even if it continues a
    // paragraph.
    if goesOn, items.last.map({ $0.column < column }) ?? true {
      return Place(shift: items.last?.shift ?? 0, needsBlank: false)
    }
    close(to: column)
    let isWords = role == .text || role == .table || role == .aside
    let needsBlank = isWords && paragraphDepth.map { $0 > items.count } ?? false
    paragraphDepth = isWords ? items.count : nil
    let new = newColumn(of: column)
    // An unindented paragraph ends the lists.
    if items.isEmpty, role == .text { isBelowList = false }
    return Place(shift: new - column, needsBlank: needsBlank)
  }

  /// True if an item can interrupt a paragraph: it has text, and is unordered or has the number 1.
  static func endsParagraph(_ item: ArraySlice<UInt8>) -> Bool {
    let bullet = item.trimmingLeadingBlanks
    let sign = bullet[..<bullet.endOfWord]
    return !bullet[sign.endIndex...].isBlankLine
      && (sign.first?.isDigit != true || sign.dropLast().elementsEqual([0x31]))
  }

  mutating func place(ofItem line: ArraySlice<UInt8>) -> Place {
    let column = ChecklistScanner.indent(of: line, .org)
    close(to: column)
    let new = newColumn(of: column)
    let bullet = line.trimmingLeadingBlanks
    let end = bullet.endOfWord
    let blanks = bullet[end...].endOfBlanks - end
    let isEmpty = end + blanks == bullet.endIndex
    let needsBlank = paragraphDepth == items.count && !ItemColumns.endsParagraph(line)
    let width = end - bullet.startIndex + (isEmpty || blanks > 4 ? 1 : blanks)
    items.append(Item(column: column, shift: new - column, content: new + width))
    paragraphDepth = items.count
    blankLines = 0
    return Place(shift: new - column, needsBlank: needsBlank)
  }

  /// Notes a blank line; the second one in a row ends all lists in Org.
  ///
  /// - Returns: True if this line ends lists.
  mutating func takeBlank() -> Bool {
    blankLines += 1
    paragraphDepth = nil
    guard blankLines == 2, !items.isEmpty else { return false }
    items = []
    isBelowList = true
    return true
  }

  private func newColumn(of column: Int) -> Int {
    guard let item = items.last else { return isBelowList ? 0 : min(column, 3) }
    return min(max(column + item.shift, item.content), item.content + 3)
  }

  private mutating func close(to column: Int) {
    while let last = items.last, last.column >= column { items.removeLast() }
  }

  /// Moves a line by a number of columns; tabs before its text become spaces.
  static func moved(_ line: [UInt8], by shift: Int, _ format: Format) -> [UInt8] {
    if shift == 0 || line[...].isBlankLine { return line }
    let column = max(0, ChecklistScanner.indent(of: line[...], format) + shift)
    return [UInt8](repeating: 0x20, count: column) + line[...].trimmingLeadingBlanks
  }
}
