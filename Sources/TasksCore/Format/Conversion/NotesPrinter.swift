/// Prints notes in the other format, block by block. Lines that the format would read as something else get a sign in
/// front, and what it cannot express stays as written.
///
/// Lines of an item begin at the column of its text, all others at the first one: both formats read that alike.
struct NotesPrinter {
  private(set) var notes: PrintedNotes
  private let source: NotesLines
  private let new: Format
  /// Keywords, which would make a heading a task of its own.
  private let keywords: Set<Text>
  /// The column of the text of each item, by its line.
  private var columns: [Int: Int] = [:]
  /// The number of levels by which headings are lowered in Org, where the task itself is the level-1 heading.
  private let levels: Int
  /// True if headings stay as written in Org because a checkbox is below one: there it would not be the task's own.
  private let keepsHeadings: Bool

  init(_ text: Text, to new: Format, keywords: Set<Text>) {
    self.new = new
    self.keywords = keywords
    notes = PrintedNotes(new)
    source = NotesLines(text, to: new)
    levels = source.all.contains { $0.role == .heading(level: 1) } ? 1 : 0
    let heading = source.all.firstIndex { if case .heading = $0.role { true } else { false } }
    keepsHeadings =
      new == .org
      && Checklist(text, format: .markdown).items.contains { $0.line > heading ?? .max }
    var index = 0
    while index < source.all.count { index = print(index) }
  }

  /// Prints the block that begins on a line, and returns the line after it.
  private mutating func print(_ index: Int) -> Int {
    place(index)
    switch source.all[index].role {
    case .text, .item: return printText(index)
    case .heading(let level): return printHeading(index, level)
    case .quote, .quoteEdge: return QuotePrinter.print(index, of: source, to: &notes)
    case .fence: return CodePrinter.print(index, of: source, to: &notes)
    case .fixed: return CodePrinter.printFixed(index, of: source, to: &notes)
    case .table: return printTable(index)
    case .rule:
      let isBelowText = notes.lines.last.map { !$0[...].isBlankLine } ?? false
      notes.add(Array((new == .org ? "-----" : isBelowText ? "***" : "---").utf8))
    case .aside: return printAside(index)
    case .blank: return printBlanks(index)
    case .underline, .code, .fenceEnd: notes.add(source.line(index))
    }
    return index + 1
  }

  /// The line of the item that a line is in or begins.
  private func item(_ index: Int) -> Int? {
    source.role(index) == .item ? index : source.all[index].item
  }

  /// Sets the column of a line, and adds a blank line if it would continue the paragraph above it in Markdown.
  private mutating func place(_ index: Int) {
    notes.column = source.all[index].item.flatMap { columns[$0] } ?? 0
    if new == .markdown, index > 0, continues(index) { notes.add([]) }
  }

  /// True if a line would continue the paragraph above it in Markdown.
  private func continues(_ index: Int) -> Bool {
    let isBelowQuote = source.role(index - 1) == .quoteEdge
    guard isBelowQuote || [.text, .item, .table, .aside].contains(source.all[index - 1].role) else {
      return false
    }
    let endsItem = item(index - 1) != source.all[index].item
    switch source.all[index].role {
    case .text, .table: return isBelowQuote || endsItem
    case .aside:
      return isBelowQuote ? CommentPrinter.markdown(source.line(index)) == nil : endsItem
    case .quoteEdge: return isBelowQuote
    // Only an item with text, and with no number but 1, interrupts a paragraph (CommonMark, "List items").
    case .item where isBelowQuote || !endsItem:
      let text = source.line(index).trimmingBlanks
      let number = text.prefix { $0.isDigit }
      return text.endOfWord == text.endIndex || !number.isEmpty && !number.elementsEqual([0x31])
    default: return false
    }
  }

  private mutating func printText(_ first: Int) -> Int {
    let range = source.paragraph(at: first)
    for (index, words) in zip(range, source.converted(range)) {
      if index > first { place(index) }
      if source.role(index) != .item {
        notes.addText(words, goesOn: index > first)
      } else if new == .org, MarkdownFence.sign(inItem: source.line(index)) != nil {
        // In Org a block begins on a line of its own.
        addItem(index, [])
        notes.column = columns[index] ?? 0
        return CodePrinter.print(index, of: source, to: &notes)
      } else {
        addItem(index, words)
      }
    }
    return range.upperBound
  }

