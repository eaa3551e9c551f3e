/// What Org takes for a heading, a keyword line, a tag (Org manual, "Document structure"; checked in Emacs).
enum OrgSyntax {
  /// One or more stars at the left edge, then a space: a tab does not count.
  static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let stars = line.prefix { $0 == 0x2A }
    return !stars.isEmpty && stars.endIndex < line.endIndex && line[stars.endIndex] == 0x20
  }

  static func isTopHeading(_ line: ArraySlice<UInt8>) -> Bool { line.hasPrefix("* ") }

  /// The name and the value of a `#+NAME: value` line.
  static func keyword(_ line: ArraySlice<UInt8>) -> (
    name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  )? {
    let text = line.trimmingLeadingBlanks
    guard text.hasPrefix("#+") else { return nil }
    let name = text.dropFirst(2).prefix { $0 != 0x3A && !$0.isBlank }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == 0x3A else {
      return nil
    }
    return (name, text[(name.endIndex + 1)...].trimmingBlanks)
  }

  /// Letters of any script, digits, `_ @ # %`: what Org allows in a tag.
  static func isTag(_ tag: ArraySlice<UInt8>) -> Bool {
    if tag.allSatisfy({ $0 < 0x80 }) {
      return !tag.isEmpty && tag.allSatisfy { $0.isASCIILetter || $0.isDigit || isTagSign($0) }
    }
    guard let text = String(validating: tag, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy(isTagScalar)
  }

  static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    if let ascii = UInt8(exactly: scalar.value), ascii < 0x80 {
      return ascii.isASCIILetter || ascii.isDigit || isTagSign(ascii)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber, .decimalNumber:
      return true
    default:
      return false
    }
  }

  private static func isTagSign(_ byte: UInt8) -> Bool {
    byte == 0x5F || byte == 0x40 || byte == 0x23 || byte == 0x25
  }

  /// The `:a:b:` at the end of a heading, with a blank before it; nil when there is none.
  static func tagString(of heading: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = heading.trimmingTrailingBlanks
    guard line.last == 0x3A, let blank = line.lastIndex(where: { $0.isBlank }) else { return nil }
    let tags = line[(blank + 1)...]
    guard tags.count >= 3, tags.first == 0x3A else { return nil }
    let inside = tags.dropFirst().dropLast()
    let parts = inside.split(separator: 0x3A)
    guard !parts.isEmpty, parts.allSatisfy(isTag) else { return nil }
    return tags
  }
}
