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
