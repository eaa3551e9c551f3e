@_spi(_Unicode) import Swift

/// One letter has several forms in Unicode, `é` and `e` with an accent after it. Files keep the form that they have, and
/// what is searched, or compared as a name, is compared in the composed one (NFC; UAX 15).
extension Text {
  package var composed: Text {
    isComposed ? self : Text(String(String.UnicodeScalarView(string._nfc)))
  }

  /// Whether two names are the same in any form.
  package func isAlike(_ other: Text) -> Bool {
    self == other || (!isComposed || !other.isComposed) && composed == other.composed
  }

  /// Whether a tag or a list is another one or below it, as `area/garden` is below `area`.
  func isWithin(_ other: Text) -> Bool {
    isAlike(other) || composed.bytes.starts(with: other.composed.bytes + [0x2F])
  }

  /// False if the text may have another form in NFC: it has combining marks, Hangul jamo, kana with a voicing mark, one of
  /// the signs for ångström, kelvin and ohm, or letters of the scripts between.
  private var isComposed: Bool {
    withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        let byte = bytes[place]
        if byte >= 0xCC {
          let next = place + 1 < bytes.count ? bytes[place + 1] : 0
          switch byte {
          case 0xCC, 0xE0, 0xF0: return false
          case 0xCD where next < 0xB0: return false
          case 0xE1 where next < 0xAE: return false
          case 0xE2 where next == 0x84 || next == 0xAB: return false
          case 0xE3
          where next == 0x82 && place + 2 < bytes.count && (0x99...0x9A).contains(bytes[place + 2]):
            return false
          case 0xEF where (0xA4...0xAC).contains(next): return false
          default: break
          }
        }
        place += 1
      }
      return true
    }
  }
}

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
