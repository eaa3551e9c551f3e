/// Prints a text as a JSON string: escapes quotes, backslashes and control characters only (RFC 8259, section 7).
/// The scalars by which a `Text` represents bytes that are not UTF-8 become U+FFFD.
enum JSONString {
  /// Copies runs that need no escape in one piece.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    var start = 0
    while start < text.count {
      // 0xF4 may begin a scalar that represents a byte.
      let end = text[start...].firstIndex { needsEscape($0) || $0 == 0xF4 } ?? text.endIndex
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      start = end + escape(at: end, in: text, to: &bytes)
    }
    bytes.append(0x22)
  }

  /// Returns the bytes in double quotes, with escapes. Bytes that are not UTF-8 stay as they are.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in bytes {
      if needsEscape(byte) { escape(byte, to: &out) } else { out.append(byte) }
    }
    return out + [0x22]
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
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
