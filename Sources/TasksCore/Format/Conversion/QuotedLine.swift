/// A line of a Markdown quote.
enum QuotedLine {
  /// The whitespace between the quote markers and the words, without the space that belongs to the marker.
  static func behindSigns(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let sign = head.lastIndex(of: 0x3E) else { return head }
    let blanks = head[(sign + 1)...]
    return blanks.first == 0x20 ? blanks.dropFirst() : blanks
  }

  /// True for text and for items without a checkbox, which would not be recognized in a Markdown quote.
  static func isPlain(_ words: ArraySlice<UInt8>) -> Bool {
    guard let first = words.first else { return true }
    if "#|:`~".utf8.contains(first), MarkdownFence.sign(of: words) != nil || first != 0x60 {
      return false
    }
    guard let item = ChecklistScanner.itemText(words, format: .markdown) else { return true }
    return item.first != 0x5B
  }
}
