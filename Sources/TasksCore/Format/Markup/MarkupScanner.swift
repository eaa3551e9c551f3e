/// Parses the lines of notes into blocks. Extensions in other files parse the lines of each format.
struct MarkupScanner {
  var links: MarkupLinks { inline.links }
  var inline: MarkupInline
  /// Those that are not handed out yet.
  private var blocks: [MarkupBlock] = []
  /// What each line is, from the first; the last few where not all are kept.
  private(set) var lines: [MarkupLine] = []
  private let keepsLines: Bool
  /// How many lines are not kept.
  private var forgottenLines = 0
  private var hasBegun = false
  private var isDone = false
  var orgBlocks = OrgBlocks()
  let notes: [UInt8]
  let format: Format
  /// The numbers of checkboxes, keyed by line number.
  private let numbers: [Int: Int]
  private let scanned: LineFacts

  /// The offset of the next line.
  private(set) var position = 0
  private var lineNumber: Int { forgottenLines + lines.count - 1 }
  /// Nil where the line at hand is no such code.
  var codeColumn: Int? { scanned.codeColumns[lineNumber] }

  /// The block of text being collected, and its lines.
  private var open: MarkupBlock?
  private(set) var openLines: [ArraySlice<UInt8>] = []

  /// The current depth of quote blocks in Org.
  var quoteDepth = 0

  /// - Parameter keepsLines: False for who asks for the blocks alone: of a million lines a few are held then.
  init(_ notes: Text, format: Format, links: MarkupLinks, keepsLines: Bool = true) {
    self.notes = notes.bytes
    self.format = format
    self.keepsLines = keepsLines
    inline = MarkupInline(format, links: links)
    var numbers: [Int: Int] = [:]
    let (items, scanned) = self.notes.withView { notes in
      var scanner = ChecklistScanner(notes, format: format, keepsItems: keepsLines)
      scanner.scan()
      return (scanner.items, scanner.lines)
    }
    for (index, item) in items.enumerated() { numbers[item.line] = index + 1 }
    self.numbers = numbers
    self.scanned = scanned
  }

  mutating func scan() -> [MarkupBlock] {
    var all: [MarkupBlock] = []
    while let next = nextBlocks() { all += next }
    return all
  }

  /// Some more blocks; nil behind the last.
  mutating func nextBlocks() -> [MarkupBlock]? {
    if isDone || notes.isEmpty { return nil }
    if format == .markdown, !hasBegun { gatherDefinitions() }
    hasBegun = true
    while blocks.count < 256 {
      guard let line = nextLine() else {
        flush()
        isDone = true
        defer { blocks = [] }
        return blocks
      }
      switch format {
      case .org: readOrg(line)
      case .markdown: readMarkdown(line)
      }
    }
    // The next line may be one more of the last block.
    let last = blocks.removeLast()
    defer { blocks = [last] }
    return blocks
  }

  /// Reads all lines for what they say about others, and hands out nothing.
  mutating func readThrough() {
    hasBegun = true
    while nextBlocks() != nil {}
  }

  // MARK: Lines

  mutating func nextLine() -> ByteLine? {
    guard let line = peekLine() else { return nil }
    position = line.next
    if !keepsLines, lines.count >= 64 {
      // The line before may still turn out to be something else.
      forgottenLines += lines.count - 1
      lines.removeFirst(lines.count - 1)
    }
    let item = scanned.items[lineNumber + 1]
    lines.append(MarkupLine(role: .text, words: line.content, item: item))
    return line
  }

  /// True if a paragraph may continue, inside an item or outside.
  var isTextOpen: Bool { open != nil }

  /// True if a paragraph with text may continue.
  var isParagraphOpen: Bool { open != nil && openLines.contains { !$0.isBlankLine } }

  /// True if the current line continues a paragraph whatever it begins with.
  var isContinued: Bool { scanned.continued.contains(lineNumber) }

  /// The lines of code after the current line; nil if it opens no code block.
  var fence: (count: Int, isClosed: Bool)? { scanned.fences[lineNumber] }

  /// Whether the next line is one of a block of HTML, and not its first.
  var isHTMLNext: Bool { scanned.html.contains(lineNumber + 1) }

  func peekLine() -> ByteLine? { notes[...].line(at: position) }

  /// Reads the lines up to an offset in the notes.
  mutating func takeLines(to end: Int, as role: MarkupLine.Role) -> [ArraySlice<UInt8>] {
    var taken: [ArraySlice<UInt8>] = []
    while position < end, let line = nextLine() {
      mark(role)
      taken.append(notes[line])
    }
    return taken
  }

  /// Sets the role of the current line, or of the line `before` lines above it.
  mutating func mark(
    _ role: MarkupLine.Role, words: ArraySlice<UInt8>? = nil, goesOn: Bool = false,
    before: Int = 0
  ) {
    let index = lines.count - 1 - before
    lines[index].role = role
    lines[index].goesOn = goesOn
    if let words { lines[index].words = words.startIndex..<words.endIndex }
  }

  // MARK: Blocks

  mutating func add(_ block: MarkupBlock) {
    flush()
    blocks.append(block)
  }

  mutating func addBlank() {
    mark(.blank)
    add(.blank)
  }

  mutating func addRule() {
    mark(.rule)
    add(.rule)
  }

