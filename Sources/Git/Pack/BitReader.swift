import Clibgit2
import Platform

/// The bits of deflated bytes, the lowest of a byte first.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  /// Behind the bytes whose bits are all in `bits`.
  private var position: Int
  /// The next bits, as many as `count` tells; what stands above them is what follows in the bytes, or 0.
  private(set) var bits: UInt64 = 0
  private(set) var count = 0

  init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Makes them 56 or more; false near the end of the bytes.
  mutating func refill() -> Bool {
    guard position + 8 <= bytes.count else { return false }
    let next = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    bits |= next << UInt64(count)
    position += (63 - count) >> 3
    count |= 56
    return true
  }

  /// The caller has made sure that they are there.
  mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    self.count -= count
  }

  /// As many as the code of an entry has.
  mutating func drop(_ entry: HuffmanTable.Entry) {
    bits &>>= UInt64(entry)
    count -= Int(entry & 63)
  }

  mutating func take(_ count: Int) -> UInt64 {
    let taken = bits & (1 << UInt64(count) - 1)
    drop(count)
    return taken
  }

  /// Deflated, for a window that zlib has, without a dictionary (RFC 1950, 2.2).
  mutating func isHeaderOfZlib() -> Bool {
    let (first, second) = (take(8), take(8))
    return first & 15 == 8 && first >> 4 <= 7 && second & 0x20 == 0
      && (first << 8 | second) % 31 == 0
  }

  /// Goes back to the first byte of which no bit was taken.
  private mutating func align() {
    position -= count >> 3
    (bits, count) = (0, 0)
  }

  /// Bytes as they are, behind their number and its opposite (RFC 1951, 3.2.4).
  mutating func takeStored(
    into buffer: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) -> Bool {
    align()
    guard position + 4 <= bytes.count else { return false }
    let size = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    let opposite = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
    position += 4
    guard size ^ opposite == 0xFFFF, size <= bytes.count - position, size <= buffer.count - filled
    else { return false }
    UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + size)])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + size)]))
    position += size
    filled += size
    return true
  }

  /// The sum that stands behind the bits; nil where the bytes end.
  mutating func takeSum() -> UInt32? {
    align()
    guard position + 4 <= bytes.count else { return nil }
    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(
      truncatingIfNeeded: adler32(
        1, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
  }
}
