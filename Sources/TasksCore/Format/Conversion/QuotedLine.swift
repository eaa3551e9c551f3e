/// A line of a quote of Markdown.
enum QuotedLine {
  /// The blanks between the signs of a quote and its words, but for the one that belongs to the sign.
  static func behindSigns(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let sign = head.lastIndex(of: 0x3E) else { return head }
    let blanks = head[(sign + 1)...]
    return blanks.first == 0x20 ? blanks.dropFirst() : blanks
  }

  /// Text, and items without a box: a box in a quote of Markdown is none.
  static func isPlain(_ words: ArraySlice<UInt8>) -> Bool {
    guard let first = words.first else { return true }
    if "#|:`~".utf8.contains(first), MarkdownFence.sign(of: words) != nil || first != 0x60 {
      return false
    }
    guard let item = ChecklistScanner.itemText(words, format: .markdown) else { return true }
    return item.first != 0x5B
  }
}
