import Clibgit2

/// Data in gzip's format (RFC 1952).
package enum Gzip {
  /// Packs some bytes at zlib's usual level.
  ///
  /// - Returns: nil if memory is exhausted.
  package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    var stream = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&stream, &count, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
      return nil
    }
    // zlib's own format (RFC 1950) has two bytes before the same data, and another sum of four bytes behind.
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    let sum = UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
    let trailer = [sum, UInt32(truncatingIfNeeded: bytes.count)].flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    return header + stream[2..<Int(count) - 4] + trailer
  }
}
