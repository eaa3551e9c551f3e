/// An HTML tag that is alone on its line (CommonMark, 6.6).
enum HTMLTag {
  /// True for `<span class="x">`, `<br />` or `</b>`, followed only by whitespace.
  static func isAlone(in line: some ByteSlice) -> Bool {
    let text = line.trimmingTrailingBlanks
    guard text.count > 2, text.first == 0x3C, text.last == 0x3E else { return false }
    let inside = text.dropFirst().dropLast()
    if inside.first == 0x2F {
      let rest = afterName(inside.dropFirst())
      return rest?.isBlankLine ?? false
    }
    guard var rest = afterName(inside) else { return false }
    while !rest.isEmpty {
      let next = rest.trimmingLeadingBlanks
      if next.isEmpty || next.count == 1 && next.first == 0x2F { return true }
      guard next.startIndex > rest.startIndex, let behind = afterAttribute(next) else {
        return false
      }
      rest = behind
    }
    return true
  }

  /// The text after a tag name: letters, digits and dashes, the first a letter.
  private static func afterName<Bytes: ByteSlice>(_ text: Bytes) -> Bytes? {
    guard text.first?.isASCIILetter == true else { return nil }
    return text.drop { $0.isASCIILetter || $0.isDigit || $0 == 0x2D }
  }

  /// The text after an attribute: `name`, `name=word` or `name = "value"`.
  private static func afterAttribute<Bytes: ByteSlice>(_ text: Bytes) -> Bytes? {
    guard let first = text.first, first.isASCIILetter || first == 0x5F || first == 0x3A else {
      return nil
    }
    let rest = text.drop {
      $0.isASCIILetter || $0.isDigit || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E || $0 == 0x2D
    }
    let sign = rest.trimmingLeadingBlanks
    guard sign.first == 0x3D else { return rest }
    let value = sign.dropFirst().trimmingLeadingBlanks
    guard let quote = value.first else { return nil }
    if quote == 0x22 || quote == 0x27 {
      let inside = value.dropFirst()
      return inside.firstIndex(of: quote).map { inside[($0 + 1)...] }
    }
    let word = value.prefix {
      !$0.isBlank && ![0x22, 0x27, 0x3D, 0x3C, 0x3E, 0x60].contains($0)
    }
    return word.isEmpty ? nil : value[word.endIndex...]
  }
}
