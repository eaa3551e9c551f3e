/// Scans the lines of a body and finds the list items in the task's own text.
package struct ChecklistScanner {
  package private(set) var entries: [ChecklistEntry] = []
  private(set) var items: [ChecklistItem] = []
  private(set) var lines = LineFacts()
  /// The headings of level 1 and 2 that begin at the first column (Markdown).
  private(set) var headings: [MarkdownHeading] = []
  /// Those in the block that is open at the end of the text.
  private(set) var hiddenHeadings: [MarkdownHeading] = []
  private let notes: ByteView
  private let format: Format
  private var isBelowHeading = false
  /// The block of code or HTML that is open (Markdown).
  private var block: MarkdownOpenBlock? { didSet { if block == nil { hiddenHeadings = [] } } }
  /// The open items, outermost first. In Markdown a line indented at least to `content` is part of the item.
  private var nesting: [(indent: Int, content: Int, entry: Int, line: Int)] = []
  private let keepsItems: Bool
  /// True while a paragraph is open; the next line of text continues it, however far it is indented.
  private var isInParagraph = false
  private var list = 0
  private var lists = 0
  private var areas: OrgAreas
  /// For each open area of Org, the number of open items around it, and their list.
  private var around: [(items: Int, list: Int)] = []
  /// The current line, counted from 0.
  private var lineNumber = -1

  /// - Parameter keepsItems: Whether to record the item that each line is in.
  package init(_ notes: ByteView, format: Format, keepsItems: Bool = false) {
    self.keepsItems = keepsItems
    self.notes = notes
    areas = OrgAreas(notes)
    self.format = format
  }

  package mutating func scan() {
    var position = notes.startIndex
    var blankLines = 0
    while !isBelowHeading, let line = notes.line(at: position) {
      position = line.next
      lineNumber += 1
      let (number, content) = (lineNumber, notes[line])
      defer {
        if keepsItems { lines.items[number] = nesting.last { $0.line != number }?.line }
      }
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
      guard isOwnText(line, content) else { continue }
      guard format == .org else {
        read(content)
        continue
      }
      switch areas.read(line) {
      case .text: read(content)
      case .code(let end):
        lineNumber += notes[position..<end].count { $0 == 0x0A }
        position = end
        close(to: ListSyntax.indent(of: content, format))
      case .opening:
        read(content)
        around.append((nesting.count, list))
        beginList()
      case .closing:
        guard let last = around.popLast() else { break }
        nesting.removeLast(nesting.count - last.items)
        list = last.list
      }
    }
  }

  /// The number of open items around the innermost area.
  private var itemsAround: Int { around.last?.items ?? 0 }

  private mutating func beginList() {
    lists += 1
    list = lists
  }

  /// The line that would close the code block that is open at the end of the text; nil if none is.
  var closingFence: [UInt8]? {
    guard let block, case .fence(let sign) = block.kind else { return nil }
    return Array(repeating: 0x20, count: block.indent) + sign
  }

  private mutating func isOwnText(_ line: ByteLine, _ content: ByteView) -> Bool {
    if format == .org {
      isBelowHeading = OrgSyntax.isHeading(content)
      return !isBelowHeading
    }
    let text = content.trimmingLeadingBlanks
    let indent = ListSyntax.indent(of: content, .markdown)
    // The end of the item that contains a block ends the block too.
    if let block, indent < block.column { self.block = nil }
    let heading = MarkdownHeading(line, content, number: lineNumber)
    if let block {
      if let heading { hiddenHeadings.append(heading) }
      read(text, indent, in: block)
      return false
    }
    if content.first?.isBlank == true, indent >= 4,
      case let column = 4 + (nesting.last { $0.content <= indent }?.content ?? 0), indent >= column
    {
      // No block starts at this indent: the line continues a paragraph, or is code. In a paragraph a checkbox
      // is still read as one, as its author means it.
      if isInParagraph {
        lines.continued.insert(lineNumber)
        return true
      }
      lines.codeColumns[lineNumber] = column
      close(to: indent)
      return false
    }
    guard open(text, indent, column: nil) else {
      if let heading { headings.append(heading) }
      return true
    }
    close(to: indent)
    return false
  }

  /// Reads a line inside a block.
  private mutating func read(_ text: ByteView, _ indent: Int, in block: MarkdownOpenBlock) {
    let isEnd = block.isEnd(text, indent)
    if isEnd { self.block = nil }
    switch block.kind {
    case .html: lines.html.insert(lineNumber)
    case .fence: lines.fences[block.line] = (lineNumber - block.line, isEnd)
    }
  }

  /// Opens a block of code or HTML if the text starts one; returns whether it does.
  ///
  /// - Parameter column: The column of the text in the first line of an item; nil for any other line.
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

  /// True for a line that no paragraph continues after: a heading, its underline, a thematic break.
  ///
  /// - Parameter isBelowText: Whether the line follows a line of a paragraph.
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
    let indent = ListSyntax.indent(of: line, format)
    // A thematic break is not an item, though it may begin with a bullet.
    guard let text = ListSyntax.itemText(line, format: format),
      format == .org || !ChecklistScanner.isComplete(line, isBelowText: false)
    else {
      let goesOn = lines.continued.contains(lineNumber)
      let isComplete =
        !goesOn && ChecklistScanner.isComplete(line, isBelowText: isInParagraph)
      let isQuote = !goesOn && line.trimmingLeadingBlanks.first == 0x3E
      // In Markdown the continuation line of a paragraph belongs to its item, however far it is indented.
      if format == .org || !isInParagraph || isComplete || isQuote { close(to: indent) }
      isInParagraph = !isComplete
      return
    }
    isInParagraph = !ChecklistScanner.isComplete(text, isBelowText: false)
    while nesting.count > itemsAround, let last = nesting.last, last.indent >= indent {
      nesting.removeLast()
    }
    var entry = ChecklistEntry(
      parent: nesting.count > itemsAround ? nesting.last?.entry : nil, list: list,
      isApart: itemsAround > 0,
      mark: nil, line: line.indices)
    if let mark = ListSyntax.mark(of: text) {
      entry.mark = text.startIndex + 1
      entry.checkbox = items.count
      items.append(
        ChecklistItem(
          text: Text(bytes: text.dropFirst(3).trimmingBlanks),
          isChecked: ChecklistEntry.isTicked(mark), depth: nesting.count,
          line: lineNumber, mark: text.startIndex + 1,
          parent: entry.parent.flatMap { entries[$0].checkbox }))
    }
    guard format == .markdown else {
      nesting.append((indent, 0, entries.count, lineNumber))
      entries.append(entry)
      return
    }
    // The text's column is where the content of the item begins; if code follows the bullet, the content begins
    // one column after the bullet (CommonMark, "List items").
    let bullet = line.trimmingLeadingBlanks
    let end = indent + bullet.endOfWord - bullet.startIndex
    let column = ListSyntax.indent(of: bullet[bullet.endOfWord...], .markdown, from: end)
    let isCode = column - end > 4
    nesting.append(
      (indent, text.isEmpty || isCode ? end + 1 : column, entries.count, lineNumber))
    entries.append(entry)
    if isCode {
      isInParagraph = false
    } else if !lines.continued.contains(lineNumber) {
      _ = open(text, column, column: column)
    }
  }

  /// Closes the items that a line with this indent ends: in Org those with at least the same indent, in
  /// Markdown those whose content begins further right.
  private mutating func close(to indent: Int) {
    while nesting.count > itemsAround, let last = nesting.last,
      format == .org ? last.indent >= indent : last.content > indent
    {
      nesting.removeLast()
      if nesting.count == itemsAround { beginList() }
    }
  }
}

