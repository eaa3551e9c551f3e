/// Prints a text as a JSON string: escapes quotes, backslashes and control characters only (RFC 8259, section 7).
/// The scalars by which a `Text` represents bytes that are not UTF-8 become U+FFFD.
enum JSONString {
  /// Copies runs that need no escape in one piece.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    var start = 0
    while start < text.count {
      let end = plainEnd(of: text, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      start = end + escape(at: end, in: text, to: &bytes)
    }
    bytes.append(0x22)
  }

  /// Returns the offset of the first byte that needs an escape or may begin a scalar that represents a byte.
  ///
  /// Tests eight bytes at a time: if all are above 0x1F and none is a quote, a backslash or 0xF4, the highest bits
  /// of all these differences are zero ("Bit Twiddling Hacks", determine if a word has a byte less than n).
  private static func plainEnd(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(text)
    var position = start
    while position + 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let (quote, slash, stray) = (word ^ ones &* 0x22, word ^ ones &* 0x5C, word ^ ones &* 0xF4)
      let found =
        (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (slash &- ones) & ~slash
        | (stray &- ones) & ~stray
      if found & (ones &* 0x80) != 0 { break }
      position += 8
    }
    while position < text.count {
      let byte = text[position]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xF4 { break }
      position += 1
    }
    return position
  }

  /// Prints the character at `position` and returns how many bytes of the text it takes up.
  private static func escape(
    at position: Int, in text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Int {
    guard text[position] == 0xF4 else {
      escape(text[position], to: &bytes)
      return 1
    }
    let length = min(4, text.count - position)
    let isStray = length == 4 && text[position + 1] == 0x8F && text[position + 2] >= 0xBE
    if isStray {
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    } else {
      bytes.append(contentsOf: text[position..<position + length])
    }
    return length
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(0x5C)
    switch byte {
    case 0x0A: bytes.append(0x6E)
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(0x62)
    case 0x09: bytes.append(0x74)
    case 0x0C: bytes.append(0x66)
    case 0x0D: bytes.append(0x72)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: [
        0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 0x0F)],
      ])
    }
  }
}
