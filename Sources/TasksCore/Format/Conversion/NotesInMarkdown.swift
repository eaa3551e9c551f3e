/// Org notes converted to Markdown, line by line.
struct NotesInMarkdown {
  private let notes: NotesLines
  /// Keywords, which make a heading a task of its own in Org.
  private let keywords: Set<Text>
  private(set) var lines: [[UInt8]] = []
  private(set) var losses: [ConversionLoss] = []
  /// The open quotes that are written with `>`, by the index of the line that ends each.
  private var quoteEnds: [Int] = []
  /// The indent of the outermost open quote, which may be inside an item.
  private var quoteBlanks: ArraySlice<UInt8> = []
  private var columns = ItemColumns()
  /// True if the current line ends a list in Org and another list follows.
  private var isBetweenLists = false
  /// Quotes of text only: the index of the last line by that of the first.
  private let plainQuotes: [Int: Int]
  /// True if the current table has a rule below its first row, without which it is not a table in Markdown.
  private var isTable = false
  /// The number of columns by which the current lines are moved.
  private var shift = 0

  init(_ text: Text, keywords: Set<Text>) {
    self.keywords = keywords
    notes = NotesLines(text, to: .markdown)
    plainQuotes = NotesInMarkdown.plainQuotes(in: notes)
    var index = 0
    while index < notes.all.count { index = take(index) }
  }

  /// Converts what begins on a line, and returns the index of the next line.
  private mutating func take(_ index: Int) -> Int {
    let line = notes.line(index)
    place(index)
    switch notes.all[index].role {
    case .text, .item, .quote:
      let range = notes.paragraph(at: index)
      for (number, words) in zip(range, notes.converted(range)) {
        if number > index { place(number) }
        let line = notes.head(number) + words
        if !quoteEnds.isEmpty {
          add(quoteSigns + EscapedLine.text(withoutQuoteBlanks(line), inQuote: true))
        } else {
          add(
            notes.all[number].role == .item
              ? NotesInMarkdown.item(line) : EscapedLine.text(line, goesOn: number > index))
        }
      }
      return range.upperBound
    case .heading(let level):
      if OrgSyntax.isMoreThanTitle(notes.words(index), keywords) { lose(.markup("headings")) }
      let signs = [UInt8](repeating: 0x23, count: min(level, 6))
      let words = EscapedLine.heading(notes.converted(index..<index + 1)[0])
      // `## Log` would be the heading of the log.
      let isLog = level == 2 && words[...].hasPrefix("Log")
      let heading = (isLog ? [0x20] : []) + signs + [0x20] + words
      if level > 6 {
        losses.append(.noteLine(Text(bytes: line), became: Text(bytes: heading)))
      }
      add(heading)
    case .quoteEdge: takeQuoteEdge(index)
    case .fence: return takeBlock(index)
    case .fixed: return takeFixed(index)
    case .table:
      if index == 0 || notes.all[index - 1].role != .table {
        isTable = index + 1 < notes.all.count && isRule(index + 1)
      }
      add(row(index))
    case .rule: add(lines.last?[...].isBlankLine ?? true ? Array("---".utf8) : Array("***".utf8))
    case .aside: takeAside(line)
    case .blank where !quoteEnds.isEmpty:
      add(quoteSigns[...].trimmingTrailingBlanks)
    // Blank lines do not end a list in Markdown (CommonMark, "Lists").
    case .blank where isBetweenLists: add(NotesInMarkdown.emptyComment)
    case .blank, .underline, .code, .fenceEnd:
      add(line)
    }
    return index + 1
  }

  static let emptyComment = Array("<!-- -->".utf8)

  private mutating func lose(_ loss: ConversionLoss) {
    if !losses.contains(loss) { losses.append(loss) }
  }

  /// Adds a space after a bare bullet, which could otherwise be the underline of a heading.
  private static func item(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line[line.endOfBlanks...].contains(where: \.isBlank) ? Array(line) : line + [0x20]
  }

  private mutating func add(_ line: some Collection<UInt8>) {
    lines.append(ItemColumns.moved(Array(line), by: shift, .org))
  }

  /// Computes the column of a line.
  private mutating func place(_ index: Int) {
    let line = notes.line(index)
    switch notes.all[index].role {
    case .item: move(to: columns.place(ofItem: line))
    case .heading:
      columns = ItemColumns()
      shift = 0
    case .blank:
      let isEnd = columns.takeBlank()
      if isEnd { shift = 0 }
      isBetweenLists = isEnd && notes.all[index...].first { $0.role != .blank }?.role == .item
    // These lines are moved with the first line of their block.
    case .code, .fenceEnd, .underline, .quote: break
    case .text, .quoteEdge, .fence, .fixed, .table, .rule, .aside:
      let all = notes.all[index]
      move(
        to: columns.place(
          ofLineAt: ChecklistScanner.indent(of: line, .org), all.role, goesOn: all.goesOn))
    }
  }

  private mutating func move(to place: ItemColumns.Place) {
    shift = place.shift
    if place.needsBlank { lines.append([]) }
  }

  // MARK: Quotes

  private var quoteSigns: [UInt8] {
    quoteEnds.isEmpty
      ? [] : quoteBlanks + Array(repeatElement(0x3E, count: quoteEnds.count)) + [0x20]
  }

  private func withoutQuoteBlanks(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropFirst(min(quoteBlanks.count, line.endOfBlanks - line.startIndex))
  }

