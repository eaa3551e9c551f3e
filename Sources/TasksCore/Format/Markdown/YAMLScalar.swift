/// One scalar of front matter with the place where it stands (YAML 1.2, chapter 7).
struct YAMLScalar {
  enum Style {
    case plain
    case single
    case double
    /// `|` or `>`, or a plain or quoted scalar that goes on in the next lines: read, and replaced as a whole.
    case severalLines
  }

  let text: Text
  /// With its quotes.
  let range: Range<Int>
  let style: Style

  /// `~`, `null` and their capitals, when nothing quotes them.
  var isNull: Bool {
    style == .plain && text.withUTF8 { ByteView.reading($0) { YAMLScalar.isNull($0) } }
  }

  /// Of the bytes of a plain scalar.
  static func isNull(_ plain: some ByteSlice) -> Bool {
    if plain.count == 1 { return plain.first == 0x7E }
    guard plain.count == 4 else { return false }
    return plain.hasPrefix("null") || plain.hasPrefix("Null") || plain.hasPrefix("NULL")
  }

  /// Reads the scalar a slice of one line begins with.
  ///
  /// - Returns: The scalar and what follows it; nil where there is none, or none that is on this line only.
  static func parse<Bytes: ByteSlice>(
    _ slice: Bytes, inFlow: Bool = false
  ) -> (scalar: YAMLScalar, rest: Bytes)? {
    switch slice.first {
    case 0x22: double(slice)
    case 0x27: single(slice)
    default: plain(slice, inFlow: inFlow)
    }
  }

  /// Where the scalar stands that a slice of one line begins with: ``parse(_:inFlow:)`` without its text.
  static func place(
    in slice: some ByteSlice, inFlow: Bool = false
  ) -> (range: Range<Int>, style: Style)? {
    guard let first = slice.first else { return nil }
    guard first == 0x22 || first == 0x27 else {
      guard canBegin(first, before: slice.dropFirst().first, inFlow: inFlow),
        let end = endOfPlain(slice, inFlow: inFlow)
      else { return nil }
      return (slice.startIndex..<end, .plain)
    }
    guard let close = closingQuote(of: slice) else { return nil }
    let range = slice.startIndex..<close + 1
    guard first == 0x22 else { return (range, .single) }
    return YAMLEscape.isSound(slice[range].dropFirst().dropLast()) ? (range, .double) : nil
  }

  /// What the whole of a slice says; nil where that is no scalar of one line.
  static func text(in scalar: some ByteSlice) -> Text? { parse(scalar)?.scalar.text }

  /// True when nothing but blanks and a comment follows a value.
  static func isEnd(_ rest: some ByteSlice) -> Bool {
    guard let first = rest.first else { return true }
    guard first.isBlank else { return false }
    let text = rest.trimmingLeadingBlanks
    return text.isEmpty || text.first == 0x23
  }

  // MARK: Plain

  private static func plain<Bytes: ByteSlice>(
    _ slice: Bytes, inFlow: Bool
  ) -> (scalar: YAMLScalar, rest: Bytes)? {
    guard let first = slice.first,
      canBegin(first, before: slice.dropFirst().first, inFlow: inFlow),
      let end = endOfPlain(slice, inFlow: inFlow)
    else { return nil }
    let range = slice.startIndex..<end
    return (
      YAMLScalar(text: Text(bytes: slice[range]), range: range, style: .plain), slice[end...]
    )
  }

  /// Where a plain scalar ends that the slice goes on with, blanks behind it left out; nil where something in
  /// it makes it none.
  static func endOfPlain(_ slice: some ByteSlice, inFlow: Bool = false) -> Int? {
    var end = slice.startIndex
    // Past the last byte that is no blank.
    var textEnd = end
    scan: while end < slice.endIndex {
      let byte = slice[end]
      switch byte {
      case 0x3A:
        let next = end + 1 < slice.endIndex ? slice[end + 1] : 0x20
        if next.isBlank || inFlow && isFlowSign(next) { return nil }
        textEnd = end + 1
      case 0x23:
        if end > textEnd { break scan }
        textEnd = end + 1
      case 0x2C, 0x5D:
        if inFlow { break scan }
        textEnd = end + 1
      case 0x5B, 0x7B, 0x7D:
        if inFlow { return nil }
        textEnd = end + 1
      case 0x20, 0x09: break
      case 0x0A where inFlow: break scan
      case 0x0D where inFlow && slice[end...].hasPrefix("\r\n"): break scan
      case 0..<0x20, 0x7F: return nil
      default: textEnd = end + 1
      }
      end += 1
    }
    return textEnd
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

  /// What no plain scalar may begin with: `` , [ ] { } # & * ! | > ' " % @ ` ``.
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

  private static func single<Bytes: ByteSlice>(
    _ slice: Bytes
  ) -> (scalar: YAMLScalar, rest: Bytes)? {
    guard let close = closingQuote(of: slice) else { return nil }
    let range = slice.startIndex..<close + 1
    let inside = slice[(slice.startIndex + 1)..<close]
    let text = withoutDoubling(inside)
    return (YAMLScalar(text: text, range: range, style: .single), slice[(close + 1)...])
  }

  private static func double<Bytes: ByteSlice>(
    _ slice: Bytes
  ) -> (scalar: YAMLScalar, rest: Bytes)? {
    guard let close = closingQuote(of: slice),
      let text = YAMLEscape.unescaped(slice[(slice.startIndex + 1)..<close])
    else { return nil }
    let range = slice.startIndex..<close + 1
    return (
      YAMLScalar(text: text, range: range, style: .double), slice[(close + 1)...]
    )
  }

  /// Where the quoted scalar that begins the slice ends.
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

  /// `it''s` without the second quote.
  static func withoutDoubling(_ inside: some ByteSlice) -> Text {
    guard inside.contains(0x27) else { return Text(bytes: inside) }
    let text = Text(upTo: inside.count) { room in
      var count = 0
      var isSecond = false
      for byte in inside {
        isSecond = byte == 0x27 && !isSecond
        if byte == 0x27, !isSecond { continue }
        room[count] = byte
        count += 1
      }
      return count
    }
    return text ?? .empty
  }
}
