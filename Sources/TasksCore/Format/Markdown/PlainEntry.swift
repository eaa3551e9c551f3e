/// The lines that most of front matter is: `key: value`, of a plain word and a plain text, and below them another key or
/// the end. They are read in one go; of any other ``FrontMatterEntry/init(_:in:)`` finds out what it is.
extension FrontMatterEntry {
  /// The same as what that reads; nil where the line may be anything else.
  init?(plainAt start: Int, in bytes: ByteView) {
    // No further than a key is long: every line that has no colon is looked at.
    let colon = bytes[start..<min(start + 64, bytes.endIndex)].place(of: 0x3A, from: start)
    // One blank, a sign that begins a plain text, the end of the line, and what follows.
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

  /// Whether what stands there goes on with no line above it: it begins a key, or a line of `---`.
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
  /// A plain scalar up to the end of a line, a line feed; nil where it may be anything else, or says nothing.
  init?(plainLineAt start: Int, in bytes: some ByteSlice) {
    guard start < bytes.endIndex, bytes[start].isASCIILetter || bytes[start].isDigit else {
      return nil
    }
    var end = bytes.endOfPlainText(from: start, inFlow: false)
    while end < bytes.endIndex, bytes[end] != 0x0A {
      // A colon within a word says nothing.
      guard bytes[end] == 0x3A, end + 1 < bytes.endIndex, bytes[end + 1] > 0x20 else { return nil }
      end = bytes.endOfPlainText(from: end + 1, inFlow: false)
    }
    guard end < bytes.endIndex, !bytes[end - 1].isBlank, !YAMLScalar.isNull(bytes[start..<end])
    else { return nil }
    self.init(start..<end, .plain)
  }
}
