extension Unicode.Scalar {
  /// True for a character of a tag: a letter or a mark of any script, a digit, or one of `_ @ # %` (The Org Manual,
  /// "Tags").
  package var isTagCharacter: Bool {
    if let ascii = UInt8(exactly: value), ascii < 0x80 {
      return ascii.isASCIILetter || ascii.isDigit || [0x5F, 0x40, 0x23, 0x25].contains(ascii)
    }
    // Letters and marks of common scripts, tested first: Latin without × and ÷, its diacritics, Greek,
    // Cyrillic, Armenian, Hebrew, Arabic, Indic, Thai, Georgian, Japanese, Chinese and Korean.
    switch value {
    case 0xC0...0x24F: return value != 0xD7 && value != 0xF7
    case 0x250...0x2AF, 0x300...0x36F, 0x3A3...0x3F5, 0x400...0x481, 0x531...0x556, 0x561...0x586,
      0x5D0...0x5EA, 0x620...0x669, 0x671...0x6D3, 0x712...0x74A, 0x780...0x7B1, 0x7C0...0x7F5,
      0x904...0x939, 0xE01...0xE3A, 0x10D0...0x10FA, 0x3041...0x3096, 0x30A1...0x30FA,
      0x4E00...0x9FFF, 0xAC00...0xD7A3:
      return true
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber, .decimalNumber:
      return true
    default:
      return false
    }
  }
}
