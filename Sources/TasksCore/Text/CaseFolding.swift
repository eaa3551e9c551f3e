/// Simple case folding: maps scalars to scalars so that texts that differ only in case become equal (Unicode
/// Standard 5.18). A letter whose other case has several scalars (ß) is mapped to itself. So are the two letters
/// that would become ASCII letters (ſ and the kelvin sign), so that an ASCII word is found in ASCII only.
enum CaseFolding {
  static func folded(_ value: UInt32) -> UInt32 {
    if value < UInt32(table.count) { return table[Int(value)] }
    return computed(value)
  }

  /// The folding of Latin, Greek, Cyrillic and Armenian, computed once, because querying Unicode properties is
  /// slow.
  private static let table: [UInt32] = (0..<0x590).map(computed)

  /// Maps to upper case and then to lower case, so that ς and σ become equal.
  private static func computed(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return UInt32(UInt8(truncatingIfNeeded: value).lowercasedASCII) }
    guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
      return value
    }
    let capital = single(scalar.properties.uppercaseMapping) ?? scalar
    let small = (single(capital.properties.lowercaseMapping) ?? scalar).value
    return small < 0x80 ? value : small
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }

  static func folded(_ text: String) -> [UInt32] { text.unicodeScalars.map { folded($0.value) } }

  /// Decodes the scalar at `position` of well-formed UTF-8, and returns it with the offset after it.
  @inline(__always)
  static func scalar(
    at position: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (value: UInt32, next: Int) {
    let first = UInt32(bytes[position])
    if first < 0x80 { return (first, position + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard position + length <= bytes.count else { return (0xFFFD, bytes.count) }
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
    return (value, position + length)
  }
}
