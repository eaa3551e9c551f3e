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

  /// By how many columns a line is to be moved.
  mutating func shift(ofLineAt column: Int, isText: Bool, goesOn: Bool) -> Int {
    blankLines = 0
    if goesOn { return items.last?.shift ?? 0 }
    close(to: column)
    paragraphDepth = isText ? items.count : nil
    return place(of: column) - column
  }

  /// - Returns: Whether the item would go on with the paragraph before it, too: only a list that begins with words and
  ///   a bullet or a 1 ends one.
  mutating func shift(ofItem line: ArraySlice<UInt8>) -> (columns: Int, goesOn: Bool) {
    let column = ChecklistScanner.indent(of: line, .org)
    close(to: column)
    let new = place(of: column)
    let bullet = line.trimmingLeadingBlanks
    let end = bullet.endOfWord
    let blanks = bullet[end...].endOfBlanks - end
    let isEmpty = end + blanks == bullet.endIndex
    let isFirst = bullet.first?.isDigit != true || bullet[..<end].dropLast().elementsEqual([0x31])
    let goesOn = paragraphDepth == items.count && (isEmpty || !isFirst)
    let width = end - bullet.startIndex + (isEmpty || blanks > 4 ? 1 : blanks)
    items.append(Item(column: column, shift: new - column, content: new + width))
    paragraphDepth = items.count
    blankLines = 0
    return (new - column, goesOn)
  }

  /// Two blank lines end all lists in Org.
  mutating func takeBlank() {
    blankLines += 1
    paragraphDepth = nil
    if blankLines == 2 { items = [] }
  }

  private func place(of column: Int) -> Int {
    let first = items.last?.content ?? 0
    return min(max(column + (items.last?.shift ?? 0), first), first + 3)
  }

  private mutating func close(to column: Int) {
    while let last = items.last, last.column >= column { items.removeLast() }
  }

  /// The line so many columns further in, or further out, without tabs in front of it.
  static func moved(_ line: [UInt8], by shift: Int) -> [UInt8] {
    if shift == 0 || line[...].isBlankLine { return line }
    let column = max(0, ChecklistScanner.indent(of: line[...], .org) + shift)
    return [UInt8](repeating: 0x20, count: column) + line[...].trimmingLeadingBlanks
  }
}
