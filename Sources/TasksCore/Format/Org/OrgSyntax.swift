/// Lexical rules of Org: headings, keyword lines, tags (Org manual, "Document structure"; checked in Emacs).
package enum OrgSyntax {
  /// True for one or more stars at the start of the line, followed by a space; a tab does not count.
  package static func isHeading(_ line: some ByteSlice) -> Bool {
    guard line.first == 0x2A else { return false }
    var end = line.startIndex
    while end < line.endIndex, line[end] == 0x2A { end += 1 }
    return end < line.endIndex && line[end] == 0x20
  }

  package static func isTopHeading(_ line: some ByteSlice) -> Bool { line.hasPrefix("* ") }

  /// True for `# comment`: the sign at any indent, followed by a space or nothing.
  static func isComment(_ line: some ByteSlice) -> Bool {
    let text = line.trimmingLeadingBlanks
    return text.first == 0x23 && (text.count == 1 || text.dropFirst().first == 0x20)
  }

  /// True for a fixed-width line, `: output`.
  static func isFixed(_ line: some ByteSlice) -> Bool {
    let text = line.trimmingLeadingBlanks
    return text.first == 0x3A && (text.count == 1 || text.dropFirst().first == 0x20)
  }

  /// The name and the value of a `#+NAME: value` line.
  static func keyword<Bytes: ByteSlice>(_ line: Bytes) -> (name: Bytes, value: Bytes)? {
    let text = line.trimmingLeadingBlanks
    guard text.hasPrefix("#+") else { return nil }
    var end = text.startIndex + 2
    while end < text.endIndex, text[end] != 0x3A, !text[end].isBlank { end += 1 }
    let name = text[(text.startIndex + 2)..<end]
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == 0x3A else {
      return nil
    }
    return (name, text[(name.endIndex + 1)...].trimmingBlanks)
  }

  /// The text of `#+CAPTION: words` or `#+CAPTION[words]: words`; nil for any other line.
  static func caption(_ text: some ByteSlice) -> Range<Int>? {
    guard text.hasPrefixIgnoringCase("#+caption") else { return nil }
    let rest = text.dropFirst(9)
    guard rest.first == 0x3A || rest.first == 0x5B && rest.contains(0x3A) else { return nil }
    return rest.startIndex + 1..<rest.endIndex
  }

  /// True for a keyword that belongs to the element below it, as a caption does (Org Syntax, "Affiliated
  /// Keywords").
  static func isAffiliated(_ text: some ByteSlice) -> Bool {
    guard let (key, _) = keyword(text) else { return false }
    let name = key.prefix { $0 != 0x5B }
    return name.hasPrefixIgnoringCase("attr_") || affiliated.contains { name.isSame(as: $0) }
  }

  private static let affiliated: [StaticString] = [
    "data", "header", "headers", "label", "name", "plot", "resname", "result", "results", "source",
    "srcname", "tblname",
  ]

  /// True for a valid tag: letters of any script, digits, and `_ @ # %`.
  static func isTag(_ tag: some ByteSlice) -> Bool {
    var isPlain = true
    for byte in tag where !(byte.isASCIILetter || byte.isDigit || isTagSign(byte)) {
      if byte < 0x80 { return false }
      isPlain = false
    }
    if isPlain { return !tag.isEmpty }
    var decoder = UTF8()
    var bytes = tag.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): if !scalar.isTagCharacter { return false }
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  private static func isTagSign(_ byte: UInt8) -> Bool {
    byte == 0x5F || byte == 0x40 || byte == 0x23 || byte == 0x25
  }

  /// True for a character that ends the key of a property in Emacs (regexp `\S-`): most Unicode spaces, a form
  /// feed, and the zero-width space.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// True if a word contains such a character.
  static func hasBlank(_ word: ByteView) -> Bool {
    for byte in word where byte >= 0x80 || byte == 0x0C {
      return String(decoding: word, as: UTF8.self).unicodeScalars.contains(where: isBlank)
    }
    return false
  }

  /// The name in a line `:NAME:`, which opens a drawer. `:END:` matches as well.
  ///
  /// - Parameter text: The line without leading whitespace.
  package static func drawerName(_ text: ByteView) -> ByteView? {
    guard text.first == 0x3A else { return nil }
    let word = text.trimmingTrailingBlanks
    guard word.count > 2, word.last == 0x3A else { return nil }
    let name = word.dropFirst().dropLast()
    var isPlain = true
    for byte in name where !(byte.isASCIILetter || byte.isDigit) {
      switch byte {
      case 0x22, 0x24, 0x25, 0x27, 0x2D, 0x5F: continue
      case 0x80...: isPlain = false
      default: return nil
      }
    }
    if isPlain { return name }
    let letters = String(decoding: name, as: UTF8.self).unicodeScalars
    return letters.allSatisfy { $0.value < 0x80 || $0.isTagCharacter } ? name : nil
  }

  /// True if Org would read part of a heading's text as a keyword, a priority, `COMMENT` or tags.
  static func isMoreThanTitle(_ words: ArraySlice<UInt8>, _ keywords: Set<Text>) -> Bool {
    let word = words[..<words.endOfWord]
    return keywords.contains(Text(bytes: word)) || word.hasPrefix("COMMENT")
      || word.hasPrefix("[#") || tagString(of: (Array("x ".utf8) + words)[...]) != nil
  }

  /// The tags `:a:b:` at the end of a heading, which a blank must precede; nil if there are none.
  static func tagString<Bytes: ByteSlice>(of heading: Bytes) -> Bytes? {
    let line = heading.trimmingTrailingBlanks
    guard line.last == 0x3A else { return nil }
    var start = line.endIndex
    while start > line.startIndex, !line[start - 1].isBlank { start -= 1 }
    let tags = line[start...]
    guard start > line.startIndex, tags.count >= 3, tags.first == 0x3A else { return nil }
    var isEmpty = true
    var open = start + 1
    for position in (start + 1)..<line.endIndex where line[position] == 0x3A {
      if open < position {
        guard isTag(line[open..<position]) else { return nil }
        isEmpty = false
      }
      open = position + 1
    }
    if isEmpty { return nil }
    return tags
  }
}
