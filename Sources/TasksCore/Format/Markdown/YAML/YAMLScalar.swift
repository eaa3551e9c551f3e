/// The location of a scalar of front matter (YAML 1.2, chapter 7). Its text is produced on demand, as most are
/// never needed.
package struct YAMLScalar {
  package enum Style {
    case plain
    case single
    case double
    /// A block scalar, or a plain or quoted one that continues on the next lines: replaced as a whole.
    case severalLines
  }

  /// Including its quotes.
  let range: Range<Int>
  package let style: Style

  init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }

  /// Parses the scalar that a slice of one line begins with; returns nil if there is none, or if it continues
  /// on the next line.
  init?(at slice: some ByteSlice, inFlow: Bool = false) {
    guard let first = slice.first else { return nil }
    guard first == 0x22 || first == 0x27 else {
      guard YAMLScalar.canBegin(first, before: slice.dropFirst().first, inFlow: inFlow),
        let end = YAMLScalar.endOfPlain(slice, inFlow: inFlow)
      else { return nil }
      self.init(slice.startIndex..<end, .plain)
      return
    }
    guard let close = YAMLScalar.closingQuote(of: slice) else { return nil }
    let range = slice.startIndex..<close + 1
    if first == 0x22, !YAMLEscape.isSound(slice[range].dropFirst().dropLast()) { return nil }
    self.init(range, first == 0x22 ? .double : .single)
  }

  // MARK: Text

  package func text(in bytes: some ByteSlice) -> Text {
    if let inside = inside(in: bytes) { return Text(bytes: bytes[inside]) }
    let written = bytes[range]
    switch style {
    case .plain: return Text(bytes: written)
    case .single: return YAMLScalar.withoutDoubling(written.dropFirst().dropLast())
    case .double: return YAMLEscape.unescaped(written.dropFirst().dropLast()) ?? .empty
    case .severalLines: return Array(written).withView { YAMLFolding.text(of: $0) }
    }
  }

  /// Calls `body` with the bytes of the scalar's text, which avoids creating a `Text` in most cases.
  func withBytes<Result>(in bytes: ByteView, _ body: (ByteView) -> Result) -> Result {
    if let inside = inside(in: bytes) { return body(bytes[inside]) }
    return text(in: bytes).withBytes(body)
  }

  /// The range of the text between the quotes, or of the whole scalar if it has none; nil if the text contains
  /// escapes or spans lines, so that the bytes are not its text.
  func inside(in bytes: some ByteSlice) -> Range<Int>? {
    if style == .plain { return range }
    if style == .severalLines { return nil }
    let inside = range.lowerBound + 1..<range.upperBound - 1
    let sign: UInt8 = style == .single ? 0x27 : 0x5C
    return bytes[inside].place(of: sign, from: inside.lowerBound) < inside.upperBound ? nil : inside
  }

  /// The text of the scalar that a slice begins with; nil if there is no scalar on one line.
  package static func text(in slice: some ByteSlice) -> Text? {
    YAMLScalar(at: slice).map { $0.text(in: slice) }
  }

  /// True for an unquoted `~`, `null`, `Null` or `NULL`.
  func isNull(in bytes: some ByteSlice) -> Bool {
    style == .plain && YAMLScalar.isNull(bytes[range])
  }

  /// True for the bytes of a plain null.
  static func isNull(_ plain: some ByteSlice) -> Bool {
    if plain.count == 1 { return plain.first == 0x7E }
    guard plain.count == 4 else { return false }
    return plain.hasPrefix("null") || plain.hasPrefix("Null") || plain.hasPrefix("NULL")
  }

  /// True if only whitespace and a comment follow a value.
  static func isEnd(_ rest: some ByteSlice) -> Bool {
    guard let first = rest.first else { return true }
    guard first.isBlank else { return false }
    let text = rest.trimmingLeadingBlanks
    return text.isEmpty || text.first == 0x23
  }

  /// True for a blank line, or one with only a comment.
  static func isComment(_ line: some ByteSlice) -> Bool {
    let text = line.trimmingLeadingBlanks
    return text.first == 0x23 || text.isBlankLine
  }

  // MARK: Plain

  /// The end of the plain scalar that the slice begins with, without trailing blanks; nil if it is not a plain
  /// scalar.
  static func endOfPlain(_ slice: some ByteSlice, inFlow: Bool = false) -> Int? {
    var end = slice.startIndex
    scan: while end < slice.endIndex {
      switch slice[end] {
      case 0x3A:
        let next = end + 1 < slice.endIndex ? slice[end + 1] : 0x20
        if next.isBlank || inFlow && isFlowSign(next) { return nil }
      case 0x23: if end > slice.startIndex, slice[end - 1].isBlank { break scan }
      case 0x2C where inFlow, 0x5D where inFlow: break scan
      case 0x5B where inFlow, 0x7B where inFlow, 0x7D where inFlow: return nil
      case 0x09: break
      case 0x0A where inFlow: break scan
      case 0x0D where inFlow && slice[end...].hasPrefix("\r\n"): break scan
      case 0..<0x20, 0x7F: return nil
      default: break
      }
      end += 1
    }
    return slice[..<end].trimmingTrailingBlanks.endIndex
  }

  @inline(__always)
  private static func canBegin(_ first: UInt8, before next: UInt8?, inFlow: Bool) -> Bool {
    switch first {
    case 0x2D, 0x3F, 0x3A:
      guard let next else { return false }
      return !next.isBlank && !(inFlow && isFlowSign(next))
    default: return !isIndicator(first)
    }
  }

  /// True for an indicator that no plain scalar may begin with: `` , [ ] { } # & * ! | > ' " % @ ` ``.
  @inline(__always)
  static func isIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x5B, 0x5D, 0x7B, 0x7D, 0x23, 0x26, 0x2A, 0x21, 0x7C, 0x3E, 0x27, 0x22, 0x25, 0x40,
      0x60:
      true
    default: false
    }
  }

  @inline(__always)
  static func isFlowSign(_ byte: UInt8) -> Bool {
    byte == 0x2C || byte == 0x5B || byte == 0x5D || byte == 0x7B || byte == 0x7D
  }

  // MARK: Quoted

  /// The offset of the quote that closes the quoted scalar at the start of the slice.
  static func closingQuote(of slice: some ByteSlice) -> Int? {
    guard let quote = slice.first else { return nil }
    var position = slice.startIndex + 1
    while position < slice.endIndex {
      let byte = slice[position]
      if byte == 0x5C, quote == 0x22 {
        position += 2
      } else if byte == quote {
        guard quote == 0x27, position + 1 < slice.endIndex, slice[position + 1] == quote else {
          return position
        }
        position += 2
      } else {
        position += 1
      }
    }
    return nil
  }

  /// Replaces doubled quotes: `it''s` becomes `it's`.
  static func withoutDoubling(_ inside: some ByteSlice) -> Text {
    guard inside.contains(0x27) else { return Text(bytes: inside) }
    var out: [UInt8] = []
    var isSecond = false
    for byte in inside {
      isSecond = byte == 0x27 && !isSecond
      if byte != 0x27 || isSecond { out.append(byte) }
    }
    return Text(bytes: out)
  }
}