  private mutating func addItem(_ index: Int, _ words: [UInt8]) {
    // Markdown reads `- > x` and `- # x` as more than text.
    let rest = words.drop { $0 == 0x23 }
    if words.first == 0x3E || words.first == 0x23 && rest.first?.isBlank == true {
      notes.lose("quotes and headings in items")
    }
    let head = source.head(index).trimmingLeadingBlanks
    var bullet = Array(head[..<head.endOfWord])
    // An unindented `*` would be a heading in Org; `-` means the same.
    if new == .org, notes.column == 0, bullet == [0x2A] { bullet = [0x2D] }
    columns[index] = notes.column + bullet.count + 1
    let text = head[head.endOfWord...].trimmingLeadingBlanks + words
    // In Markdown a bare bullet could be the underline of a heading.
    notes.add(bullet + (text.isEmpty && new == .org ? [] : [0x20]) + text)
  }

  private mutating func printHeading(_ index: Int, _ level: Int) -> Int {
    let line = source.line(index)
    var words = source.converted(index..<index + 1)[0]
    if new == .markdown {
      if OrgSyntax.isMoreThanTitle(source.words(index), keywords) { notes.lose("headings") }
      // Signs at the end would close the heading.
      let open = MarkdownBody.words(of: words[...])
      if let sign = words[open.endIndex...].firstIndex(of: 0x23) { words.insert(0x5C, at: sign) }
      // `## Log` would be the heading of the log.
      let isLog = level == 2 && words[...].hasPrefix("Log")
      let signs = [UInt8](repeating: 0x23, count: min(level, 6))
      notes.add((isLog ? [0x20] : []) + signs + [0x20] + words)
      if level > 6 { notes.loseLine(line) }
      return index + 1
    }
    let end = index + (source.role(index + 1) == .underline ? 2 : 1)
    if keepsHeadings || OrgSyntax.isMoreThanTitle(words[...], keywords) {
      notes.addText(source.head(index).trimmingLeadingBlanks + words)
      if end > index + 1 { notes.add(source.line(index + 1)) }
    } else {
      notes.column = 0
      notes.add([UInt8](repeating: 0x2A, count: max(2, level + levels)) + [0x20] + words)
    }
    return end
  }

  private mutating func printBlanks(_ first: Int) -> Int {
    let end = source.end(of: .blank, from: first)
    let isInList = first > 0 && item(first - 1) != nil
    let isAboveItem = source.role(end) == .item
    let goesOn = isAboveItem || end < source.all.count && source.all[end].item != nil
    // Two blank lines end a list in Org, and none does in Markdown (CommonMark, "Lists").
    let count = new == .org && isInList && goesOn ? 1 : end - first
    for index in 0..<count {
      let isApart = new == .markdown && isInList && isAboveItem && index == 1
      notes.column = 0
      notes.add(isApart ? CommentPrinter.empty : [])
    }
    return end
  }

  private mutating func printTable(_ first: Int) -> Int {
    let range = first..<source.end(of: .table, from: first)
    let rows = source.table(range)
    for index in range {
      let line = source.line(index)
      notes.add(rows.map { $0[index - first][...] } ?? line.trimmingLeadingBlanks)
      // Org has no alignment of columns.
      if new == .org, index == first + 1, line.contains(0x3A) { notes.loseLine(line) }
    }
    return range.upperBound
  }

  /// Prints a comment. Other lines for programs stay as written.
  private mutating func printAside(_ index: Int) -> Int {
    let text = source.line(index).trimmingLeadingBlanks
    let next = source.end(of: .blank, from: index + 1)
    if new == .markdown {
      let comment = CommentPrinter.markdown(text)
      let sign: [UInt8] = comment == nil && OrgSyntax.isComment(text) ? [0x5C] : []
      notes.add(comment ?? sign + text)
      if !sign.isEmpty { notes.loseLine(text) }
    } else if text.elementsEqual(CommentPrinter.empty), source.role(next) == .item, index > 0,
      source.role(index - 1) == .blank
    {
      // It separates two lists, as two blank lines do in Org.
      notes.add([])
    } else if text.hasPrefix("<!--") {
      return CommentPrinter.printLines(index, of: source, to: &notes)
    } else {
      notes.addText(notes.column == 0 ? source.line(index) : text)
    }
    return index + 1
  }
}

