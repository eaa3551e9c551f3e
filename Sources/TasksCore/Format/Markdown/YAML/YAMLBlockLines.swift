/// Classifies the lines below the header of a block scalar, `|` or `>` (YAML 1.2, 8.1.1.1), in order.
struct YAMLBlockLines {
  enum Kind {
    case blank
    /// The offset of its text, without the block's indent; further whitespace is part of the text.
    case text(Int)
    /// A comment that is indented less than the text and ends it.
    case comment
    /// Not part of the scalar.
    case stray
  }

  /// The indent of the text, from the header or the first line of text.
  private var indent: Int?
  /// The longest blank line before the text, whose indent is at least that.
  private var deepest = 0
  private var isOver = false

  init(_ header: ByteView) {
    let digit = header.prefix { !$0.isBlank }.first { (0x31...0x39).contains($0) }
    indent = digit.map { Int($0 & 0x0F) }
  }

  /// An unindented comment ends the text.
  mutating func endAtComment() { isOver = true }

  /// Classifies the next line; call in order, as the result depends on the lines before.
  mutating func kind(of line: ByteView) -> Kind {
    let spaces = line.prefix { $0 == 0x20 }.count
    if indent == nil, !isOver {
      if spaces == line.count {
        deepest = max(deepest, spaces)
        return .blank
      }
      indent = max(deepest, spaces)
    }
    if !isOver, let indent, indent > 0, spaces >= indent, line.count > indent {
      return .text(line.startIndex + indent)
    }
    if line.isBlankLine { return .blank }
    guard line.dropFirst(spaces).first == 0x23 else { return .stray }
    isOver = true
    return .comment
  }
}
