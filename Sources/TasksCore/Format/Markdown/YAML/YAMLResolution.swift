/// The types of plain scalars. YAML 1.1 (PyYAML, libyaml, Ruby) and 1.2 (the core schema) recognize different
/// words as numbers and truth values.
package enum YAMLResolution {
  package enum Kind {
    case text
    case null
    case boolean
    case integer
    case real
    case date
  }

  /// The type on which 1.1 and 1.2 agree (a date, known to 1.1 only, counts as one); nil if they differ, or if
  /// a reader of either might.
  package static func kind(_ plain: some ByteSlice) -> Kind? {
    guard let first = plain.first else { return .null }
    if first.isDigit || first == 0x2D || first == 0x2B || first == 0x2E { return number(plain) }
    guard plain.count <= 5, canBeginWord(first) else { return .text }
    for word in ambiguousWords where plain.isSame(as: word) { return nil }
    if plain.isSame(as: "true") || plain.isSame(as: "false") { return .boolean }
    if plain.isSame(as: "null") || plain.isSame(as: "~") { return .null }
    return .text
  }

  /// True for a first letter of the words below, or of `true`, `false`, `null` and `~`.
  @inline(__always)
  private static func canBeginWord(_ first: UInt8) -> Bool {
    switch first.lowercasedASCII {
    case 0x66, 0x6E, 0x6F, 0x74, 0x79, 0x3C, 0x3D, 0x7E: true
    default: false
    }
  }

  /// Truth values in 1.1 only, and its merge key and default value.
  private static let ambiguousWords: [StaticString] = [
    "y", "n", "yes", "no", "on", "off", "<<", "=",
  ]

  /// The type of a scalar that begins like a number, a sexagesimal (`1:30`), an octal or a timestamp.
  private static func number(_ plain: some ByteSlice) -> Kind? {
    let unsigned = plain.first == 0x2D || plain.first == 0x2B ? plain.dropFirst() : plain
    let whole = unsigned.prefix { $0.isDigit }
    if whole.isEmpty { return nil }
    let hasLeadingZero = whole.count > 1 && whole.first == 0x30
    if whole.count == unsigned.count { return hasLeadingZero ? nil : .integer }
    if isReal(unsigned[whole.endIndex...]) { return hasLeadingZero ? nil : .real }
    if isDay(plain) { return .date }
    if unsigned.count < plain.count { return nil }
    if unsigned.hasPrefixIgnoringCase("0x") || unsigned.hasPrefixIgnoringCase("0o")
      || unsigned.hasPrefixIgnoringCase("0b")
    {
      return nil
    }
    return plain.allSatisfy(isNumberSign) ? nil : .text
  }

  /// True for `.5`, optionally with a signed exponent: the form that is a number in both versions.
  private static func isReal(_ tail: some ByteSlice) -> Bool {
    guard tail.first == 0x2E else { return false }
    let rest = tail.dropFirst().drop { $0.isDigit }
    guard let sign = rest.first else { return tail.count > 1 }
    guard sign == 0x65 || sign == 0x45, let plus = rest.dropFirst().first,
      plus == 0x2B || plus == 0x2D
    else { return false }
    let exponent = rest.dropFirst(2)
    return tail.dropFirst().first?.isDigit == true && !exponent.isEmpty
      && exponent.allSatisfy(\.isDigit)
  }

  private static func isDay(_ plain: some ByteSlice) -> Bool {
    plain.count == 10 && Timestamp(iso: plain) != nil
  }

  /// True for a byte that occurs in numbers, times and timestamps.
  private static func isNumberSign(_ byte: UInt8) -> Bool {
    if byte.isDigit || byte.isBlank { return true }
    switch byte {
    case 0x2B, 0x2C, 0x2D, 0x2E, 0x3A, 0x45, 0x54, 0x5A, 0x5F, 0x65, 0x74, 0x7A: return true
    default: return false
    }
  }
}
