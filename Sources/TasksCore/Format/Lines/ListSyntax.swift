/// Lexical rules of list items (Org manual, "Plain lists"; CommonMark, "List items").
package enum ListSyntax {
  /// The number of columns of leading whitespace. Tab stops are 8 columns apart in Org, 4 in Markdown
  /// (CommonMark, "Tabs").
  ///
  /// - Parameter column: The column of the first byte of `line`.
  static func indent(of line: some ByteSlice, _ format: Format, from column: Int = 0) -> Int {
    let width = format == .org ? 8 : 4
    var columns = column
    for byte in line {
      guard byte.isBlank else { break }
      columns = byte == 0x09 ? (columns / width + 1) * width : columns + 1
    }
    return columns
  }

  /// The text after the bullet of a list item (`-`, `+`, `1.`, `1)`, or `*`, which Org accepts only if
  /// indented) and, in Org, after its counter (`[@5]`); nil if the line is not an item.
  package static func itemText<Bytes: ByteSlice>(_ content: Bytes, format: Format) -> Bytes? {
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
    // In Markdown a bare bullet may be a heading's underline or continue a paragraph.
    guard let blank = rest.first else { return format == .org ? rest : nil }
    guard blank.isBlank else { return nil }
    rest = rest.trimmingLeadingBlanks
    if format == .org, rest.hasPrefix("[@"), let close = rest.firstIndex(of: 0x5D) {
      rest = rest[(close + 1)...].trimmingLeadingBlanks
    }
    return rest
  }

  /// The mark of the checkbox that an item's text begins with: a space, `X`, `x` or `-`.
  static func mark(of text: some ByteSlice) -> UInt8? {
    guard text.count >= 3, text.first == 0x5B, text[text.startIndex + 2] == 0x5D,
      text.count == 3 || text[text.startIndex + 3].isBlank
    else { return nil }
    let mark = text[text.startIndex + 1]
    return [0x20, 0x58, 0x78, 0x2D].contains(mark) ? mark : nil
  }
}

/// The opening line of a fenced code block (CommonMark, "Fenced code blocks").
enum MarkdownFence {
  /// The fence a text begins with: three or more backquotes or tildes. Nil if there is none, or if the text
  /// after backquotes contains another backquote.
  static func sign<Bytes: ByteSlice>(of text: Bytes) -> Bytes? {
    guard let first = text.first, first == 0x60 || first == 0x7E else { return nil }
    var end = text.startIndex
    while end < text.endIndex, text[end] == first { end += 1 }
    guard end - text.startIndex >= 3 else { return nil }
    if first == 0x60, text[end...].contains(0x60) { return nil }
    return text[..<end]
  }

  /// The fence in the first line of an item, after its bullet.
  static func sign<Bytes: ByteSlice>(inItem line: Bytes) -> Bytes? {
    guard let text = ListSyntax.itemText(line, format: .markdown), !text.isEmpty else {
      return nil
    }
    return sign(of: text)
  }
}

/// A heading of level 1 or 2 at the start of a line (CommonMark, "ATX headings").
struct MarkdownHeading {
  let line: ByteLine
  /// The number of the line, from 0.
  let number: Int
  let level: Int

  /// Reads a heading; nil if the line is none.
  init?(_ line: ByteLine, _ content: ByteView, number: Int) {
    guard content.first == 0x23 else { return nil }
    level = content.hasPrefix("##") ? 2 : 1
    guard content.count > level, content[line.start + level].isBlank else { return nil }
    self.line = line
    self.number = number
  }
}

/// A code or HTML block of Markdown that is open; its lines are not parsed.
struct MarkdownOpenBlock {
  enum Kind {
    /// A fenced code block, with the opening fence.
    case fence(ByteView)
    /// An HTML block, up to the line with this text.
    case html(StaticString)
  }

  let kind: Kind
  /// The opening line, counted from 0, and its indent.
  let line: Int
  let indent: Int
  /// The content column of the item around the block; the end of the item ends the block too (CommonMark,
  /// "Fenced code blocks").
  let column: Int

  /// True if a line ends the block.
  ///
  /// - Parameter text: The line without leading whitespace.
  func isEnd(_ text: ByteView, _ indent: Int) -> Bool {
    switch kind {
    case .html(let end): return MarkdownHTML.isEnd(text, end)
    case .fence(let sign):
      return indent < column + 4 && text.starts(with: sign)
        && text[text.prefix { $0 == sign.first }.endIndex...].isBlankLine
    }
  }
}
