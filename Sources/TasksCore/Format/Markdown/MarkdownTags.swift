/// Tags in front matter: `tags` or `labels`, and `contexts`, which show with an `@`.
enum MarkdownTags {
  /// The elements of a list; a scalar is cut at its commas, or at its blanks where it has none.
  static func read(_ entry: FrontMatterEntry) -> [Text]? {
    switch entry.value {
    case .list(let list): list.texts.contains { $0.hasControlCharacters } ? nil : list.texts
    case .scalar(let scalar): scalar.text.hasControlCharacters ? nil : words(of: scalar.text)
    case .empty, .records, .other: nil
    }
  }

  static func words(of text: Text) -> [Text] {
    let bytes = text.bytes
    let hasComma = bytes.contains(0x2C)
    return bytes.split { hasComma ? $0 == 0x2C : $0.isBlank }
      .map { $0.trimmingBlanks }.filter { !$0.isEmpty }.map { Text(bytes: $0) }
  }

  static func context(_ text: Text) -> Text {
    isContext(text) ? text : Text(bytes: [0x40] + text.bytes)
  }

  static func isContext(_ tag: Text) -> Bool { tag.withUTF8 { $0.first == 0x40 } }
}
