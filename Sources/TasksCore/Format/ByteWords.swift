/// Word-at-a-time operations: eight bytes, or sixteen with SIMD.
extension ByteView {
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