  /// Adds a line for programs, keeping its indent.
  mutating func add(aside line: ArraySlice<UInt8>, as role: MarkupLine.Role = .aside) {
    mark(role)
    add(.aside(Text(bytes: line.trimmingTrailingBlanks)))
  }

  /// Adds a line of code, which joins code directly above.
  mutating func add(code words: ArraySlice<UInt8>) {
    flush()
    mark(.fixed, words: words)
    let line = Text(bytes: words)
    guard case .code(var lines)? = blocks.last else { return blocks.append(.code([line])) }
    // The old block is removed first, so that appending does not copy its lines.
    blocks.removeLast()
    lines.append(line)
    blocks.append(.code(lines))
  }

  mutating func add(heading text: ArraySlice<UInt8>, level: Int, sign: String) {
    flush()
    let spans = inline.spans(text)
    blocks.append(.heading(level: level, sign: sign, spans))
  }

  /// Adds a line of a quote.
  ///
  /// - Parameter indent: The column of the line.
  mutating func add(quote text: ArraySlice<UInt8>, depth: Int, indent: Int) {
    if case .quote(_, depth, _)? = open {
      mark(.quote(depth: depth), words: text, goesOn: true)
      openLines.append(text)
    } else {
      flush()
      mark(.quote(depth: depth), words: text)
      open = .quote(indent: indent, depth: depth, [])
      openLines = [text]
    }
  }

  /// The empty text after a bare bullet, which in Markdown cannot interrupt a paragraph (CommonMark, "List
  /// items"); nil if the line is not a bare bullet.
  private func bareItem(_ line: ArraySlice<UInt8>, _ indent: Int) -> ArraySlice<UInt8>? {
    guard format == .markdown, line.count < 11, line.endOfWord == line.endIndex,
      ListSyntax.itemText((line + [0x20])[...], format: .markdown) != nil
    else { return nil }
    switch open {
    case nil: return line.suffix(0)
    case .item(let item) where indent <= item.indent: return line.suffix(0)
    default: return nil
    }
  }

  /// Adds a line of text or the first line of an item; text continues the open block if possible.
  mutating func addText(_ line: ByteLine) {
    let content = notes[line]
    let text = content.trimmingLeadingBlanks
    let indent = ListSyntax.indent(of: content, format)
    if let rest = ListSyntax.itemText(content, format: format)
      ?? bareItem(text.trimmingTrailingBlanks, indent),
      quoteDepth == 0 || MarkupScanner.mark(of: rest) != nil
    {
      flush()
      let bullet = text[..<text.endOfWord]
      var item = MarkupItem(
        indent: indent, bullet: Text(bytes: bullet).string, checkbox: nil, spans: [])
      var words = rest
      if let mark = MarkupScanner.mark(of: rest) {
        item.checkbox = MarkupItem.Checkbox(mark: mark, number: numbers[lineNumber])
        words = rest.dropFirst(3).trimmingLeadingBlanks
      }
      mark(.item, words: words)
      open = .item(item)
      openLines = [words]
      return
    }
    if case .item(let item)? = open, indent > item.indent || format == .markdown {
      mark(.text, words: text, goesOn: true)
      openLines.append(text)
      return
    }
    if format == .markdown, case .quote(_, let depth, _)? = open,
      openLines.last?.isBlankLine == false
    {
      // A lazy continuation line of a quote needs no marker (CommonMark, "Block quotes").
      return add(quote: text, depth: depth, indent: indent)
    }
    if quoteDepth > 0 {
      add(quote: text, depth: quoteDepth, indent: indent)
    } else if case .text? = open {
      mark(.text, words: text, goesOn: true)
      openLines.append(text)
    } else {
      flush()
      mark(.text, words: text)
      open = .text(indent: indent, [])
      openLines = [text]
    }
  }

  /// Completes the open block.
  ///
  /// - Parameter asWritten: Whether its text is kept without parsing it.
  mutating func flush(asWritten: Bool = false) {
    guard let block = open else { return }
    open = nil
    var text: [UInt8] = []
    text.reserveCapacity(openLines.reduce(0) { $0 + $1.count + 1 })
    for (index, line) in openLines.enumerated() {
      if index > 0 { text.append(0x0A) }
      text += line.trimmingTrailingBlanks
    }
    openLines = []
    let spans = asWritten ? [.text(Text(bytes: text))] : inline.spans(text[...])
    switch block {
    case .text(let indent, _): blocks.append(.text(indent: indent, spans))
    case .quote(let indent, let depth, _):
      blocks.append(.quote(indent: indent, depth: depth, spans))
    case .item(var item):
      item.spans = spans
      blocks.append(.item(item))
    default: break
    }
  }

  /// Removes the open block and returns its line, which turned out to be the text of a heading; nil if the
  /// block is not a single line of text.
  mutating func takeOpenText() -> ArraySlice<UInt8>? {
    guard case .text? = open, openLines.count == 1,
      // A bare bullet is not a heading.
      !["-", "+", "*"].contains(Text(bytes: openLines[0].trimmingBlanks))
    else { return nil }
    defer {
      open = nil
      openLines = []
    }
    return openLines[0]
  }

  private static func mark(of text: ArraySlice<UInt8>) -> MarkupItem.Checkbox.Mark? {
    ListSyntax.mark(of: text).map { $0 == 0x20 ? .empty : $0 == 0x2D ? .partial : .ticked }
  }
}
