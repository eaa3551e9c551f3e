/// Walks the lines of a body, knows which of them are the task's own text, and finds the items of lists.
struct ChecklistScanner {
  private(set) var entries: [ChecklistEntry] = []
  private(set) var items: [ChecklistItem] = []
  /// The column in which the text of each line begins that is code because it is indented so far (Markdown).
  private(set) var codeColumns: [Int: Int] = [:]
  /// The column of the bullet outside of whose item a line stands, though it may be indented deeper (Markdown).
  private(set) var edges: [Int: Int] = [:]
  /// The item that each line of text belongs to, by where the line starts, for who asks for it; a line in none has
  /// none here.
  private(set) var owners: [Int: Int] = [:]
  private let keepsOwners: Bool
  /// The first line that is a heading of the second level, for Markdown.
  private(set) var heading: Int?
  private let notes: ByteView
  private let format: Format
  private var isBelowHeading = false
  /// The fence that opened the block we are in, for Markdown, and what stands before it on its line.
  private var block: ByteView?
  private var blockIndent = 0
  /// What ends the block of HTML we are in, for Markdown, and in which column the text begins that it stands in.
  private var html: StaticString?
  private var htmlColumn = 0
  /// The lines of such blocks, the first of each left out.
  private(set) var htmlLines: Set<Int> = []
  /// The items that are open, outermost first; what is indented as far as the content of one is a part of it.
  private var nesting: [(indent: Int, content: Int, entry: Int)] = []
  /// Whether a paragraph is open, which a line goes on with however far it is indented.
  private var isInParagraph = false
  private var list = 0
  /// The line at hand, counted from 0.
  private var lineNumber = -1

  init(_ notes: ByteView, format: Format, keepsOwners: Bool = false) {
    self.notes = notes
    self.format = format
    self.keepsOwners = keepsOwners
  }

  mutating func scan() {
    var blocks = OrgBlocks()
    var position = notes.startIndex
    var blankLines = 0
    while !isBelowHeading, let line = notes.line(at: position) {
      position = line.next
      lineNumber += 1
      let content = notes[line]
      guard !content.isBlankLine else {
        blankLines += 1
        isInParagraph = false
        if MarkdownHTML.isBlankLine(html) { html = nil }
        if html != nil { htmlLines.insert(lineNumber) }
        // Two blank lines end a list in Org.
        if blankLines == 2, format == .org { close(to: 0) }
        continue
      }
      blankLines = 0
      guard isOwnText(content) else { continue }
      if format == .org, let end = blocks.end(ofBlockAt: line, in: notes) {
        lineNumber += notes[position..<end].count { $0 == 0x0A }
        position = end
        close(to: ChecklistScanner.indent(of: content, format))
      } else {
        read(content)
      }
      if keepsOwners { owners[line.start] = nesting.last?.entry }
    }
  }

  /// The line that ends the block of code that is open at the end.
  var closingFence: [UInt8]? {
    block.map { Array(repeating: 0x20, count: blockIndent) + $0 }
  }

  private mutating func isOwnText(_ content: ByteView) -> Bool {
    let text = content.trimmingLeadingBlanks
    if format == .org {
      if OrgSyntax.isHeading(content) {
        isBelowHeading = true
        return false
      }
      return true
    }
    if let fence = block {
      if text.starts(with: fence),
        text.dropFirst(fence.count).allSatisfy({ $0 == fence.first || $0.isBlank })
      {
        block = nil
      }
      return false
    }
    let indent = ChecklistScanner.indent(of: content, .markdown)
    // It ends with the item that it stands in, too.
    if html != nil, indent < htmlColumn { html = nil }
    if let end = html {
      htmlLines.insert(lineNumber)
      if MarkdownHTML.isEnd(text, end) { html = nil }
      return false
    }
    if let column = codeColumn(of: content, indent) {
      codeColumns[lineNumber] = column
      close(to: indent)
      return false
    }
    if let sign = MarkdownFence.sign(of: text) {
      block = sign
      blockIndent = indent
      close(to: indent)
      isInParagraph = false
      return false
    }
    if let end = MarkdownHTML.blockEnd(openedBy: text, goesOn: isInParagraph) {
      html = end
      htmlColumn = nesting.last { $0.content <= indent }?.content ?? 0
      close(to: indent)
      isInParagraph = false
      return false
    }
    // The item itself is one, and what follows it is code.
    if let sign = MarkdownFence.sign(inItem: content) {
      block = sign
      blockIndent = sign.startIndex - content.startIndex
    }
    if heading == nil, content.hasPrefix("## ") { heading = lineNumber }
    return true
  }

  /// Four columns deeper than what it stands in, and no paragraph that goes on (CommonMark, "Indented code blocks").
  private func codeColumn(of line: ByteView, _ indent: Int) -> Int? {
    guard !isInParagraph, line.first?.isBlank == true else { return nil }
    let column = 4 + (nesting.last { $0.content <= indent }?.content ?? 0)
    return indent >= column ? column : nil
  }

