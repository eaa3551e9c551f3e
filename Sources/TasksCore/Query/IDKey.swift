/// The first 16 bytes of an id, with ASCII letters in lower case, as two integers that order like the bytes. Ids
/// made here are no longer than that, so they are compared without reading their texts.
package struct IDKey: BitwiseCopyable, Hashable, Sendable {
  static let width = 16

  private let high: UInt64
  private let low: UInt64
  /// The length of the whole id in bytes.
  let count: UInt32

  var length: Int { Int(count) }

  package init(_ id: TaskID) {
    (high, low, count) = id.text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return (IDKey.word(bytes, from: 0), IDKey.word(bytes, from: 8), UInt32(bytes.count))
    }
  }

  /// Returns eight bytes in big-endian order, padded with zeros.
  private static func word(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    if start + 8 <= bytes.count {
      return lowercased(
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
    }
    var word: UInt64 = 0
    for position in start..<start + 8 {
      word = word << 8 | UInt64(position < bytes.count ? bytes[position] : 0)
    }
    return lowercased(word)
  }

  /// Converts ASCII capitals to lower case, all eight bytes at once.
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = word & (ones * 0x7F)
    // The highest bit of each byte is set in the first if the byte is at least A, and in the second if it is past
    // Z.
    let isFromA = low + ones * (0x80 - 0x41)
    let isPastZ = low + ones * (0x80 - 0x5B)
    let isCapital = isFromA & ~isPastZ & ~word & (ones * 0x80)
    return word | isCapital >> 2
  }

  /// True if the key contains the whole id.
  package var isWhole: Bool { count <= IDKey.width }

  /// True if the key contains the whole id and all of it is ASCII.
  var isASCII: Bool { count <= IDKey.width && (high | low) & 0x8080_8080_8080_8080 == 0 }

  /// Returns the bytes of an id after the first 16, in lower case.
  static func rest(_ id: TaskID) -> [UInt8] {
    id.text.withUTF8 { $0.dropFirst(width).map(\.lowercasedASCII) }
  }

  package func isBefore(_ other: IDKey) -> Bool {
    high != other.high ? high < other.high : low < other.low
  }

  /// Returns the index of the first key that is not before this one, by binary search.
  ///
  /// - Parameters:
  ///   - count: The number of keys.
  ///   - key: Returns the key at an index. The keys must be sorted.
  package func position(among count: Int, key: (Int) -> IDKey) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if key(middle).isBefore(self) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// Returns true if the first 16 bytes are equal.
  func isAlike(_ other: IDKey) -> Bool { high == other.high && low == other.low }

  /// Returns the length of the common prefix of both ids, at most 16 bytes.
  func commonLength(_ other: IDKey) -> Int {
    let limit = min(length, other.length, IDKey.width)
    if high != other.high { return min(limit, (high ^ other.high).leadingZeroBitCount / 8) }
    if low != other.low { return min(limit, 8 + (low ^ other.low).leadingZeroBitCount / 8) }
    return limit
  }
}
