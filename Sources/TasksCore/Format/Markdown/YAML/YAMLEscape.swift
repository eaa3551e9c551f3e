/// The escapes of a double-quoted scalar (YAML 1.2, 5.7, a superset of those of JSON).
package enum YAMLEscape {
  /// The text inside double quotes without escapes; nil if it contains an invalid escape.
  static func unescaped(_ inside: some ByteSlice) -> Text? {
    guard inside.contains(0x5C) else { return Text(bytes: inside) }
    var out: [UInt8] = []
    var rest = inside
    while let byte = rest.popFirst() {
      guard byte == 0x5C else {
        out.append(byte)
        continue
      }
      guard let sign = rest.popFirst(), let scalar = scalar(sign, &rest) else { return nil }
      out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return Text(bytes: out)
  }

  /// True if all escapes in the text inside double quotes are valid.
  static func isSound(_ inside: some ByteSlice) -> Bool {
    var rest = inside
    while true {
      let escape = rest.place(of: 0x5C, from: rest.startIndex)
      if escape == rest.endIndex { return true }
      rest = rest[(escape + 1)...]
      guard let sign = rest.popFirst(), scalar(sign, &rest) != nil else { return false }
    }
  }

  /// The text in double quotes. Escapes what is not printable in YAML, and the line ends of YAML 1.1; bytes
  /// that are not UTF-8 stay as they are.
  package static func quoted(_ text: Text) -> [UInt8] {
    var out: [UInt8] = []
    text.withBytes { append(quoted: $0, to: &out) }
    return out
  }

  /// Appends the text in double quotes.
  static func append(quoted bytes: ByteView, to out: inout [UInt8]) {
    out.append(0x22)
    if needsEscapes(bytes) {
      append(escaped: bytes, to: &out)
    } else {
      out.append(contentsOf: bytes)
    }
    out.append(0x22)
  }

  private static func append(escaped bytes: ByteView, to out: inout [UInt8]) {
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      let three = bytes[position...].prefix(3)
      if byte == 0x22 || byte == 0x5C {
        out += [0x5C, byte]
      } else if byte == 0x0A {
        out += [0x5C, 0x6E]
      } else if byte == 0x09 {
        out += [0x5C, 0x74]
      } else if byte < 0x20 || byte == 0x7F {
        out += Array("\\x".utf8) + hexadecimal(UInt32(byte), digits: 2)
      } else if byte == 0xC2, position + 1 < bytes.endIndex,
        (0x80...0x9F).contains(bytes[position + 1])
      {
        out += Array("\\x".utf8) + hexadecimal(UInt32(bytes[position + 1]), digits: 2)
        position += 1
      } else if let value = hiddenScalar(three) {
        out += Array("\\u".utf8) + hexadecimal(value, digits: 4)
        position += 2
      } else {
        out.append(byte)
      }
      position += 1
    }
  }

  /// Decodes U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF, which are three bytes each; nil for other bytes.
  static func hiddenScalar(_ bytes: some ByteSlice) -> UInt32? {
    if bytes.elementsEqual([0xE2, 0x80, 0xA8]) { return 0x2028 }
    if bytes.elementsEqual([0xE2, 0x80, 0xA9]) { return 0x2029 }
    if bytes.elementsEqual([0xEF, 0xBB, 0xBF]) { return 0xFEFF }
    if bytes.elementsEqual([0xEF, 0xBF, 0xBE]) { return 0xFFFE }
    if bytes.elementsEqual([0xEF, 0xBF, 0xBF]) { return 0xFFFF }
    return nil
  }

  private static func needsEscapes(_ bytes: ByteView) -> Bool {
    bytes.contains {
      $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF
    }
  }

  private static func scalar(_ sign: UInt8, _ rest: inout some ByteSlice) -> Unicode.Scalar? {
    switch sign {
    case 0x30: return "\0"
    case 0x61: return "\u{07}"
    case 0x62: return "\u{08}"
    case 0x74, 0x09: return "\t"
    case 0x6E: return "\n"
    case 0x76: return "\u{0B}"
    case 0x66: return "\u{0C}"
    case 0x72: return "\r"
    case 0x65: return "\u{1B}"
    case 0x20: return " "
    case 0x22: return "\""
    case 0x2F: return "/"
    case 0x5C: return "\\"
    case 0x4E: return "\u{85}"
    case 0x5F: return "\u{A0}"
    case 0x4C: return "\u{2028}"
    case 0x50: return "\u{2029}"
    case 0x78: return number(2, &rest).flatMap { Unicode.Scalar($0) }
    case 0x75: return fourDigits(&rest)
    case 0x55: return number(8, &rest).flatMap { Unicode.Scalar($0) }
    default: return nil
    }
  }

  /// Parses the digits of `\uXXXX`; JSON writes characters beyond U+FFFF as a surrogate pair.
  private static func fourDigits(_ rest: inout some ByteSlice) -> Unicode.Scalar? {
    guard let first = number(4, &rest) else { return nil }
    guard (0xD800..<0xDC00).contains(first), rest.hasPrefix("\\u") else {
      return Unicode.Scalar(first)
    }
    rest = rest.dropFirst(2)
    guard let second = number(4, &rest), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func number(_ digits: Int, _ rest: inout some ByteSlice) -> UInt32? {
    guard rest.count >= digits else { return nil }
    var value: UInt32 = 0
    for byte in rest.prefix(digits) {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      value = value << 4 | digit
    }
    rest = rest.dropFirst(digits)
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte | 0x20 {
    case 0x61...0x66: UInt32(byte | 0x20) - 0x57
    default: byte.isDigit ? UInt32(byte) - 0x30 : nil
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> [UInt8] {
    let text = String(value, radix: 16, uppercase: true)
    return Array((String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8)
  }
}
