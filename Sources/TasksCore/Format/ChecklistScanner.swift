/// Walks the lines of a body, knows which of them are the task's own text, and finds the items of lists.
struct ChecklistScanner {
  private(set) var entries: [ChecklistEntry] = []
  private(set) var items: [ChecklistItem] = []
  private(set) var lines = ScannedLines()
  /// The item that each line of text belongs to, by where the line starts, for who asks for it; a line in none has
  /// none here.
  private(set) var owners: [Int: Int] = [:]
  private let keepsOwners: Bool
  /// The first line that is a heading of the second level, for Markdown.
  private(set) var heading: Int?
  private let notes: ByteView
  private let format: Format
  private var isBelowHeading = false
  /// The block of code or HTML we are in, for Markdown.
  private var block: MarkdownOpenBlock?
  /// The items that are open, outermost first; what is indented as far as the content of one is a part of it.
  private var nesting: [(indent: Int, content: Int, entry: Int)] = []
  /// Whether a paragraph is open, which a line goes on with however far it is indented.
  private var isInParagraph = false
  private var list = 0
  private var lists = 0
  private var areas = OrgListAreas()
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
        if case .html(let end)? = block?.kind {
          if MarkdownHTML.isBlankLine(end) { block = nil } else { lines.html.insert(lineNumber) }
        }
        // Two blank lines end a list in Org.
        if blankLines == 2, format == .org { close(to: 0) }
        continue
      }
      blankLines = 0
      if format == .org, let (items, list) = areas.leave(at: line) {
        nesting.removeLast(nesting.count - items)
        self.list = list
        if keepsOwners { owners[line.start] = nesting.last?.entry }
        continue
      }
      guard isOwnText(content) else { continue }
      if format == .org, let end = blocks.end(ofBlockAt: line, in: notes) {
        lineNumber += notes[position..<end].count { $0 == 0x0A }
        position = end
        close(to: ChecklistScanner.indent(of: content, format))
      } else {
        read(content)
        if format == .org, areas.enter(at: line, in: notes, items: nesting.count, list: list) {
          beginList()
        }
      }
      if keepsOwners { owners[line.start] = nesting.last?.entry }
    }
  }

  private mutating func beginList() {
    lists += 1
    list = lists
  }

  /// The line that ends the block of code that is open at the end.
  var closingFence: [UInt8]? {
    guard let block, case .fence(let sign) = block.kind else { return nil }
    return Array(repeating: 0x20, count: block.indent) + sign
  }

  private mutating func isOwnText(_ content: ByteView) -> Bool {
    if format == .org {
      isBelowHeading = OrgSyntax.isHeading(content)
      return !isBelowHeading
    }
    let text = content.trimmingLeadingBlanks
    let indent = ChecklistScanner.indent(of: content, .markdown)
    // A block ends with the item that it stands in, too.
    if let block, indent < block.column { self.block = nil }
    if let block {
      read(text, indent, in: block)
      return false
    }
    if content.first?.isBlank == true, indent >= 4,
      case let column = 4 + (nesting.last { $0.content <= indent }?.content ?? 0), indent >= column
    {
      // No block begins in it: it goes on with a paragraph, or is code. A box there is one all the same: who writes it
      // means it.
      if isInParagraph {
        lines.continued.insert(lineNumber)
        return true
      }
      lines.codeColumns[lineNumber] = column
      close(to: indent)
      return false
    }
    guard open(text, indent, column: nil) else {
      if heading == nil, content.hasPrefix("## ") { heading = lineNumber }
      return true
    }
    close(to: indent)
    return false
  }

  /// A line of a block.
  private mutating func read(_ text: ByteView, _ indent: Int, in block: MarkdownOpenBlock) {
    let isEnd = block.isEnd(text, indent)
    if isEnd { self.block = nil }
    switch block.kind {
    case .html: lines.html.insert(lineNumber)
    case .fence: lines.fences[block.line] = (lineNumber - block.line, isEnd)
    }
  }

  /// Whether a text begins a block of code or HTML.
  ///
  /// - Parameter column: Where it begins in the first line of an item; else nil.
  private mutating func open(_ text: ByteView, _ indent: Int, column: Int?) -> Bool {
    let kind: MarkdownOpenBlock.Kind
    if let sign = MarkdownFence.sign(of: text) {
      kind = .fence(sign)
      lines.fences[lineNumber] = (0, false)
    } else if let end = MarkdownHTML.blockEnd(
      openedBy: text, goesOn: column == nil && isInParagraph)
    {
      kind = .html(end)
    } else {
      return false
    }
    block = MarkdownOpenBlock(
      kind: kind, line: lineNumber, indent: indent,
      column: column ?? nesting.last { $0.content <= indent }?.content ?? 0)
    isInParagraph = false
    return true
  }

  /// A line of text that no paragraph goes on behind: a heading, the line under one, a rule.
  ///
  /// - Parameter isBelowText: Whether it follows a line of a paragraph.
  private static func isComplete(_ line: ByteView, isBelowText: Bool) -> Bool {
    let text = line.trimmingBlanks
    switch text.first {
    case 0x23:
      let signs = text.prefix { $0 == 0x23 }
      return signs.count <= 6 && (signs.count == text.count || text[signs.endIndex].isBlank)
    case 0x3D: return isBelowText && text.allSatisfy { $0 == 0x3D }
    case 0x2D where isBelowText && text.allSatisfy({ $0 == 0x2D }): return true
    case 0x2D, 0x2A, 0x5F:
      return text.count { $0 == text.first } >= 3
        && text.allSatisfy { $0 == text.first || $0.isBlank }
    default: return false
    }
  }

  private mutating func read(_ line: ByteView) {
    let indent = ChecklistScanner.indent(of: line, format)
    // A rule is none, though it may begin like one.
    guard let text = ChecklistScanner.itemText(line, format: format),
      format == .org || !ChecklistScanner.isComplete(line, isBelowText: false)
    else {
      let goesOn = lines.continued.contains(lineNumber)
      let isComplete =
        !goesOn && ChecklistScanner.isComplete(line, isBelowText: isInParagraph)
      let isQuote = !goesOn && line.trimmingLeadingBlanks.first == 0x3E
      // In Markdown a line that goes on with a paragraph belongs to its item, however far it is indented.
      if format == .org || !isInParagraph || isComplete || isQuote { close(to: indent) }
      isInParagraph = !isComplete
      return
    }
    isInParagraph = !ChecklistScanner.isComplete(text, isBelowText: false)
    while nesting.count > areas.items, let last = nesting.last, last.indent >= indent {
      nesting.removeLast()
    }
    var entry = ChecklistEntry(
      parent: nesting.count > areas.items ? nesting.last?.entry : nil, list: list,
      isApart: areas.items > 0,
      mark: nil, line: line.indices)
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
    guard format == .markdown else {
      nesting.append((indent, 0, entries.count))
      entries.append(entry)
      return
    }
    // The column in which its text begins; right behind the bullet where code follows it (CommonMark, "List items").
    let bullet = line.trimmingLeadingBlanks
    let end = indent + bullet.endOfWord - bullet.startIndex
    let column = ChecklistScanner.indent(of: bullet[bullet.endOfWord...], .markdown, from: end)
    let isCode = column - end > 4
    nesting.append((indent, text.isEmpty || isCode ? end + 1 : column, entries.count))
    entries.append(entry)
    if isCode {
      isInParagraph = false
    } else if !lines.continued.contains(lineNumber) {
      _ = open(text, column, column: column)
    }
  }

  /// Ends the items that a line indented by so much does not belong to: in Org those it is not indented deeper than,
  /// in Markdown those whose text begins further in.
  private mutating func close(to indent: Int) {
    while nesting.count > areas.items, let last = nesting.last,
      format == .org ? last.indent >= indent : last.content > indent
    {
      nesting.removeLast()
      lines.edges[lineNumber] = last.indent
      if nesting.count == areas.items { beginList() }
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
    // In Markdown a bullet alone may be the line below a heading, or go on with a paragraph.
    guard let blank = rest.first else { return format == .org ? rest : nil }
    guard blank.isBlank else { return nil }
    rest = rest.trimmingLeadingBlanks
    if format == .org, rest.hasPrefix("[@"), let close = rest.firstIndex(of: 0x5D) {
      rest = rest[(close + 1)...].trimmingLeadingBlanks
    }
    return rest
  }
}
