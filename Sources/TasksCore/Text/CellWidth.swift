/// The number of terminal cells that a text takes up: two for wide characters and emoji, none for combining marks
/// (Unicode Standard Annex 11 and 44).
package enum CellWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    if isPlain ?? text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  static func of(_ bytes: some ByteSlice) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return of(Text(bytes: bytes).string)
  }

  /// Returns the width of one character: 0, 1 or 2 cells, more if letters and vowel signs that terminals give cells of
  /// their own are joined in it, as in Thai and Devanagari.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 {
      return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? 0 : 1
    }
    let properties = first.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    let others = character.unicodeScalars.dropFirst().count(where: hasOwnCell)
    return (isWide(first.value) ? 2 : 1) + others
  }

  /// The parts of a character that terminals give cells of their own.
  package static func parts(of character: Character) -> [String] {
    guard of(character) > 1, character.unicodeScalars.dropFirst().contains(where: hasOwnCell) else {
      return [String(character)]
    }
    var parts: [String] = []
    for scalar in character.unicodeScalars {
      if parts.isEmpty || hasOwnCell(scalar) { parts.append("") }
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts
  }

  /// Whether a scalar that is not the first of its character takes a cell: vowel signs that stand beside letters, and the
  /// letters of conjuncts, but not the vowels and finals of a Hangul syllable.
  private static func hasOwnCell(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x900 { return false }
    switch scalar.properties.generalCategory {
    case .spacingMark: return true
    case .otherLetter:
      return !(0x1160...0x11FF).contains(scalar.value) && !(0xD7B0...0xD7FF).contains(scalar.value)
    default: return false
    }
  }

  /// Returns true for East Asian Wide and Fullwidth characters.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }
}