  /// Begins or ends a quote. Only quotes of text are converted, others stay as written: a checkbox in a
  /// Markdown quote is not recognized.
  private mutating func takeQuoteEdge(_ index: Int) {
    if quoteEnds.last == index {
      quoteEnds.removeLast()
      if quoteEnds.isEmpty, goesOnWithQuote(index + 1) { add([]) }
    } else if let end = plainQuotes[index] {
      let line = notes.line(index)
      if quoteEnds.isEmpty { quoteBlanks = line[..<line.endOfBlanks] }
      quoteEnds.append(end)
    } else {
      lose(.markup("quotes"))
      add(notes.line(index))
    }
  }

  /// True if a line directly below a quote would continue it in Markdown.
  private func goesOnWithQuote(_ index: Int) -> Bool {
    guard index < notes.all.count else { return false }
    switch notes.all[index].role {
    case .blank, .heading, .fence, .fixed, .rule: return false
    case .item: return !ItemColumns.endsParagraph(notes.line(index))
    case .aside:
      let line = notes.line(index)
      return !OrgSyntax.isComment(line) || NotesInMarkdown.comment(line) == nil
    case .text, .quote, .quoteEdge, .table, .code, .fenceEnd, .underline: return true
    }
  }

  private static func plainQuotes(in notes: NotesLines) -> [Int: Int] {
    var found: [Int: Int] = [:]
    var open: [(start: Int, isPlain: Bool)] = []
    for index in notes.all.indices {
      switch notes.all[index].role {
      case .quoteEdge where notes.line(index).trimmingBlanks.isSame(as: "#+begin_quote"):
        open.append((index, true))
      case .quoteEdge:
        guard let quote = open.popLast() else { continue }
        if quote.isPlain {
          found[quote.start] = index
        } else if !open.isEmpty {
          open[open.count - 1].isPlain = false
        }
      case .quote, .blank: break
      default: if !open.isEmpty { open[open.count - 1].isPlain = false }
      }
    }
    return found
  }

  // MARK: Code

  /// Converts a block such as `#+begin_src swift`, up to the line that ends it.
  private mutating func takeBlock(_ index: Int) -> Int {
    let line = notes.line(index)
    let start = line.endOfBlanks
    let words = line[start...].trimmingTrailingBlanks.dropFirst(8)
    let name = words.prefix { !$0.isBlank }
    let rest = words[name.endIndex...].trimmingBlanks
    var end = index + 1
    while end < notes.all.count, notes.all[end].role == .code { end += 1 }
    let code = (index + 1..<end).map { MarkupScanner.withoutComma(notes.line($0)) }
    let fence = NotesInMarkdown.fence(around: code)
    if name.isSame(as: "src") {
      add(line[..<start] + fence + rest)
    } else if name.isSame(as: "example") {
      if !rest.isEmpty { losses.append(.noteLine(Text(bytes: line), became: Text(bytes: fence))) }
      add(line[..<start] + fence)
    } else {
      let new = line[..<start] + fence + name + (rest.isEmpty ? [] : [0x20]) + rest
      losses.append(.noteLine(Text(bytes: line), became: Text(bytes: new)))
      add(new)
    }
    code.forEach { add($0) }
    guard end < notes.all.count else { return end }
    let last = notes.line(end)
    add(last[..<last.endOfBlanks] + fence)
    return end + 1
  }

  /// A fence that is longer than any run of backquotes at the start of a line of the code.
  private static func fence(around code: [ArraySlice<UInt8>]) -> [UInt8] {
    let runs = code.map { $0.trimmingLeadingBlanks.prefix { $0 == 0x60 }.count }
    return Array(repeating: 0x60, count: max(3, (runs.max() ?? 0) + 1))
  }

  /// Converts lines of `: code`.
  private mutating func takeFixed(_ index: Int) -> Int {
    var end = index
    while end < notes.all.count, notes.all[end].role == .fixed { end += 1 }
    let line = notes.line(index)
    let blanks = line[..<line.endOfBlanks]
    let fence = NotesInMarkdown.fence(around: (index..<end).map { notes.words($0) })
    add(blanks + fence)
    for index in index..<end {
      let words = notes.words(index)
      add(words.isEmpty ? words : blanks + words)
    }
    add(blanks + fence)
    return end
  }

  // MARK: Other lines

  /// Converts a table row; the rule `|---+---|` becomes `|---|---|`.
  private func row(_ index: Int) -> [UInt8] {
    guard isRule(index) else { return notes.convertedRow(index, isTable: isTable) }
    return notes.line(index).map { $0 == 0x2B ? 0x7C : $0 }
  }

  private func isRule(_ index: Int) -> Bool {
    notes.line(index).trimmingLeadingBlanks.hasPrefix("|-")
  }

  /// Converts a comment; other lines for programs stay as written.
  private mutating func takeAside(_ line: ArraySlice<UInt8>) {
    guard OrgSyntax.isComment(line) else { return add(line) }
    if let comment = NotesInMarkdown.comment(line) { return add(comment) }
    let sign = line.endOfBlanks
    let plain = line[..<sign] + [0x5C] + line[sign...]
    losses.append(.noteLine(Text(bytes: line), became: Text(bytes: plain)))
    add(plain)
  }

  /// Converts the line `# x` to `<!-- x -->`; returns nil if the text is not allowed in an HTML comment.
  private static func comment(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let text = line.trimmingBlanks.dropFirst().trimmingBlanks
    guard !Text(bytes: text).string.contains("--"), text.last != 0x2D, text.first != 0x3E else {
      return nil
    }
    return line[..<line.endOfBlanks] + Array("<!-- ".utf8) + text
      + Array((text.isEmpty ? "-->" : " -->").utf8)
  }
}