/// A list item, with or without a checkbox.
package struct ChecklistEntry: Sendable {
  /// The index of the item it is nested in.
  var parent: Int?
  var list: Int
  /// True inside a block or a drawer of an item (Org): its lists are separate from those around it.
  var isApart: Bool
  /// The offset of the mark of its checkbox (` `, `X`, `-`).
  package var mark: Int?
  /// Its first line, without the line end.
  package var line: Range<Int>
  var checkbox: Int?

  static func isTicked(_ mark: UInt8) -> Bool { mark == 0x58 || mark == 0x78 }

  /// True if both marks mean the same state: `x` equals `X`.
  static func same(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || isTicked(one) && isTicked(other)
  }
}

/// Facts about the lines of a Markdown text, keyed by line number from 0.
struct LineFacts {
  /// Lines of indented code, with the column at which the code begins.
  var codeColumns: [Int: Int] = [:]
  /// The line of the list item that a line is in; for the first line of an item, of the item around it.
  var items: [Int: Int] = [:]
  /// Lines inside HTML blocks, except the first of each block.
  var html: Set<Int> = []
  /// Fenced code blocks, keyed by the line of the opening fence: the number of lines that follow in the block,
  /// and whether the last of them is the closing fence.
  var fences: [Int: (count: Int, isClosed: Bool)] = [:]
  /// Lines that continue a paragraph whatever they begin with, as they are indented too far to start a block.
  var continued: Set<Int> = []
}
