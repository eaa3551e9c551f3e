/// Tags in front matter: `tags` or `labels`, and `contexts`, which are shown with an `@`.
package enum MarkdownTags {
  /// The elements of a list. A scalar is split at its commas, or at whitespace if it has none.
  static func read(_ entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    guard case .list(let list) = entry.value else { return words(of: entry, in: bytes) }
    return checked(list.texts(in: bytes))
  }

  /// Like `read(_:in:)`, without duplicates.
  static func readSet(_ entry: FrontMatterEntry, in bytes: ByteView) -> [Text]? {
    read(entry, in: bytes)?.uniqued()
  }

  private static func checked(_ texts: [Text]) -> [Text]? {
    texts.contains { $0.hasControlCharacters } ? nil : texts
  }

  private static func words(of entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    entry.text(in: bytes).flatMap { $0.hasControlCharacters ? nil : words(of: $0) }
  }

  /// The words of a text, split at commas or else at whitespace, without duplicates.
  package static func words(of text: Text) -> [Text] {
    text.withBytes { bytes in
      let hasComma = bytes.contains(0x2C)
      var words: [Text] = []
      var rest = bytes
      while !rest.isEmpty {
        let end = hasComma ? rest.place(of: 0x2C, from: rest.startIndex) : rest.endOfWord
        let word = rest[..<end].trimmingBlanks
        if !word.isEmpty { words.append(Text(bytes: word)) }
        rest = rest[end...].dropFirst()
      }
      return words.uniqued()
    }
  }

  static func context(_ text: Text) -> Text {
    isContext(text) ? text : text.preceded(by: "@")
  }

  static func isContext(_ tag: Text) -> Bool { tag.withUTF8 { $0.first == 0x40 } }
}