  /// A line of text that no paragraph goes on behind: a heading, the line under one, a rule.
  private static func isComplete(_ line: ByteView) -> Bool {
    let text = line.trimmingBlanks
    switch text.first {
    case 0x23:
      let signs = text.prefix { $0 == 0x23 }
      return signs.count <= 6 && (signs.count == text.count || text[signs.endIndex].isBlank)
    case 0x3D, 0x2D, 0x2A, 0x5F: return text.allSatisfy { $0 == text.first || $0.isBlank }
    default: return false
    }
  }

  private mutating func read(_ line: ByteView) {
    let indent = ChecklistScanner.indent(of: line, format)
    guard let text = ChecklistScanner.itemText(line, format: format) else {
      let isComplete = ChecklistScanner.isComplete(line)
      // In Markdown a line that goes on with a paragraph belongs to its item, however far it is indented.
      if format == .org || !isInParagraph || isComplete { close(to: indent) }
      isInParagraph = !isComplete
      return
    }
    isInParagraph = !ChecklistScanner.isComplete(text)
    while let last = nesting.last, last.indent >= indent { nesting.removeLast() }
    var entry = ChecklistEntry(
      parent: nesting.last?.entry, list: list, mark: nil,
      line: line.indices)
    if text.count >= 3, text[text.startIndex] == 0x5B, text[text.startIndex + 2] == 0x5D,
      [0x20, 0x58, 0x78, 0x2D].contains(text[text.startIndex + 1]),
      text.count == 3 || text[text.startIndex + 3].isBlank
    {
      entry.mark = text.startIndex + 1
      entry.box = items.count
      items.append(
        ChecklistItem(
          text: Text(bytes: text.dropFirst(3).trimmingBlanks),
          isChecked: ChecklistEntry.isTicked(text[text.startIndex + 1]), depth: nesting.count,
          line: lineNumber, mark: text.startIndex + 1,
          parent: entry.parent.flatMap { entries[$0].box }))
    }
    let column = format == .org ? 0 : content(of: line, from: text, indent)
    nesting.append((indent, column, entries.count))
    entries.append(entry)
    if format == .markdown, let end = MarkdownHTML.blockEnd(openedBy: text, goesOn: false) {
      html = end
      htmlColumn = column
      isInParagraph = false
    }
  }

  /// The column in which an item's text begins; right behind the bullet where code follows it (CommonMark, "List
  /// items").
  private func content(of line: ByteView, from text: ByteView, _ indent: Int) -> Int {
    let bullet = line.trimmingLeadingBlanks
    let end = indent + bullet.endOfWord - bullet.startIndex
    let column = ChecklistScanner.indent(of: bullet[bullet.endOfWord...], .markdown, from: end)
    return text.isEmpty || column - end > 4 ? end + 1 : column
  }

  /// Ends the items that a line indented by so much does not belong to: in Org those it is not indented deeper than,
  /// in Markdown those whose text begins further in.
  private mutating func close(to indent: Int) {
    while let last = nesting.last, format == .org ? last.indent >= indent : last.content > indent {
      nesting.removeLast()
      edges[lineNumber] = last.indent
      if nesting.isEmpty { list += 1 }
    }
  }

  /// Columns, a tab reaching to the next eighth, in Markdown to the next fourth (CommonMark, "Tabs").
  ///
  /// - Parameter column: Where the line's first byte stands.
  static func indent(of line: some ByteSlice, _ format: Format, from column: Int = 0) -> Int {
    let width = format == .org ? 8 : 4
    var columns = column
    for byte in line {
      guard byte.isBlank else { break }
      columns = byte == 0x09 ? (columns / width + 1) * width : columns + 1
    }
    return columns
  }

  /// What follows the bullet of a list item (`-`, `+`, `1.`, `1)`, and `*`, which in Org must be indented),
  /// and in Org its counter (`[@5]`); nil for a line that is none.
  static func itemText<Bytes: ByteSlice>(_ content: Bytes, format: Format) -> Bytes? {
    let line = content.trimmingLeadingBlanks
    guard let first = line.first else { return nil }
    var rest: Bytes
    if first == 0x2D || first == 0x2B {
      rest = line.dropFirst()
    } else if first == 0x2A, format == .markdown || line.startIndex > content.startIndex {
      rest = line.dropFirst()
    } else {
      let number = line.prefix { $0.isDigit }
      rest = line.dropFirst(number.count)
      guard !number.isEmpty, let dot = rest.first, dot == 0x2E || dot == 0x29 else { return nil }
      rest = rest.dropFirst()
    }
    guard let blank = rest.first, blank.isBlank else { return nil }
    rest = rest.trimmingLeadingBlanks
    if format == .org, rest.hasPrefix("[@"), let close = rest.firstIndex(of: 0x5D) {
      rest = rest[(close + 1)...].trimmingLeadingBlanks
    }
    return rest
  }
}
