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
