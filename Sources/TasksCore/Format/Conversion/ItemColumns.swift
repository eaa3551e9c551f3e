/// Where lines of Org are to stand for Markdown to see the same lists.
///
/// In Org all that is indented deeper than a bullet belongs to its item. In Markdown it begins at the words of the
/// item at least, and less than four columns behind them: from there on it is code (CommonMark, "List items").
struct ItemColumns {
  private struct Item {
    /// Of the bullet in Org.
    let column: Int
    let shift: Int
    /// Where its words begin in Markdown.
    let content: Int
  }

  /// Those that are open, outermost first.
  private var items: [Item] = []
  /// Of those that the line before stands in, how many there are; nil where it is no text.
  private var paragraphDepth: Int?
  private var blankLines = 0

  /// Whether lists stand above that only Org has ended: what is indented would go on with them.
  private var isBelowList = false

  struct Place {
    /// By how many columns the line is to be moved.
    let shift: Int
    /// Whether it would go on with the paragraph before it.
    let needsBlank: Bool
  }

  /// - Parameter role: Of a line that is no item.
  mutating func place(ofLineAt column: Int, _ role: MarkupLine.Role, goesOn: Bool) -> Place {
    blankLines = 0
    // A line at the left of a bullet is none of that item's, whatever it goes on with.
    if goesOn, items.last.map({ $0.column < column }) ?? true {
      return Place(shift: items.last?.shift ?? 0, needsBlank: false)
    }
    close(to: column)
    let isWords = role == .text || role == .table || role == .aside
    let needsBlank = isWords && paragraphDepth.map { $0 > items.count } ?? false
    paragraphDepth = isWords ? items.count : nil
    let new = newColumn(of: column)
    // A paragraph at the left edge ends them.
    if items.isEmpty, role == .text { isBelowList = false }
    return Place(shift: new - column, needsBlank: needsBlank)
  }

  /// Whether a list that begins with an item does: one with words and a bullet or a 1.
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

  /// Two blank lines end all lists in Org.
  ///
  /// - Returns: Whether this one does.
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

  /// The line so many columns further in, or further out, without tabs in front of it.
  static func moved(_ line: [UInt8], by shift: Int, _ format: Format) -> [UInt8] {
    if shift == 0 || line[...].isBlankLine { return line }
    let column = max(0, ChecklistScanner.indent(of: line[...], format) + shift)
    return [UInt8](repeating: 0x20, count: column) + line[...].trimmingLeadingBlanks
  }
}
