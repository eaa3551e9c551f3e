/// A block of Markdown in whose lines nothing is read, as far as it is open.
struct MarkdownOpenBlock {
  enum Kind {
    /// Code below a fence.
    case fence(ByteView)
    /// HTML up to the line in which this stands.
    case html(StaticString)
  }

  let kind: Kind
  /// The line that opens it, counted from 0, and how far the opening is indented.
  let line: Int
  let indent: Int
  /// The column in which the text of the item begins that it stands in: it ends with that (CommonMark, "Fenced code
  /// blocks").
  let column: Int

  /// Whether a line is the last of it.
  ///
  /// - Parameter text: Without the blanks the line begins with.
  func isEnd(_ text: ByteView, _ indent: Int) -> Bool {
    switch kind {
    case .html(let end): return MarkdownHTML.isEnd(text, end)
    case .fence(let sign):
      return indent < column + 4 && text.starts(with: sign)
        && text[text.prefix { $0 == sign.first }.endIndex...].isBlankLine
    }
  }
}
