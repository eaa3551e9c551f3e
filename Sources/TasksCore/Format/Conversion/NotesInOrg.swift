/// Markdown notes converted to Org, line by line.
struct NotesInOrg {
  private let notes: NotesLines
  private(set) var lines: [[UInt8]] = []
  private(set) var losses: [ConversionLoss] = []
  /// The number of levels by which headings are lowered, as the task itself is the level-1 heading.
  private let levels: Int
  /// True if headings stay as written because a checkbox is below one: below an Org heading it would not be the
  /// task's own.
  private let keepsHeadings: Bool
  /// Keywords, which would make a heading a task of its own.
  private let keywords: Set<Text>
  /// True if the last line that is not blank is part of an item.
  private var isInList = false
  /// The depth and the indent of the open quotes.
  private var depth = 0
  private var quoteBlanks: ArraySlice<UInt8> = []
  /// The number of columns by which the current lines are moved.
  private var shift = 0

  init(_ text: Text, keywords: Set<Text>) {
    self.keywords = keywords
    notes = NotesLines(text, to: .org)
    levels = notes.all.contains { $0.role == .heading(level: 1) } ? 1 : 0
    let heading = notes.all.firstIndex { line in
      if case .heading = line.role { true } else { false }
    }
    let count = Checklist(text, format: .markdown).items.count
    let boxes = Checklist(text, format: .markdown).items.filter { $0.line < heading ?? .max }.count
    keepsHeadings = boxes < count
    var index = 0
    while index < notes.all.count { index = take(index) }
    close(to: 0)
  }

  /// Converts what begins on a line, and returns the index of the next line.
  private mutating func take(_ index: Int) -> Int {
    let line = notes.line(index)
    let role = notes.all[index].role
    // A line outside of an item is moved left to the bullet's column: indented deeper, it would be part of the
    // item in Org.
    let place = notes.all[index].edge.map { $0 - ChecklistScanner.indent(of: line, .markdown) }
    if case .quote(let depth) = role { return takeQuote(index, depth, shift: min(0, place ?? 0)) }
    shift = 0
    close(to: 0)
    shift = min(0, place ?? 0)
    if role == .blank { return takeBlanks(index) }
    isInList = role == .item || isInList && (notes.all[index].goesOn || line.first?.isBlank == true)
    switch role {
    case .item where MarkdownFence.sign(inItem: line) != nil:
      // In Org a block begins on a line of its own.
      let head = notes.head(index)
      add(head)
      return takeFence(index, behind: Array(repeating: 0x20, count: head.count)[...])
    case .text, .item:
      let range = notes.paragraph(at: index)
      for (number, words) in zip(range, notes.converted(range)) {
        let isLazy = number > index && isLazy(number, in: index)
        let line = (isLazy ? blanks(beforeTextOf: index) : notes.head(number)) + words
        let isBareStar = notes.all[number].role == .item && line.elementsEqual([0x2A])
        takeText(isBareStar ? [0x2D] : line)
      }
      return range.upperBound
    case .heading(let level):
      let hasUnderline = index + 1 < notes.all.count && notes.all[index + 1].role == .underline
      // Drop the closing signs, which Org does not have.
      let tail = line.endIndex - notes.all[index].words.upperBound
      let words = Array(notes.converted(index..<index + 1)[0].dropLast(tail))
      if keepsHeadings || OrgSyntax.isMoreThanTitle(words[...], keywords) {
        takeText(notes.head(index) + words + line.suffix(tail))
        if hasUnderline { add(notes.line(index + 1)) }
      } else {
        add([UInt8](repeating: 0x2A, count: max(2, level + levels)) + [0x20] + words)
      }
      return index + (hasUnderline ? 2 : 1)
    case .fence: return takeFence(index, behind: line[..<line.endOfBlanks])
    case .fixed: return takeFixed(index)
    case .table:
      let row = TableInOrg.row(index, of: notes)
      if row.loss { losses.append(.noteLine(Text(bytes: line), became: Text(bytes: row.line))) }
      add(row.line[...])
    case .rule: add(Array("-----".utf8)[...])
    case .aside:
      if isBetweenLists(index) {
        add([])
        return index + 1
      }
      if line.trimmingBlanks.hasPrefix("<!--") { return takeComment(index) }
      takeText(line)
    case .blank, .underline, .code, .fenceEnd, .quote, .quoteEdge: add(line)
    }
    return index + 1
  }

  /// True if a line continues a paragraph without being indented like it: part of an item in Markdown, but not
  /// in Org.
  private func isLazy(_ index: Int, in paragraph: Int) -> Bool {
    let column = ChecklistScanner.indent(of: notes.line(index), .markdown)
    let first = ChecklistScanner.indent(of: notes.line(paragraph), .markdown)
    return notes.all[paragraph].role == .item ? column <= first : column < first
  }

  private func blanks(beforeTextOf index: Int) -> ArraySlice<UInt8> {
    let line = notes.line(index)
    guard notes.all[index].role == .item else { return line[..<line.endOfBlanks] }
    let bullet = line.trimmingLeadingBlanks
    return line[..<bullet.startIndex]
      + Array(repeating: 0x20, count: bullet.endOfWord - bullet.startIndex + 1)
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    lines.append(ItemColumns.moved(Array(line), by: shift, .markdown))
  }

