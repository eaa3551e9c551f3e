/// HTML in Markdown.
enum MarkdownHTML {
  /// The offsets at which tags and entities begin (CommonMark, 6.6 and 2.5); an unclosed tag is text.
  static func starts(in text: ArraySlice<UInt8>) -> [Int] {
    tags(in: text) + entities(in: text)
  }

  /// The end condition of an HTML block that begins on a line and continues after it (CommonMark, "HTML
  /// blocks"). A comment, raw text such as a script, or CDATA ends with a closing text; a block tag such as
  /// `<div>`, or any tag alone on its line, ends at a blank line. Nil if the line begins no block, or also ends
  /// it.
  ///
  /// - Parameter goesOn: Whether the line would continue a paragraph: a lone tag cannot interrupt one.
  static func blockEnd(
    openedBy line: some ByteSlice, goesOn: @autoclosure () -> Bool
  ) -> StaticString? {
    let text = line.trimmingLeadingBlanks
    guard text.first == 0x3C else { return nil }
    if let end = end(ofBlockAt: text) { return isEnd(text, end) ? nil : end }
    return HTMLTag.isAlone(in: text) && !goesOn() ? blankLine : nil
  }

  /// The end condition of a block that ends at a blank line.
  private static let blankLine: StaticString = ""

  static func isBlankLine(_ end: StaticString?) -> Bool { end?.utf8CodeUnitCount == 0 }

  /// True if a line meets the end condition.
  static func isEnd(_ line: some ByteSlice, _ end: StaticString) -> Bool {
    if isBlankLine(end) { return line.isBlankLine }
    return line.indices.contains { line[$0...].hasPrefixIgnoringCase(end) }
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
    return isBlockTag(text) ? blankLine : nil
  }

  /// True for a block tag, such as `<div …` or `</table>`.
  private static func isBlockTag(_ text: some ByteSlice) -> Bool {
    var name = text.dropFirst()
    if name.first == 0x2F { name = name.dropFirst() }
    let word = name.prefix { $0.isASCIILetter || $0.isDigit }
    let rest = name[word.endIndex...]
    guard rest.first.map({ $0.isBlank || $0 == 0x3E || $0 == 0x0D }) ?? true || rest.hasPrefix("/>")
    else { return false }
    return blockTags.contains { word.isSame(as: $0) }
  }

  private static let blockTags: [StaticString] = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]

  /// The offsets of `<b>`, `</b>` and `<!-- -->`.
  static func tags(in text: ArraySlice<UInt8>) -> [Int] {
    guard let end = text.lastIndex(of: 0x3E) else { return [] }
    return text[..<end].indices.filter { index in
      guard text[index] == 0x3C else { return false }
      if "/!?".utf8.contains(text[index + 1]) { return true }
      let name = text[(index + 1)...].prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x2D }
      guard name.first?.isASCIILetter == true, let next = text[name.endIndex...].first else {
        return false
      }
      // An autolink has other characters after its first word.
      return next.isBlank || next == 0x0A || next == 0x2F || next == 0x3E
    }
  }

  /// The offsets of `&nbsp;` and `&#8212;`.
  static func entities(in text: ArraySlice<UInt8>) -> [Int] {
    text.indices.filter { index in
      guard text[index] == 0x26 else { return false }
      let name = text[(index + 1)...].prefix(32)
        .prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x23 }
      return !name.isEmpty && text[name.endIndex...].first == 0x3B
    }
  }
}

/// An HTML tag that is alone on its line (CommonMark, 6.6).
enum HTMLTag {
  /// True for `<span class="x">`, `<br />` or `</b>`, followed only by whitespace.
  static func isAlone(in line: some ByteSlice) -> Bool {
    let text = line.trimmingTrailingBlanks
    guard text.count > 2, text.first == 0x3C, text.last == 0x3E else { return false }
    let inside = text.dropFirst().dropLast()
    if inside.first == 0x2F {
      let rest = afterName(inside.dropFirst())
      return rest?.isBlankLine ?? false
    }
    guard var rest = afterName(inside) else { return false }
    while !rest.isEmpty {
      let next = rest.trimmingLeadingBlanks
      if next.isEmpty || next.count == 1 && next.first == 0x2F { return true }
      guard next.startIndex > rest.startIndex, let behind = afterAttribute(next) else {
        return false
      }
      rest = behind
    }
    return true
  }

  /// The text after a tag name: letters, digits and dashes, the first a letter.
  private static func afterName<Bytes: ByteSlice>(_ text: Bytes) -> Bytes? {
    guard text.first?.isASCIILetter == true else { return nil }
    return text.drop { $0.isASCIILetter || $0.isDigit || $0 == 0x2D }
  }

  /// The text after an attribute: `name`, `name=word` or `name = "value"`.
  private static func afterAttribute<Bytes: ByteSlice>(_ text: Bytes) -> Bytes? {
    guard let first = text.first, first.isASCIILetter || first == 0x5F || first == 0x3A else {
      return nil
    }
    let rest = text.drop {
      $0.isASCIILetter || $0.isDigit || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E || $0 == 0x2D
    }
    let sign = rest.trimmingLeadingBlanks
    guard sign.first == 0x3D else { return rest }
    let value = sign.dropFirst().trimmingLeadingBlanks
    guard let quote = value.first else { return nil }
    if quote == 0x22 || quote == 0x27 {
      let inside = value.dropFirst()
      return inside.firstIndex(of: quote).map { inside[($0 + 1)...] }
    }
    let word = value.prefix {
      !$0.isBlank && ![0x22, 0x27, 0x3D, 0x3C, 0x3E, 0x60].contains($0)
    }
    return word.isEmpty ? nil : value[word.endIndex...]
  }
}
