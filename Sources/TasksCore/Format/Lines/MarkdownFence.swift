/// The opening line of a fenced code block (CommonMark, "Fenced code blocks").
enum MarkdownFence {
  /// The fence a text begins with: three or more backquotes or tildes. Nil if there is none, or if the text
  /// after backquotes contains another backquote.
  static func sign<Bytes: ByteSlice>(of text: Bytes) -> Bytes? {
    guard let first = text.first, first == 0x60 || first == 0x7E else { return nil }
    var end = text.startIndex
    while end < text.endIndex, text[end] == first { end += 1 }
    guard end - text.startIndex >= 3 else { return nil }
    if first == 0x60, text[end...].contains(0x60) { return nil }
    return text[..<end]
  }

  /// The fence in the first line of an item, after its bullet.
  static func sign<Bytes: ByteSlice>(inItem line: Bytes) -> Bytes? {
    guard let text = ListSyntax.itemText(line, format: .markdown), !text.isEmpty else {
      return nil
    }
    return sign(of: text)
  }
}