/// Prints comments: `# x` in Org, `<!-- x -->` in Markdown.
enum CommentPrinter {
  /// Separates two lists if a blank line is above it.
  static let empty = Array("<!-- -->".utf8)

  /// The comment of Markdown for a line of Org; nil for any other line, and for a text that is not allowed in it.
  static func markdown(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard OrgSyntax.isComment(line) else { return nil }
    let text = line.trimmingBlanks.dropFirst().trimmingBlanks
    guard !Text(bytes: text).string.contains("--"), text.last != 0x2D, text.first != 0x3E else {
      return nil
    }
    return Array("<!-- ".utf8) + text + Array((text.isEmpty ? "-->" : " -->").utf8)
  }

  /// Prints the lines of a comment of Markdown, and returns the line after it.
  static func printLines(
    _ first: Int, of source: NotesLines, to notes: inout PrintedNotes
  ) -> Int {
    for index in first..<source.all.count {
      let line = source.line(index).trimmingBlanks
      let words = index == first ? line.dropFirst(4) : line
      let end = words.indices.first { words[$0...].hasPrefix("-->") }
      let text = (end.map { words[..<$0] } ?? words).trimmingBlanks
      // The signs alone need no line.
      if !text.isEmpty || (index == first) == (end != nil) {
        notes.add([0x23] + (text.isEmpty ? [] : [0x20]) + text)
      }
      guard let end else { continue }
      let rest = words[(end + 3)...].trimmingBlanks
      if !rest.isEmpty { notes.addText(rest) }
      return index + 1
    }
    return source.all.count
  }
}

/// Notes printed in a format so far, with the losses.
struct PrintedNotes {
  let format: Format
  private(set) var lines: [[UInt8]] = []
  private(set) var losses: [ConversionLoss] = []
  /// The column at which lines begin.
  var column = 0

  init(_ format: Format) { self.format = format }

  mutating func add(_ line: some Collection<UInt8>) {
    let blanks = [UInt8](repeating: 0x20, count: line.allSatisfy(\.isBlank) ? 0 : column)
    lines.append(blanks + line)
  }

  mutating func lose(_ kind: String) {
    if !losses.contains(.markup(kind)) { losses.append(.markup(kind)) }
  }

  /// Notes that a line has become the line that was added `count` lines before the last one.
  mutating func loseLine(_ old: ArraySlice<UInt8>, before count: Int = 0) {
    let new = Text(bytes: lines[lines.count - 1 - count])
    losses.append(.noteLine(Text(bytes: old), became: new))
  }

  /// Adds a line of text, with a sign in front if the format would read it as something else.
  ///
  /// - Parameter goesOn: Whether the line continues a paragraph.
  mutating func addText(_ text: some Collection<UInt8>, goesOn: Bool = false) {
    let text = Array(text)
    if format == .markdown { return add(PrintedNotes.escaped(text[...], goesOn: goesOn)) }
    var sign: [UInt8] = []
    if column == 0, OrgSyntax.isHeading(text[...]) { sign = [0x20] }
    // Another `#` keeps it from being a comment.
    if OrgSyntax.isComment(text[...]) { sign = [0x23] }
    if text[...].trimmingBlanks.isSame(as: ":LOGBOOK:") { sign = [0x2C] }
    add(sign + text)
    if !sign.isEmpty { loseLine(text[...]) }
  }

  /// Puts a backslash before a line of text that would not be read as text in Markdown. What looks like a lower
  /// heading, a quote or the address of a link stays: it is usually meant as one.
  static func escaped(
    _ text: ArraySlice<UInt8>, goesOn: Bool, inQuote: Bool = false
  ) -> [UInt8] {
    guard text.first?.isPunctuation == true, !text.hasPrefix("##"),
      text.first != 0x3E || text.allSatisfy({ $0 == 0x3E || $0.isBlank }),
      MarkdownLink.definition(text)?.target.string.contains("://") != true
    else { return Array(text) }
    let above = Array((goesOn ? "x\n" : "").utf8)
    let role = NotesLines(Text(bytes: above + text), to: .org).all.last?.role
    return role == .text || inQuote && role == .item ? Array(text) : [0x5C] + text
  }
}
