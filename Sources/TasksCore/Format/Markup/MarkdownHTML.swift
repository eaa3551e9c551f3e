/// What a text of Markdown says in HTML.
enum MarkdownHTML {
  /// Where tags and entities begin (CommonMark, 6.6 and 2.5; a tag that has no end is none).
  static func starts(in text: ArraySlice<UInt8>) -> [Int] {
    tags(in: text) + entities(in: text)
  }

  /// What ends a block of HTML that begins in a line and goes on below it, whose lines say nothing in Markdown: a
  /// comment, code, a script (CommonMark, "HTML blocks", 1 to 5). Nil for a line that begins none.
  static func blockEnd(openedBy line: some ByteSlice) -> StaticString? {
    let text = line.trimmingLeadingBlanks
    guard text.first == 0x3C, let end = end(ofBlockAt: text) else { return nil }
    return isEnd(text, end) ? nil : end
  }

  /// Whether a block ends in a line.
  static func isEnd(_ line: some ByteSlice, _ end: StaticString) -> Bool {
    line.indices.contains { line[$0...].hasPrefixIgnoringCase(end) }
  }

  private static func end(ofBlockAt text: some ByteSlice) -> StaticString? {
    if text.hasPrefix("<!--") { return "-->" }
    if text.hasPrefix("<?") { return "?>" }
    if text.hasPrefix("<![CDATA[") { return "]]>" }
    let raw: [(StaticString, StaticString)] = [
      ("<pre", "</pre>"), ("<script", "</script>"), ("<style", "</style>"),
      ("<textarea", "</textarea>"),
    ]
    for (start, end) in raw where text.hasPrefixIgnoringCase(start) {
      let next = text.dropFirst(start.utf8CodeUnitCount).first
      return next.map { $0.isBlank || $0 == 0x3E } ?? true ? end : nil
    }
    return nil
  }

  /// `<b>`, `</b>`, `<!-- -->`.
  static func tags(in text: ArraySlice<UInt8>) -> [Int] {
    guard let end = text.lastIndex(of: 0x3E) else { return [] }
    return text[..<end].indices.filter { index in
      guard text[index] == 0x3C else { return false }
      if "/!?".utf8.contains(text[index + 1]) { return true }
      let name = text[(index + 1)...].prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x2D }
      guard name.first?.isASCIILetter == true, let next = text[name.endIndex...].first else {
        return false
      }
      // An address in angles has other signs behind its first word.
      return next.isBlank || next == 0x0A || next == 0x2F || next == 0x3E
    }
  }

  /// `&nbsp;`, `&#8212;`.
  static func entities(in text: ArraySlice<UInt8>) -> [Int] {
    text.indices.filter { index in
      guard text[index] == 0x26 else { return false }
      let name = text[(index + 1)...].prefix(32)
        .prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x23 }
      return !name.isEmpty && text[name.endIndex...].first == 0x3B
    }
  }
}
