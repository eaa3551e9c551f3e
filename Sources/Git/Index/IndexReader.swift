import Platform

/// Steps over the entries of an index file of version 2, 3 or 4 (gitformat-index(5)), whose ids are of either format.
package struct IndexReader: ~Copyable {
  package struct Entry {
    /// Where it begins, and where the next one does.
    package let start: Int
    let end: Int
    /// Valid until the next step.
    package let name: UnsafeRawBufferPointer
    let flags: UInt16
    /// The second flags, which version 3 brought.
    package let extended: UInt16

    package var stage: Int { Int(flags >> 12 & 3) }
    var isSkipWorktree: Bool { extended & 0x4000 != 0 }
    /// Announced by `git add -N`, without content.
    var isIntentToAdd: Bool { extended & 0x2000 != 0 }
  }

  /// Stands for a whole folder in a sparse index.
  private static let folderMode: UInt32 = 0o040000

  let bytes: UnsafeRawBufferPointer
  let version: Int
  let count: Int
  let end: Int
  private let format: ObjectFormat
  /// From the start of an entry to its name when it has no second flags: 40 bytes of status, the id, and the flags.
  private let nameOffset: Int
  /// Where the next entry begins; after the last one, the first extension.
  package private(set) var position = 12
  private(set) var number = 0
  private let path: String
  /// Version 4 gives of a name what differs from the one before.
  private let built: UnsafeMutableRawBufferPointer
  private var builtCount = 0

  /// - Parameter path: For errors.
  /// - Throws: `unsupportedIndex`.
  package init(
    _ bytes: UnsafeRawBufferPointer, _ format: ObjectFormat = .sha1, path: String
  ) throws(GitError) {
    let damaged = GitError.unsupportedIndex(path: path, feature: "damaged")
    let (end, nameOffset) = (bytes.count - format.size, 42 + format.size)
    guard end >= 12, bytes.word(at: 0) == 0x4449_5243 else { throw damaged }
    let version = Int(bytes.word(at: 4))
    guard (2...4).contains(version) else {
      throw .unsupportedIndex(path: path, feature: "of version \(version)")
    }
    let count = Int(bytes.word(at: 8))
    guard count <= end / nameOffset else { throw damaged }
    self.bytes = bytes
    self.version = version
    self.count = count
    self.path = path
    self.end = end
    self.format = format
    self.nameOffset = nameOffset
    built = .allocate(byteCount: version == 4 ? bytes.count : 0, alignment: 1)
  }

  deinit { built.deallocate() }

  /// The next entry, nil after the last one.
  ///
  /// - Throws: `unsupportedIndex`: damaged, or sparse.
  package mutating func next() throws(GitError) -> Entry? {
    guard number < count else { return nil }
    number += 1
    let start = position
    guard start + nameOffset + 2 <= end else { throw damaged }
    let flags = bytes.half(at: start + nameOffset - 2)
    if version < 4, let entry = plainEntry(at: start, flags) { return entry }
    var extended: UInt16 = 0
    position = start + nameOffset
    if flags & 0x4000 != 0 {
      guard version >= 3 else { throw damaged }
      extended = bytes.half(at: position)
      position += 2
    }
    if bytes.word(at: start + 24) == IndexReader.folderMode {
      throw .unsupportedIndex(path: path, feature: "sparse")
    }
    let name = try version == 4 ? buildName() : nameInPlace(Int(flags & 0xFFF))
    position = version == 4 ? position + 1 : start + (position - start + 8) / 8 * 8
    guard position <= end else { throw damaged }
    return Entry(start: start, end: position, name: name, flags: flags, extended: extended)
  }

  /// Goes on with an entry that lies farther on; not for version 4.
  mutating func skip(to number: Int, at position: Int) {
    self.number = number
    self.position = position
  }

  package func id(of entry: Entry) -> ObjectID { ObjectID(bytes, at: entry.start + 40, format) }

  /// Whether an entry's file changed in the second in which the index was written, or after (racy-git, in git's
  /// Documentation/technical).
  func isRacy(_ entry: Entry, since writtenAt: UInt32) -> Bool {
    bytes.word(at: entry.start + 8) >= writtenAt && entry.stage == 0
      && bytes.word(at: entry.start + 36) != 0
  }

  /// The entry as nearly all are: of a file, with a name that is not longer than the flags can say, and no more
  /// flags.
  private mutating func plainEntry(at start: Int, _ flags: UInt16) -> Entry? {
    let length = Int(flags & 0xFFF)
    let next = start + (nameOffset + length + 8) / 8 * 8
    guard flags & 0x4000 == 0, length < 0xFFF, next <= end, let base = bytes.baseAddress else {
      return nil
    }
    let name = UnsafeRawBufferPointer(start: base + start + nameOffset, count: length)
    // All of it is in the file.
    guard (base + start + nameOffset + length).load(as: UInt8.self) == 0,
      (base + start + 24).loadUnaligned(as: UInt32.self) != IndexReader.folderMode.bigEndian
    else { return nil }
    position = next
    return Entry(start: start, end: next, name: name, flags: flags, extended: 0)
  }

  private var damaged: GitError { .unsupportedIndex(path: path, feature: "damaged") }

  /// The name that stands there, up to its NUL.
  private mutating func nameInPlace(_ length: Int) throws(GitError) -> UnsafeRawBufferPointer {
    let start = position
    // Longer ones are said to be of this length.
    if length == 0xFFF {
      while position < end, bytes[position] != 0 { position += 1 }
    } else {
      position += length
    }
    guard position < end, bytes[position] == 0, position - start >= length else { throw damaged }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }

  private mutating func buildName() throws(GitError) -> UnsafeRawBufferPointer {
    guard let strip = variableInteger(), strip <= builtCount else { throw damaged }
    builtCount -= strip
    let start = position
    while position < end, bytes[position] != 0 { position += 1 }
    guard position < end, builtCount + position - start <= built.count else { throw damaged }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    UnsafeMutableRawBufferPointer(rebasing: built[builtCount...]).copyMemory(from: rest)
    builtCount += rest.count
    return UnsafeRawBufferPointer(rebasing: built[..<builtCount])
  }

  /// The offset encoding of packs: seven bits a byte, high ones first, each further byte adding one.
  private mutating func variableInteger() -> Int? {
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

  /// The extensions after the last entry.
  ///
  /// - Throws: `unsupportedIndex`: damaged, or with one that a program must understand and this one does not.
  package func extensions() throws(GitError) -> [(name: String, content: UnsafeRawBufferPointer)] {
    var found: [(String, UnsafeRawBufferPointer)] = []
    var position = position
    while position + 8 <= end {
      let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      // One whose name begins with a capital may be passed over.
      if !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[position]) {
        let features = ["link": "split", "sdir": "sparse"]
        throw .unsupportedIndex(path: path, feature: features[name] ?? "one with \(name)")
      }
      let start = position + 8
      position = start + Int(bytes.word(at: position + 4))
      guard position <= end else { throw damaged }
      found.append((name, UnsafeRawBufferPointer(rebasing: bytes[start..<position])))
    }
    guard position == end else { throw damaged }
    return found
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes, the highest first.
  package func word(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Two bytes, the higher first.
  func half(at offset: Int) -> UInt16 {
    UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}
