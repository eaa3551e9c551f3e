/// Notes that another program (dstask) stores under a key.
extension FrontMatterEditor {
  /// Replaces the key's value; several lines become a literal block scalar (`|`) with the same indent as
  /// before.
  func setNotes(to new: Text) throws(EditError) -> [Replacement] {
    guard let entry = target(.notes), case .scalar(let old) = entry.value,
      let block = block(new, replacing: old, isExact: false)
    else { return try set(.notes, to: new.isEmpty ? nil : .text(new)) }
    return [Replacement(old.range, block)]
  }

  /// Prints a literal block scalar; returns nil if the text needs a quoted scalar instead: a single line,
  /// characters that need an escape, or a comment below that would become part of the block.
  ///
  /// - Parameter isExact: Whether a line feed at the end of the text is significant.
  func block(_ text: Text, replacing old: YAMLScalar, isExact: Bool) -> [UInt8]? {
    var lines = text.lines
    let endsLine = isExact && lines.count > 1 && lines.last?.isEmpty == true
    if endsLine { lines.removeLast() }
    let wasBlock = YAMLBlockHeader(of: bytes[old.range]) != nil
    // Blank lines at the end would not be part of the value.
    guard lines.count > 1 || endsLine, lines.last?.isEmpty == false,
      lines.allSatisfy({ $0.withBytes(YAMLWriter.isPrintable) }),
      lines.contains(where: { !$0.isBlank }),
      bytes[old.range.upperBound...].line(at: old.range.upperBound)
        .map({ bytes[$0].isBlankLine && (wasBlock || endOfComments(from: $0.next) == $0.next) })
        ?? true
    else { return nil }
    let chomping: UInt8? = endsLine ? nil : 0x2D
    var header = YAMLBlockHeader(of: bytes[old.range]) ?? YAMLBlockHeader(chomping: chomping)
    if isExact { header.chomping = chomping }
    if lines.first(where: { !$0.isEmpty })?.bytes.first?.isBlank == true { header.sayIndent() }
    let blanks = Array(repeating: UInt8(0x20), count: header.indent)
    return lines.reduce(into: header.bytes) { block, line in
      block += lineEnd + (line.isEmpty ? [] : blanks + line.bytes)
    }
  }
}

extension Text {
  fileprivate var isBlank: Bool { bytes[...].isBlankLine }
}

/// The header of a literal block scalar and the indent of its lines: `|2- # why` (YAML 1.2, 8.1.1).
struct YAMLBlockHeader {
  private(set) var indent = 2
  /// True if the header contains the indent, as it must if the text begins with a blank.
  private var saysIndent = false
  /// The chomping indicator, which decides on trailing line feeds: `-`, `+`, or none.
  var chomping: UInt8?
  /// The text after the indicators.
  private var tail: ArraySlice<UInt8> = []

  /// - Parameter chomping: The chomping indicator of a new block.
  init(chomping: UInt8?) { self.chomping = chomping }

  /// Returns nil if the scalar is not a literal block.
  init?(of scalar: ArraySlice<UInt8>) {
    guard scalar.first == 0x7C else { return nil }
    let lines = ByteLines(scalar).map { scalar[$0] }
    let signs = lines[0].prefix { !$0.isBlank }
    tail = lines[0][signs.endIndex...]
    chomping = signs.first { $0 == 0x2D || $0 == 0x2B }
    if let digit = signs.first(where: { $0.isDigit }) {
      (indent, saysIndent) = (Int(digit & 0x0F), true)
    } else if let first = lines.dropFirst().first(where: { !$0.isBlankLine }) {
      indent = first.prefix { $0 == 0x20 }.count
    }
  }

  /// Adds the indent to the header, which has room for a single digit.
  mutating func sayIndent() {
    if indent > 9 { indent = 2 }
    saysIndent = true
  }

  var bytes: [UInt8] {
    var out: [UInt8] = [0x7C]
    if saysIndent { out.append(0x30 | UInt8(indent)) }
    if let chomping { out.append(chomping) }
    return out + tail
  }
}

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
