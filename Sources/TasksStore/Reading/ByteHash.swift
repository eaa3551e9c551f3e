import Platform

/// A quick number for bytes, to find them by and to notice damage; no protection against anybody.
///
/// Eight bytes at a time are multiplied into the sum by the golden ratio's odd 64-bit number (Knuth, The Art of
/// Computer Programming 3, 6.4), and its high half folded back, where a multiplication gathers what it mixed.
struct ByteHash {
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

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ByteHash()
    hash.add(bytes)
    return hash.value
  }

  static func of(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Byte by byte.
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let one = baseAddress, let two = other.baseAddress else { return true }
    return memcmp(one, two, count) == 0
  }

  /// By their bytes; what another begins with comes before it.
  func isBefore(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    guard common > 0, let one = baseAddress, let two = other.baseAddress else {
      return count < other.count
    }
    let order = memcmp(one, two, common)
    return order == 0 ? count < other.count : order < 0
  }
}
