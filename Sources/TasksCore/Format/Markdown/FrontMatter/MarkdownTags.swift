/// Tags in front matter: `tags` or `labels`, and `contexts`, which are shown with an `@`.
enum MarkdownTags {
  /// The elements of a list. A scalar is split at its commas, or at whitespace if it has none.
  static func read(_ entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    guard case .list(let list) = entry.value else { return words(of: entry, in: bytes) }
    return checked(list.texts(in: bytes))
  }

  /// Like `read(_:in:)`, without duplicates.
  static func readSet(_ entry: FrontMatterEntry, in bytes: ByteView) -> [Text]? {
    guard case .list(let list) = entry.value else { return words(of: entry, in: bytes) }
    guard list.hasSeveral else {
      // Reserve capacity for tags from another key.
      var texts: [Text] = []
      guard let scalar = list.firstScalar else { return texts }
      texts.reserveCapacity(4)
      texts.append(scalar.text(in: bytes))
      let isPlain = scalar.style == .plain && bytes[scalar.range].isPrintableASCII
      return isPlain ? texts : checked(texts)
    }
    var pieces = MetPieces(of: bytes, expecting: list.count)
    var (isWritten, isPrintable) = (true, true)
    list.walk(bytes) { item in
      if item.isEmpty { return }
      guard let inside = item.scalar.inside(in: bytes) else { return isWritten = false }
      pieces.append(inside)
      isPrintable = isPrintable && bytes[inside].isPrintableASCII
    }
    if isWritten { return isPrintable ? pieces.texts : checked(pieces.texts) }
    // Elements with escapes differ from their bytes.
    var texts: [Text] = []
    texts.append(new: list.texts(in: bytes))
    return checked(texts)
  }

  private static func checked(_ texts: [Text]) -> [Text]? {
    texts.contains { $0.hasControlCharacters } ? nil : texts
  }

  private static func words(of entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    entry.text(in: bytes).flatMap { $0.hasControlCharacters ? nil : words(of: $0) }
  }

  /// The words of a text, split at commas or else at whitespace, without duplicates.
  static func words(of text: Text) -> [Text] {
    text.withBytes { bytes in
      let commas = bytes.count(of: 0x2C)
      let hasComma = commas > 0
      var words = MetPieces(of: bytes, expecting: hasComma ? commas + 1 : bytes.count / 2 + 1)
      var rest = bytes
      while !rest.isEmpty {
        let end = hasComma ? rest.place(of: 0x2C, from: rest.startIndex) : rest.endOfWord
        let word = rest[..<end].trimmingBlanks
        if !word.isEmpty { words.append(word.indices) }
        rest = rest[end...].dropFirst()
      }
      return words.texts
    }
  }

  static func context(_ text: Text) -> Text {
    isContext(text) ? text : text.preceded(by: "@")
  }

  static func isContext(_ tag: Text) -> Bool { tag.withUTF8 { $0.first == 0x40 } }
}
