/// The line that begins a block of code (CommonMark, "Fenced code blocks").
enum MarkdownFence {
  /// Three backquotes or tildes, or more of them; nil where the text begins no block: behind backquotes none may stand.
  static func sign<Bytes: ByteSlice>(of text: Bytes) -> Bytes? {
    guard let first = text.first, first == 0x60 || first == 0x7E else { return nil }
    var end = text.startIndex
    while end < text.endIndex, text[end] == first { end += 1 }
    guard end - text.startIndex >= 3 else { return nil }
    if first == 0x60, text[end...].contains(0x60) { return nil }
    return text[..<end]
  }

  /// The same in the first line of an item, right behind its bullet.
  static func sign<Bytes: ByteSlice>(inItem line: Bytes) -> Bytes? {
    guard let text = ChecklistScanner.itemText(line, format: .markdown), !text.isEmpty else {
      return nil
    }
    return sign(of: text)
  }
}
