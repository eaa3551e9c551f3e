/// Lines of text that say in Markdown what they say in Org.
enum EscapedLine {
  /// A backslash in front of text that Markdown would take for the beginning of something else.
  ///
  /// What looks like a heading or a quote of Markdown is one more often than not: it stays.
  ///
  /// - Parameter goesOn: Whether text is above it, which no definition breaks into.
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

  /// A backslash in front of the signs at the end of a heading, which would close it.
  static func heading(_ words: [UInt8]) -> [UInt8] {
    let title = words[...].trimmingTrailingBlanks
    let count = title.reversed().prefix { $0 == 0x23 }.count
    let start = title.endIndex - count
    guard count > 0, start == title.startIndex || title[start - 1].isBlank else { return words }
    return title[..<start] + [0x5C] + words[start...]
  }
}
