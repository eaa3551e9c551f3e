import Platform

/// A fast 64-bit hash of bytes, for lookups and to notice damage. It is not cryptographic.
///
/// Multiplies eight bytes at a time by the odd 64-bit number of the golden ratio (Knuth, The Art of Computer
/// Programming 3, 6.4), and folds the high half back into the low one, since a multiplication mixes into the high
/// bits.
package struct ByteHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var last = UInt64(bytes.count)
    while position < bytes.count {
      last = last << 8 | UInt64(bytes[position])
      position += 1
    }
    add(last)
  }

  /// Adds a checksum in eight lanes, the fastest for large files: the sum of the words and the sum of all partial sums,
  /// which depends on their order (J. G. Fletcher, An Arithmetic Checksum for Serial Transmissions, 1982).
  mutating func add(checksum bytes: UnsafeRawBufferPointer) {
    var (words, sums) = (SIMD8<UInt64>(), SIMD8<UInt64>())
    var position = 0
    while position + 64 <= bytes.count {
      words &+= bytes.loadUnaligned(fromByteOffset: position, as: SIMD8<UInt64>.self)
      sums &+= words
      position += 64
    }
    for lane in words.indices {
      add(words[lane])
      add(sums[lane])
    }
    add(UnsafeRawBufferPointer(rebasing: bytes[position...]))
  }

  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ByteHash()
    hash.add(bytes)
    return hash.value
  }

  package static func of(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let one = baseAddress, let two = other.baseAddress else { return true }
    return memcmp(one, two, count) == 0
  }

  /// Compares byte by byte; a prefix comes before what it begins.
  func isBefore(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    guard common > 0, let one = baseAddress, let two = other.baseAddress else {
      return count < other.count
    }
    let order = memcmp(one, two, common)
    return order == 0 ? count < other.count : order < 0
  }
}
