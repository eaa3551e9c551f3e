import Platform

/// Reads the bytes of an index whose ids are SHA-256, in version 2 or 3 (gitformat-index(5)); git writes one of those
/// where it is asked to.
enum WideIndexParser {
  /// - Throws: `unsupportedIndex` for a split or sparse one, another version, and a damaged file.
  static func parse(
    _ bytes: [UInt8], path: String, writtenAt: UInt32
  ) throws(GitError) -> Index {
    let read = bytes.withUnsafeBytes { bytes in
      var walk = Walk(bytes: bytes, writtenAt: writtenAt)
      return walk.index()
    }
    guard let read else { throw .unsupportedIndex(path: path, feature: "split, sparse or damaged") }
    return read
  }

  private struct Walk {
    private let bytes: UnsafeRawBufferPointer
    private let writtenAt: UInt32
    private var position = 12
    /// Where the checksum begins.
    private let end: Int

    init(bytes: UnsafeRawBufferPointer, writtenAt: UInt32) {
      self.bytes = bytes
      self.writtenAt = writtenAt
      end = bytes.count - ObjectFormat.sha256.size
    }

    mutating func index() -> Index? {
      guard end >= 12, bytes.word(at: 0) == 0x4449_5243 else { return nil }
      let version = Int(bytes.word(at: 4))
      guard version == 2 || version == 3 else { return nil }
      let count = Int(bytes.word(at: 8))
      guard count <= end / 74 else { return nil }
      var entries: [IndexEntry] = []
      entries.reserveCapacity(count)
      for _ in 0..<count {
        guard let entry = entry(), entry.mode != .tree else { return nil }
        entries.append(entry)
      }
      return isPlain ? Index(version: version, entries: entries, writtenAt: writtenAt) : nil
    }

    /// The status, the id, the flags, more flags where these say so, and the name, filled up with one to eight NULs to
    /// a multiple of eight bytes.
    private mutating func entry() -> IndexEntry? {
      let start = position
      guard start + 76 < end else { return nil }
      let flags = bytes.half(at: start + 72)
      let extended = flags & 0x4000 != 0 ? bytes.half(at: start + 74) : 0
      let name = start + (flags & 0x4000 != 0 ? 76 : 74)
      guard let nul = bytes[name..<end].firstIndex(of: 0) else { return nil }
      position = start + (nul - start + 8) / 8 * 8
      guard position <= end else { return nil }
      return IndexEntry(
        path: String(decoding: bytes[name..<nul], as: UTF8.self),
        id: ObjectID(bytes, at: start + 40, .sha256), mode: FileMode(bytes.word(at: start + 24)),
        stage: Int(flags >> 12 & 3), status: FileStatus { bytes.word(at: start + 4 * $0) },
        isSkipWorktree: extended & 0x4000 != 0, isIntentToAdd: extended & 0x2000 != 0)
    }

    /// Whether no extension stands there that a program must understand.
    private var isPlain: Bool {
      var position = position
      while position + 8 <= end {
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[position]) else {
          return false
        }
        position += 8 + Int(bytes.word(at: position + 4))
      }
      return position == end
    }
  }
}
