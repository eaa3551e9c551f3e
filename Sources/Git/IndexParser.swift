/// Reads the bytes of an index file (gitformat-index(5)).
enum IndexParser {
  /// - Throws: `unsupportedIndex` for a split or sparse one, an unknown version or extension, and a
  ///   damaged file.
  static func parse(
    _ bytes: [UInt8], path: String, writtenAt: UInt32
  ) throws(GitError) -> Index {
    let result = bytes.withUnsafeBytes { raw -> Result<Index, GitError> in
      do throws(GitError) {
        return .success(try parse(raw, path, writtenAt))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ writtenAt: UInt32
  ) throws(GitError) -> Index {
    let damaged = GitError.unsupportedIndex(path: path, feature: "damaged")
    let end = bytes.count - 20
    func word(_ offset: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    func half(_ offset: Int) -> UInt16 {
      UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
    guard end >= 12, word(0) == 0x4449_5243 else { throw damaged }
    let version = Int(word(4))
    guard (2...4).contains(version) else {
      throw .unsupportedIndex(path: path, feature: "of version \(version)")
    }
    let count = Int(word(8))
    guard count <= end / 62 else { throw damaged }
    var entries: [IndexEntry] = []
    entries.reserveCapacity(count)
    var name: [UInt8] = []
    var position = 12
    for _ in 0..<count {
      let start = position
      guard start + 62 < end else { throw damaged }
      let flags = half(start + 60)
      var extended: UInt16 = 0
      position = start + 62
      if flags & 0x4000 != 0 {
        guard version >= 3, position + 2 < end else { throw damaged }
        extended = half(position)
        position += 2
      }
      if version == 4 {
        guard let strip = variableInteger(bytes, &position, end), strip <= name.count else {
          throw damaged
        }
        name.removeLast(strip)
      } else {
        name.removeAll(keepingCapacity: true)
      }
      let nameStart = position
      while position < end, bytes[position] != 0 { position += 1 }
      guard position < end else { throw damaged }
      name.append(contentsOf: bytes[nameStart..<position])
      position = version == 4 ? position + 1 : start + (position - start + 8) / 8 * 8
      guard position <= end else { throw damaged }
      // 040000 stands for a whole folder in a sparse index.
      let mode = word(start + 24)
      if mode == 0o040000 { throw .unsupportedIndex(path: path, feature: "sparse") }
      entries.append(
        IndexEntry(
          path: String(decoding: name, as: UTF8.self),
          id: ObjectID(bytes, at: start + 40), mode: FileMode(mode),
          stage: Int(flags >> 12 & 3), status: FileStatus { word(start + 4 * $0) },
          isSkipWorktree: extended & 0x4000 != 0, isIntentToAdd: extended & 0x2000 != 0))
    }
    try checkExtensions(bytes, from: position, to: end, path, word)
    return Index(version: version, entries: entries, writtenAt: writtenAt)
  }

  /// Extensions whose name begins with a capital may be passed over, others must be understood.
  private static func checkExtensions(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ path: String,
    _ word: (Int) -> UInt32
  ) throws(GitError) {
    var position = start
    while position + 8 <= end {
      let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      if !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[position]) {
        let features = ["link": "split", "sdir": "sparse"]
        throw .unsupportedIndex(path: path, feature: features[name] ?? "one with \(name)")
      }
      position += 8 + Int(word(position + 4))
    }
  }

  /// The offset encoding of packs: seven bits a byte, high ones first, each further byte adding one.
  private static func variableInteger(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) -> Int? {
    guard position < end else { return nil }
    var byte = bytes[position]
    position += 1
    var value = Int(byte & 0x7F)
    while byte & 0x80 != 0 {
      guard position < end, value < 1 << 40 else { return nil }
      byte = bytes[position]
      position += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
    }
    return value
  }
}
