/// Lines of Markdown (CommonMark, with GitHub's tables and task lists).
extension MarkupScanner {
  mutating func readMarkdown(_ line: ByteLine) {
    let content = notes[line]
    let text = content.trimmingBlanks
    if text.isEmpty { return addBlank() }
    if let codeColumn { return add(code: MarkupScanner.dropping(codeColumn, from: content)) }
    if isContinued { return addText(line) }
    if let fence, ListSyntax.itemText(content, format: .markdown) == nil {
      add(aside: content, as: .fence)
      return readCode(fence)
    }
    switch text.first {
    case 0x23:
      let signs = text.prefix { $0 == 0x23 }
      let rest = text[signs.endIndex...]
      if signs.count <= 6, rest.isEmpty || rest.first?.isBlank == true {
        let title = MarkdownBody.words(of: rest)
        mark(.heading(level: signs.count), words: title)
        return add(
          heading: title, level: signs.count, sign: String(repeating: "#", count: signs.count))
      }
    case 0x3E: return readQuote(text, ListSyntax.indent(of: content, .markdown))
    case 0x3D where text.allSatisfy { $0 == 0x3D }, 0x2D where text.allSatisfy { $0 == 0x2D }:
      if let title = takeOpenText() {
        let level = text.first == 0x3D ? 1 : 2
        mark(.heading(level: level), words: title, before: 1)
        mark(.underline)
        return add(heading: title, level: level, sign: String(repeating: "#", count: level))
      }
      if text.first == 0x2D, text.count >= 3 { return addRule() }
    case 0x2A, 0x5F, 0x2D:
      let signs = text.filter { !$0.isBlank }
      if signs.count >= 3, signs.allSatisfy({ $0 == text.first }) { return addRule() }
    case 0x3C:
      if MarkdownHTML.blockEnd(openedBy: text, goesOn: isTextOpen) != nil {
        return readHTML(from: content)
      }
      guard text.hasPrefix("<!--") && text.hasSuffix("-->") else { break }
      return add(aside: content)
    case 0x5B:
      if !isParagraphOpen, let (name, target) = MarkdownLink.definition(text) {
        if inline.definitions[name] == nil { inline.definitions[name] = target }
        return add(aside: content)
      }
    default: break
    }
    let isItem = ListSyntax.itemText(content, format: .markdown) != nil
    if text.contains(0x7C), !isItem, let sides = tableSides() {
      return readTable(from: line, sides)
    }
    addText(line)
    if let fence {
      flush()
      readCode(fence)
    } else if isItem, isHTMLNext {
      flush(asWritten: true)
      while isHTMLNext, let line = nextLine() { add(aside: notes[line]) }
    }
  }

  /// Reads fenced code up to the closing fence, if there is one.
  private mutating func readCode(_ fence: (count: Int, isClosed: Bool)) {
    var lines: [Text] = []
    for number in 0..<fence.count {
      guard let line = nextLine() else { break }
      if number == fence.count - 1, fence.isClosed {
        if !lines.isEmpty { add(.code(lines)) }
        return add(aside: notes[line], as: .fenceEnd)
      }
      mark(.code)
      lines.append(Text(bytes: notes[line]))
    }
    if !lines.isEmpty { add(.code(lines)) }
  }

  /// Reads the lines of an HTML block, which are not parsed.
  private mutating func readHTML(from first: ArraySlice<UInt8>) {
    add(aside: first)
    while isHTMLNext, let line = nextLine() { add(aside: notes[line]) }
  }

  private mutating func readQuote(_ text: ArraySlice<UInt8>, _ indent: Int) {
    var rest = text
    var depth = 0
    while rest.first == 0x3E {
      depth += 1
      rest = rest.dropFirst().trimmingLeadingBlanks
    }
    add(quote: rest, depth: min(depth, 20), indent: indent)
  }

  // MARK: Tables

  /// The alignment of the columns, if the next line is the delimiter row of a table; else nil.
  private func tableSides() -> [MarkupTable.Side]? {
    guard let next = peekLine().map({ notes[$0].trimmingBlanks }), next.contains(0x2D),
      next.contains(0x7C), next.allSatisfy({ [0x7C, 0x2D, 0x3A, 0x20, 0x09].contains($0) })
    else { return nil }
    return MarkupScanner.cellTexts(next).map { cell in
      switch (cell.first == 0x3A, cell.last == 0x3A) {
      case (true, true): .center
      case (false, true): .right
      default: .left
      }
    }
  }

  private mutating func readTable(from first: ByteLine, _ sides: [MarkupTable.Side]) {
    flush()
    mark(.table)
    var table = MarkupTable(
      indent: ListSyntax.indent(of: notes[first], .markdown), rows: [], sides: sides)
    func cells(_ line: ByteLine, _ inline: inout MarkupInline) -> MarkupTable.Row {
      .cells(
        MarkupScanner.cellTexts(notes[line].trimmingBlanks).map { inline.spans($0[...]) })
    }
    table.rows = [cells(first, &inline), .rule]
    _ = nextLine()
    mark(.table)
    while let line = peekLine(), notes[line].contains(0x7C) {
      table.rows.append(cells(line, &inline))
      _ = nextLine()
      mark(.table)
    }
    add(.table(table))
  }

  /// The cells of a row; `\|` is a literal bar.
  static func cellTexts(_ row: ArraySlice<UInt8>) -> [[UInt8]] {
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var index = row.first == 0x7C ? row.startIndex + 1 : row.startIndex
    while index < row.endIndex {
      if row[index] == 0x5C, index + 1 < row.endIndex, row[index + 1] == 0x7C {
        cell.append(0x7C)
        index += 1
      } else if row[index] == 0x7C {
        cells.append(Array(cell[...].trimmingBlanks))
        cell = []
      } else {
        cell.append(row[index])
      }
      index += 1
    }
    if !cell[...].trimmingBlanks.isEmpty { cells.append(Array(cell[...].trimmingBlanks)) }
    return cells
  }

  // MARK: Pieces

  /// Collects link definitions in a first pass, as a link may precede its definition. Skipped if no line looks
  /// like one.
  mutating func gatherDefinitions() {
    guard ByteLines(notes[...]).contains(where: { MarkdownLink.definition(notes[$0]) != nil })
    else { return }
    var scanner = self
    scanner.readThrough()
    inline.definitions = scanner.inline.definitions
  }

  /// The line without a number of columns of whitespace at its start.
  static func dropping(_ columns: Int, from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    var dropped = 0
    while dropped < columns, let first = rest.first, first.isBlank {
      dropped = first == 0x09 ? (dropped / 4 + 1) * 4 : dropped + 1
      rest = rest.dropFirst()
    }
    return rest
  }
}
