/// Word-at-a-time operations: eight bytes, or sixteen with SIMD.
extension ByteView {
  /// Seeded hash of the bytes; with `folded`, ASCII letters of either case hash alike. Mixes in eight bytes at
  /// a time through both halves of a 128-bit product (Wang Yi, "wyhash").
  func hash(from seed: UInt64, folded: Bool) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var position = startIndex
    while position < endIndex {
      let word = word(at: position)
      let product = (hash ^ (folded ? ByteView.lowercased(word) : word))
        .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low ^ seed
      position += 8
    }
    let product = hash.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  /// Lowercases the ASCII capitals among eight bytes: only for `A`–`Z` does the first sum set the top bit of
  /// the byte while the second does not.
  static func lowercased(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = word & (ones &* 0x7F)
    let isFromA = low &+ ones &* (0x80 - 0x41)
    let isPastZ = low &+ ones &* (0x80 - 0x5B)
    return word | ((isFromA & ~isPastZ & ~word & (ones &* 0x80)) >> 2)
  }

  func isSame(as other: ByteView) -> Bool { isSame(as: other, folded: false) }

  /// Equality ignoring the case of ASCII letters.
  func isSameName(as other: ByteView) -> Bool { isSame(as: other, folded: true) }

  /// Equality with an ASCII word, ignoring case.
  func isSame(as word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { ByteView.reading($0) { isSame(as: $0, folded: true) } }
  }

  @inline(__always)
  private func isSame(as other: ByteView, folded: Bool) -> Bool {
    guard count == other.count else { return false }
    var (own, its) = (startIndex, other.startIndex)
    while own < endIndex {
      let (a, b) = (word(at: own), other.word(at: its))
      if a != b, !folded || ByteView.lowercased(a) != ByteView.lowercased(b) { return false }
      (own, its) = (own + 8, its + 8)
    }
    return true
  }

  func endOfPlainText(from start: Int, inFlow: Bool) -> Int {
    let (colon, sharp) = (SIMD16<UInt8>(repeating: 0x3A), SIMD16<UInt8>(repeating: 0x23))
    let (high, zero) = (SIMD16<UInt8>(repeating: 0xE0), SIMD16<UInt8>(repeating: 0))
    let (comma, small) = (SIMD16<UInt8>(repeating: 0x2C), SIMD16<UInt8>(repeating: 0x20))
    let (open, close) = (SIMD16<UInt8>(repeating: 0x7B), SIMD16<UInt8>(repeating: 0x7D))
    let rubout = SIMD16<UInt8>(repeating: 0x7F)
    var position = start
    while endIndex - position >= 16 {
      let bytes = sixteen(at: position)
      var found =
        ByteView.places(where: bytes .== colon) | ByteView.places(where: bytes .== sharp)
        | ByteView.places(where: bytes & high .== zero) | ByteView.places(where: bytes .== rubout)
      if inFlow {
        // With bit 0x20 set, a bracket becomes the brace of the same kind.
        found =
          found | ByteView.places(where: bytes .== comma)
          | ByteView.places(where: bytes | small .== open)
          | ByteView.places(where: bytes | small .== close)
      }
      if found.x | found.y != 0 { return position + ByteView.first(of: found) }
      position += 16
    }
    while position < endIndex, !YAMLScalar.mayEndPlain(self[position], inFlow: inFlow) {
      position += 1
    }
    return position
  }

  /// True if all bytes are printable ASCII, spaces included and tabs excluded.
  var isPrintableASCII: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = startIndex
    while position < endIndex {
      let count = endIndex - position
      let padding = count < 8 ? (ones &* 0x20) << UInt64(8 * count) : 0
      let word = word(at: position) | padding
      if (word | (word &+ ones) | (word &- ones &* 0x20)) & (ones << 7) != 0 { return false }
      position += 8
    }
    return true
  }
}
