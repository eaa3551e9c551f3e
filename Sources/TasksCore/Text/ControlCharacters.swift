/// Escapes control characters, which could drive the terminal, as `<U+XXXX>`.
package enum ControlCharacters {
  package static func escaped(_ text: Text) -> String { escaped(text.string) }

  package static func escaped(_ text: String) -> String {
    // Nearly all texts are plain ASCII. Control characters beyond ASCII begin with one of two bytes in UTF-8.
    let isSuspect = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }
    guard isSuspect, text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? escape($0) : String($0) }.joined()
  }

  /// Tests eight bytes at a time for bytes that are neither control characters nor above ASCII (Warren, Hacker's
  /// Delight, 6-1). May return false for printable ASCII.
  static func isPrintableASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = 0
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // A byte above 0x7E sets its highest bit in one of the first two operands, one below 0x20 in the third.
      let odd = word | (word &+ ones) | (word &- ones &* 0x20)
      if odd & (ones << 7) != 0 { return false }
      position += 8
    }
    while position < bytes.count {
      if !(0x20..<0x7F).contains(bytes[position]) { return false }
      position += 1
    }
    return true
  }

  /// The same for several lines: line feeds and tabs stay.
  package static func escapedLines(_ text: Text) -> String { escapedLines(text.string) }

  package static func escapedLines(_ string: String) -> String {
    let isShown: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\t" || !isControl($0) }
    if string.unicodeScalars.allSatisfy(isShown) { return string }
    return string.unicodeScalars.map { isShown($0) ? String($0) : escape($0) }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x200E...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }
}

/// How a ``Text`` stores bytes that are not UTF-8.
extension Text {
  // U+10FF80 represents the byte 0x80, U+10FFFF the byte 0xFF. In UTF-8 these are F4 8F BE 80 to F4 8F BF BF.

  static func isStray(_ stored: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    stored[position] == 0xF4 && stored[position + 1] == 0x8F && stored[position + 2] >= 0xBE
  }

  private static func byte(ofStray stored: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt8 {
    0x80 | (stored[position + 2] & 1) << 6 | stored[position + 3] & 0x3F
  }

  /// Returns the offset of the first scalar at or after `start` that represents a byte.
  static func strayByte(in stored: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    ByteView.reading(stored) { view in
      var position = start
      while true {
        position = view.place(of: 0xF4, from: position)
        guard position < view.endIndex else { return nil }
        if isStray(stored, at: position) { return position }
        position += 1
      }
    }
  }

  package var hasStrayBytes: Bool { withUTF8 { Text.strayByte(in: $0, from: 0) != nil } }

  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
    var strays = 0
    var position = 0
    while position < bytes.count {
      let length = length(ofScalarAt: position, in: bytes)
      if length == 0 { strays += 1 }
      position += max(1, length)
    }
    if strays == 0 { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count + 3 * strays) { out in
      var (position, count) = (0, 0)
      while position < bytes.count {
        let length = length(ofScalarAt: position, in: bytes)
        if length == 0 {
          let low = bytes[position] & 0x7F
          (out[count], out[count + 1]) = (0xF4, 0x8F)
          (out[count + 2], out[count + 3]) = (0xBE + (low >> 6), 0x80 | low & 0x3F)
          (position, count) = (position + 1, count + 4)
        } else {
          for next in position..<position + length {
            out[count] = bytes[next]
            count += 1
          }
          position += length
        }
      }
      return count
    }
  }

  /// Returns the length of the valid UTF-8 sequence at an offset (Unicode, table 3-7); 0 if there is none, or one
  /// for a scalar that represents a byte.
  private static func length(
    ofScalarAt start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let first = bytes[start]
    let length: Int
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 0
    }
    guard start + length <= bytes.count,
      (start + 1..<start + length).allSatisfy({ bytes[$0] & 0xC0 == 0x80 })
    else { return 0 }
    let second = bytes[start + 1]
    switch first {
    case 0xE0: return second >= 0xA0 ? length : 0
    case 0xED: return second < 0xA0 ? length : 0
    case 0xF0: return second >= 0x90 ? length : 0
    case 0xF4:
      if second > 0x8F { return 0 }
      return second == 0x8F && bytes[start + 2] >= 0xBE ? 0 : length
    default: return length
    }
  }

  static func bytes(
    of stored: UnsafeBufferPointer<UInt8>, firstStray: Int
  ) -> [UInt8] {
    Array(unsafeUninitializedCapacity: stored.count) { out, count in
      var (position, stray) = (0, firstStray)
      while position < stored.count {
        if position == stray {
          out[count] = Text.byte(ofStray: stored, at: position)
          position += 4
          stray = Text.strayByte(in: stored, from: position) ?? stored.count
        } else {
          out[count] = stored[position]
          position += 1
        }
        count += 1
      }
    }
  }
}

extension String {
  /// The text as it stands in XML and HTML.
  package var escapedAsMarkup: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension Int {
  /// The number with what it counts: `1 task`, `3 tasks`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
