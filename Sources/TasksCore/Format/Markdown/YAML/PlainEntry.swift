/// Fast path for the usual lines of front matter: `key: value` with a plain key and a plain scalar, followed by
/// another key or the closing line. All other lines are parsed by ``FrontMatterEntry/init(_:in:)``.
extension FrontMatterEntry {
  /// Parses such a line with the same result as that initializer; returns nil if the line may be anything else.
  init?(plainAt start: Int, in bytes: ByteView) {
    // Search no further than a key may extend, as lines without a colon are tested too.
    let colon = bytes[start..<min(start + 64, bytes.endIndex)].place(of: 0x3A, from: start)
    // At least a space, a character of the value, a line end, and a byte after it must follow the colon.
    guard colon > start, bytes.endIndex - colon > 4, bytes[colon] == 0x3A, bytes[colon + 1] == 0x20
    else { return nil }
    let value = colon + 2
    guard let scalar = YAMLScalar(plainLineAt: value, in: bytes),
      case let end = scalar.range.upperBound,
      end + 1 < bytes.endIndex, FrontMatterEntry.isStart(at: end + 1, in: bytes)
    else { return nil }
    let name = bytes[start..<colon]
    let field = MarkdownKey.named(name)
    guard field != nil || name.allSatisfy(FrontMatterEntry.isWordSign) else { return nil }
    self.init(
      key: name.indices, field: field, rest: colon + 1..<end, lines: start..<end + 1,
      value: .scalar(scalar))
  }

  /// True if a key or a line of `---` begins there, which cannot continue the line above.
  private static func isStart(at position: Int, in bytes: ByteView) -> Bool {
    let sign = bytes[position]
    return sign.isASCIILetter
      || sign == 0x2D && position + 1 < bytes.endIndex && bytes[position + 1] == 0x2D
  }

  private static func isWordSign(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte == 0x5F
  }
}

extension YAMLScalar {
  /// Parses a plain scalar up to a line feed; returns nil if it is null or may be anything but a plain scalar.
  init?(plainLineAt start: Int, in bytes: some ByteSlice) {
    guard start < bytes.endIndex, bytes[start].isASCIILetter || bytes[start].isDigit else {
      return nil
    }
    var end = bytes.endOfPlainText(from: start, inFlow: false)
    while end < bytes.endIndex, bytes[end] != 0x0A {
      // A colon inside a word is part of the scalar.
      guard bytes[end] == 0x3A, end + 1 < bytes.endIndex, bytes[end + 1] > 0x20 else { return nil }
      end = bytes.endOfPlainText(from: end + 1, inFlow: false)
    }
    guard end < bytes.endIndex, !bytes[end - 1].isBlank, !YAMLScalar.isNull(bytes[start..<end])
    else { return nil }
    self.init(start..<end, .plain)
  }
}
