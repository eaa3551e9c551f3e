import Platform

extension FileStatus {
  /// The status of an entry whose file git has not compared yet: all zeros.
  package static let unseen = FileStatus { (_: Int) in 0 }

  /// Returns the first 40 bytes of an entry, as ten words.
  package func words(mode: FileMode) -> [UInt32] {
    [
      ctime, ctimeNanoseconds, mtime, mtimeNanoseconds, device, inode, mode.rawValue, user, group,
      size,
    ]
  }
}

extension [UInt8] {
  package mutating func append(word: UInt32) {
    Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: $0) }
  }

  package mutating func append(half: UInt16) {
    Swift.withUnsafeBytes(of: half.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a variable-length integer as ``IndexReader`` reads it: seven bits per byte, high bits first; each
  /// further byte adds one.
  mutating func append(variableInteger value: Int) {
    var digits = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      rest -= 1
      digits.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(contentsOf: digits.reversed())
  }
}
