extension FileStatus {
  /// Of an entry whose file git has not seen.
  static let unseen = FileStatus { (_: Int) in 0 }

  /// The first 40 bytes of an entry.
  func words(mode: FileMode) -> [UInt32] {
    [
      ctime, ctimeNanoseconds, mtime, mtimeNanoseconds, device, inode, mode.rawValue, user, group,
      size,
    ]
  }
}

extension [UInt8] {
  mutating func append(word: UInt32) {
    Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: $0) }
  }

  mutating func append(half: UInt16) {
    Swift.withUnsafeBytes(of: half.bigEndian) { append(contentsOf: $0) }
  }
}
