/// A code or HTML block of Markdown that is open; its lines are not parsed.
struct MarkdownOpenBlock {
  enum Kind {
    /// A fenced code block, with the opening fence.
    case fence(ByteView)
    /// An HTML block, up to the line with this text.
    case html(StaticString)
  }

  let kind: Kind
  /// The opening line, counted from 0, and its indent.
  let line: Int
  let indent: Int
  /// The content column of the item around the block; the end of the item ends the block too (CommonMark,
  /// "Fenced code blocks").
  let column: Int

  /// True if a line ends the block.
  ///
  /// - Parameter text: The line without leading whitespace.
  func isEnd(_ text: ByteView, _ indent: Int) -> Bool {
    switch kind {
    case .html(let end): return MarkdownHTML.isEnd(text, end)
    case .fence(let sign):
      return indent < column + 4 && text.starts(with: sign)
        && text[text.prefix { $0 == sign.first }.endIndex...].isBlankLine
    }
  }
}
