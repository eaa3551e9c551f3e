/// Tells apart the lines below the header of a block scalar, `|` or `>` (YAML 1.2, 8.1.1.1), in their order.
struct YAMLBlockLines {
  enum Kind {
    case blank
    /// Where what it says begins: how far the text is indented is no part of it. Blanks further in say something.
    case text(Int)
    /// Less far in than the text, which it ends.
    case comment
    /// What is no part of the scalar.
    case stray
  }

  /// How far the text is indented, as the header or the first line of it says.
  private var indent: Int?
  /// The longest blank line before that: the text begins no further out.
  private var deepest = 0
  private var isOver = false

  init(_ header: ByteView) {
    let digit = header.prefix { !$0.isBlank }.first { (0x31...0x39).contains($0) }
    indent = digit.map { Int($0 & 0x0F) }
  }

  /// A comment at the left edge, further out than any text, ends it.
  mutating func endAtComment() { isOver = true }

  /// What the next line is: what those behind it are depends on it.
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
