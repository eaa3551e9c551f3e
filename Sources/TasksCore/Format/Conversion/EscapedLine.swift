/// Escapes lines of text from Org whose meaning would change in Markdown.
enum EscapedLine {
  /// Puts a backslash before text that would begin another kind of block in Markdown.
  ///
  /// Text that looks like a Markdown heading of level 2 or below, or like an unindented quote, stays: it is
  /// usually meant as one.
  ///
  /// - Parameter goesOn: Whether the line continues a paragraph, which a link definition cannot interrupt.
  static func text(
    _ line: ArraySlice<UInt8>, inQuote: Bool = false, goesOn: Bool = false
  ) -> [UInt8] {
    let start = line.endOfBlanks
    let text = line[start...].trimmingTrailingBlanks
    let isHeading =
      text.first == 0x23 && (text.count == 1 || text.dropFirst().first?.isBlank == true)
    let isRule =
      text.first.map { "=-*_".utf8.contains($0) } ?? false
      && text.allSatisfy { $0 == text.first || $0.isBlank }
    let isItem =
      !inQuote && text.first?.isDigit == false
      && ChecklistScanner.itemText(text, format: .markdown) != nil
    let isDefinition =
      !goesOn
      && MarkdownLink.definition(text).map { !$0.target.string.contains("://") } ?? false
    let isQuote =
      text.first == 0x3E
      && (start > line.startIndex || text.allSatisfy { $0 == 0x3E || $0.isBlank })
    guard
      isHeading || isRule || isItem || isDefinition || isQuote || text.hasPrefix("```")
        || text.hasPrefix("~~~")
    else { return Array(line) }
    return line[..<start] + [0x5C] + line[start...]
  }

  /// Puts a backslash before the `#` signs that would close a heading.
  static func heading(_ words: [UInt8]) -> [UInt8] {
    let title = words[...].trimmingTrailingBlanks
    let count = title.reversed().prefix { $0 == 0x23 }.count
    let start = title.endIndex - count
    guard count > 0, start == title.startIndex || title[start - 1].isBlank else { return words }
    return title[..<start] + [0x5C] + words[start...]
  }
}
