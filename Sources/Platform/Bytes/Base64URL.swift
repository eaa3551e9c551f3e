extension [UInt8] {
  /// The bytes in base64 for addresses, without padding (RFC 4648, section 5).
  package var base64URL: String {
    let digits = Array(Base64URL.digits.utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let part = self[start..<Swift.min(start + 3, count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0...part.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes such a text, with or without padding; nil for any other.
  package init?(base64URL text: String) {
    let digits = Array(Base64URL.digits.utf8)
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for character in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
      guard let value = digits.firstIndex(of: character) else { return nil }
      (bits, count) = (bits << 6 | value, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    guard count < 6 else { return nil }
    self = bytes
  }
}

private enum Base64URL {
  static let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
