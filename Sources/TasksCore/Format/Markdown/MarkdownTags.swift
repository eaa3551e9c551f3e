/// Tags in front matter: `tags` or `labels`, and `contexts`, which show with an `@`.
enum MarkdownTags {
  /// The elements of a list; a scalar is cut at its commas, or at its blanks where it has none.
  static func read(_ entry: FrontMatterEntry) -> [Text]? {
    switch entry.value {
    case .list(let list):
      let texts = list.texts
      return texts.contains { $0.hasControlCharacters } ? nil : texts
    case .scalar(let scalar):
      return scalar.text.hasControlCharacters ? nil : words(of: scalar.text)
    case .empty, .records, .other: return nil
    }
  }

  static func words(of text: Text) -> [Text] {
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
      return words
    }
  }

  static func context(_ text: Text) -> Text {
    isContext(text) ? text : text.preceded(by: "@")
  }

  static func isContext(_ tag: Text) -> Bool { tag.withUTF8 { $0.first == 0x40 } }
}
