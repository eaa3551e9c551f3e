/// Lines of Org (Org manual, "Document structure", "Markup for rich contents").
extension MarkupScanner {
  mutating func readOrg(_ line: ByteLine) {
    let content = notes[line]
    let text = content.trimmingBlanks
    if text.isEmpty { return addBlank() }
    if OrgSyntax.isHeading(content) {
      quoteDepth = 0
      let stars = content.prefix { $0 == 0x2A }
      let title = content[stars.endIndex...].trimmingBlanks
      mark(.heading(level: stars.count), words: title)
      return add(
        heading: title, level: stars.count,
        sign: String(repeating: "*", count: min(stars.count, 40)))
    }
    switch text.first {
    case 0x23: readOrgSign(line, text)
    case 0x3A: readOrgColon(line, text)
    case 0x7C: readOrgTable(from: line)
    case 0x2D where text.count >= 5 && text.allSatisfy { $0 == 0x2D }: addRule()
    default: addText(line)
    }
  }

  /// Reads `#+begin_src`, `#+KEYWORD: value` or `# comment`.
  private mutating func readOrgSign(_ line: ByteLine, _ text: ArraySlice<UInt8>) {
    if let end = orgBlocks.end(ofBlockAt: line, in: notes[...]) {
      add(aside: notes[line], as: .fence)
      var lines = takeLines(to: end, as: .code).map(MarkupScanner.withoutComma)
      let last = lines.popLast()
      if !lines.isEmpty { add(.code(lines.map { Text(bytes: $0) })) }
      if let last { add(aside: last, as: .fenceEnd) }
    } else if text.isSame(as: "#+begin_quote") {
      flush()
      mark(.quoteEdge)
      quoteDepth += 1
    } else if text.isSame(as: "#+end_quote") {
      flush()
      mark(.quoteEdge)
      quoteDepth = max(0, quoteDepth - 1)
    } else if text.count == 1 || text.hasPrefix("#+") || text.hasPrefix("# ") {
      add(aside: notes[line])
    } else {
      addText(line)
    }
  }

  /// Reads `: code`, or the first or last line of a drawer.
  private mutating func readOrgColon(_ line: ByteLine, _ text: ArraySlice<UInt8>) {
    if text.count == 1 || text[text.startIndex + 1] == 0x20 {
      add(code: notes[line].trimmingLeadingBlanks.dropFirst(min(2, text.count)))
    } else if text.count > 2, text.last == 0x3A,
      text.dropFirst().dropLast().allSatisfy({ $0 != 0x3A && !$0.isBlank })
    {
      add(aside: notes[line])
    } else {
      addText(line)
    }
  }

  private mutating func readOrgTable(from first: ByteLine) {
    flush()
    var table = MarkupTable(
      indent: ListSyntax.indent(of: notes[first], .org), rows: [], sides: [])
    var line: ByteLine? = first
    while let row = line.map({ notes[$0].trimmingBlanks }) {
      mark(.table)
      if row.hasPrefix("|-") {
        table.rows.append(.rule)
      } else {
        table.rows.append(
          .cells(MarkupScanner.orgCells(row).map { TableBar.reading(inline.spans($0)) }))
      }
      guard let next = peekLine(), notes[next].trimmingLeadingBlanks.first == 0x7C else { break }
      line = nextLine()
    }
    table.alignNumbers()
    add(.table(table))
  }

  static func orgCells(_ row: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var cells = row.dropFirst().split(separator: 0x7C, omittingEmptySubsequences: false)
    if row.count > 1, row.last == 0x7C { cells.removeLast() }
    return cells.map(\.trimmingBlanks)
  }

  /// Escapes a line of a code block: a star or `#+` at its start gets a comma before it.
  static func withComma(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.trimmingLeadingBlanks
    let rest = text.drop { $0 == 0x2C }
    guard rest.first == 0x2A || rest.hasPrefix("#+") else { return line }
    return line[..<text.startIndex] + [0x2C] + text
  }

  /// Removes the comma that escapes a star or `#+` in a code block.
  static func withoutComma(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.trimmingLeadingBlanks
    guard text.first == 0x2C else { return line }
    let rest = text.drop { $0 == 0x2C }
    guard rest.first == 0x2A || rest.hasPrefix("#+") else { return line }
    return line[..<text.startIndex] + text.dropFirst()
  }
}

extension MarkupTable {
  /// Right-aligns columns of which at least half of the cells are numbers, as Org does.
  mutating func alignNumbers() {
    var numbers: [Int: Int] = [:]
    var filled: [Int: Int] = [:]
    var width = 0
    for case .cells(let cells) in rows {
      width = max(width, cells.count)
      for (column, cell) in cells.enumerated() {
        guard case .text(let text)? = cell.first else { continue }
        filled[column, default: 0] += 1
        let isNumber =
          cell.count == 1 && text.bytes.contains(where: \.isDigit)
          && text.bytes.allSatisfy { $0.isDigit || [0x2B, 0x2D, 0x2E, 0x2C, 0x25].contains($0) }
        if isNumber { numbers[column, default: 0] += 1 }
      }
    }
    sides = (0..<width).map {
      let count = numbers[$0, default: 0]
      return count > 0 && count * 2 >= filled[$0, default: 0] ? .right : .left
    }
  }
}

/// Bars inside table cells, escaped as `\|` in Markdown and `\vert{}` in Org (GitHub, "Tables"; Org manual,
/// "Built-in Table Editor").
enum TableBar {
  static func inMarkdown(_ cell: [UInt8]) -> [UInt8] {
    cell.flatMap { $0 == 0x7C ? [0x5C, 0x7C] : [$0] }
  }

  /// Replaces `\vert` by a bar, except in code and formulas.
  static func fromOrg(_ cell: ArraySlice<UInt8>) -> [UInt8] {
    guard cell.contains(0x5C) else { return Array(cell) }
    let places = VerbatimRanges(in: cell)
    var out: [UInt8] = []
    var position = cell.startIndex
    while position < cell.endIndex {
      if let end = end(ofNameAt: position, in: cell), !places.hides(position) {
        out.append(0x7C)
        position = end
      } else {
        out.append(cell[position])
        position += 1
      }
    }
    return out
  }

  static func inOrg(_ cell: [UInt8]) -> [UInt8] {
    cell.flatMap { $0 == 0x7C ? Array("\\vert{}".utf8) : [$0] }
  }

  /// The spans of an Org cell with `\vert` replaced by bars in their text.
  static func reading(_ spans: [MarkupSpan]) -> [MarkupSpan] {
    spans.map { span in
      switch span {
      case .text(let text) where text.bytes.contains(0x5C):
        .text(Text(bytes: fromOrg(text.bytes[...])))
      case .emphasis(let kind, let sign, let inner):
        .emphasis(kind, sign: sign, reading(inner))
      case .text, .code, .link: span
      }
    }
  }

  /// The offset after `\vert{}`, or after `\vert` without a letter after it; nil for anything else.
  private static func end(ofNameAt position: Int, in text: ArraySlice<UInt8>) -> Int? {
    let rest = text[position...]
    guard rest.first == 0x5C, rest.hasPrefix("\\vert") else { return nil }
    let end = position + 5
    if text[end...].hasPrefix("{}") { return end + 2 }
    return text[end...].first?.isASCIILetter == true ? nil : end
  }
}