  /// Adds a line of text, changed if Org would read it as something else.
  private mutating func takeText(_ line: ArraySlice<UInt8>) {
    // An unindented `*` bullet would be a heading; `-` means the same.
    if OrgSyntax.isTopHeading(line) { return add([0x2D] + line.dropFirst()) }
    var new = line
    if OrgSyntax.isHeading(line) {
      new = [0x20] + line
    } else if OrgSyntax.isComment(line) {
      // Another `#` keeps it from being a comment.
      let sign = line.endOfBlanks
      new = line[..<sign] + [0x23] + line[sign...]
    } else if line.trimmingBlanks.isSame(as: ":LOGBOOK:") {
      new = [0x2C] + line
    }
    if new != line { losses.append(.noteLine(Text(bytes: line), became: Text(bytes: new))) }
    add(new)
  }

  /// Converts blank lines; a single one inside a list that continues, as two would end it in Org.
  private mutating func takeBlanks(_ first: Int) -> Int {
    var end = first + 1
    while end < notes.all.count, notes.all[end].role == .blank { end += 1 }
    let goesOn =
      isInList && end < notes.all.count
      && (notes.all[end].role == .item || notes.line(end).first?.isBlank == true)
    for index in first..<(goesOn ? first + 1 : end) { add(notes.line(index)) }
    return end
  }

  /// True for the empty comment after a blank line that separates two lists: it becomes a second blank line,
  /// which ends the list in Org.
  private func isBetweenLists(_ index: Int) -> Bool {
    notes.line(index).elementsEqual(NotesInMarkdown.emptyComment) && index > 0
      && notes.all[index - 1].role == .blank
      && notes.all[(index + 1)...].first { $0.role != .blank }?.role == .item
  }

  /// Converts `<!-- x -->` to lines `# x`.
  private mutating func takeComment(_ first: Int) -> Int {
    let blanks = notes.line(first)[..<notes.line(first).endOfBlanks]
    for index in first..<notes.all.count {
      var words = notes.line(index)
      words = index == first ? words.trimmingLeadingBlanks.dropFirst(4) : words
      let end = words.indices.first { words[$0...].hasPrefix("-->") }
      let said = (end.map { words[..<$0] } ?? words).trimmingBlanks
      // The comment delimiters alone need no line.
      let isEdge = (index == first) != (end != nil)
      if !said.isEmpty || !isEdge {
        add(blanks + [0x23] + (said.isEmpty ? [] : [0x20]) + said)
      }
      guard let end else { continue }
      let rest = words[(end + 3)...].trimmingBlanks
      if !rest.isEmpty { takeText(blanks + rest) }
      return index + 1
    }
    return notes.all.count
  }

  // MARK: Quotes

  private mutating func takeQuote(_ index: Int, _ depth: Int, shift: Int) -> Int {
    let range = notes.paragraph(at: index)
    let line = notes.line(index)
    let blanks = line[..<line.endOfBlanks].dropLast(-shift)
    self.shift = 0
    guard range.allSatisfy({ QuotedLine.isPlain(notes.words($0)) }) else {
      close(to: 0)
      for index in range { takeText(notes.line(index)) }
      return range.upperBound
    }
    close(to: blanks == quoteBlanks ? depth : 0)
    quoteBlanks = blanks
    while self.depth < depth {
      add(blanks + Array("#+begin_quote".utf8))
      self.depth += 1
    }
    for (index, words) in zip(range, notes.converted(range)) {
      let line = QuotedLine.behindSigns(notes.head(index)) + words
      if line.isEmpty { add(line) } else { takeText(blanks + line) }
    }
    return range.upperBound
  }

  private mutating func close(to depth: Int) {
    while self.depth > depth {
      add(quoteBlanks + Array("#+end_quote".utf8))
      self.depth -= 1
    }
  }

  // MARK: Code

  private mutating func takeFence(_ index: Int, behind blanks: ArraySlice<UInt8>) -> Int {
    let line = notes.line(index)
    let own = line[line.endOfBlanks...]
    let text = (ChecklistScanner.itemText(line, format: .markdown) ?? own).trimmingTrailingBlanks
    let info = text.drop { $0 == text.first }.trimmingBlanks
    let name = info.isEmpty ? "example" : "src"
    add(blanks + Array("#+begin_\(name)".utf8) + (info.isEmpty ? [] : [0x20]) + info)
    var end = index + 1
    while end < notes.all.count, notes.all[end].role == .code {
      add(MarkupScanner.withComma(notes.line(end)))
      end += 1
    }
    add(blanks + Array("#+end_\(name)".utf8))
    return end < notes.all.count ? end + 1 : end
  }

  /// Converts indented code; it continues after blank lines, unless an item ends there.
  private mutating func takeFixed(_ index: Int) -> Int {
    var (last, next) = (index, index + 1)
    scan: while next < notes.all.count {
      switch notes.all[next].role {
      case .fixed where notes.all[next].edge == nil: last = next
      case .blank: break
      default: break scan
      }
      next += 1
    }
    let column = ChecklistScanner.indent(of: notes.head(index), .markdown)
    let blanks = [UInt8](repeating: 0x20, count: max(0, column - 4))
    for index in index...last {
      let rest = notes.all[index].role == .blank ? [] : notes.words(index)
      add(blanks + (rest.isEmpty ? [0x3A][...] : [0x3A, 0x20] + rest))
    }
    return last + 1
  }
}
