import Platform

extension CommitNode {
  /// Nil for bytes that are no commit; the commits before it go behind those that are there already.
  init?(_ bytes: UnsafeRawBufferPointer, parents: inout [ObjectID]) {
    let count = parents.count
    guard let commit = CommitBytes(bytes, parents: &parents) else {
      parents.removeSubrange(count...)
      return nil
    }
    self.init(tree: commit.tree, time: commit.time)
  }
}

/// A commit as git stores it (git-cat-file(1)): lines `tree ID`, `parent ID` for each parent, `author …`,
/// `committer NAME <MAIL> SECONDS ZONE` and more, then the message.
struct CommitBytes {
  let tree: ObjectID
  /// The two lines without their first words.
  let author: UnsafeRawBufferPointer
  let committer: UnsafeRawBufferPointer
  /// All behind these lines.
  private let rest: UnsafeRawBufferPointer

  /// Nil for what is no commit; the commits before it go behind those that are there already.
  init?(_ bytes: UnsafeRawBufferPointer, parents: inout [ObjectID]) {
    var position = 0
    guard let tree = Self.id(after: "tree ", bytes, &position) else { return nil }
    self.tree = tree
    while let parent = Self.id(after: "parent ", bytes, &position) { parents.append(parent) }
    guard let author = Self.line("author ", bytes, &position),
      let committer = Self.line("committer ", bytes, &position)
    else { return nil }
    self.author = author
    self.committer = committer
    rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
  }

  /// What stands behind the first empty line, but for such at its own start, up to a NUL.
  var message: Slice<UnsafeRawBufferPointer> {
    let newline = UInt8(ascii: "\n")
    var position = 0
    while position < rest.count, rest[position] != newline {
      position = rest[position...].firstIndex(of: newline).map { $0 + 1 } ?? rest.count
    }
    return rest[position...].drop { $0 == newline }.prefix { $0 != 0 }
  }

  private static func begins(
    with word: StaticString, _ bytes: UnsafeRawBufferPointer, at position: Int
  ) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count, let base = bytes.baseAddress else { return false }
    return memcmp(base + position, word.utf8Start, count) == 0
  }

  private static func id(
    after word: StaticString, _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> ObjectID? {
    let start = position + word.utf8CodeUnitCount
    func ends(_ count: Int) -> Bool {
      start + count < bytes.count && bytes[start + count] == UInt8(ascii: "\n")
    }
    let format: ObjectFormat = ends(40) ? .sha1 : .sha256
    guard format == .sha1 || ends(64), begins(with: word, bytes, at: position),
      let id = ObjectID(hex: bytes, at: start, format)
    else { return nil }
    position = start + 2 * format.size + 1
    return id
  }

  private static func line(
    _ word: StaticString, _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> UnsafeRawBufferPointer? {
    guard begins(with: word, bytes, at: position) else { return nil }
    guard let base = bytes.baseAddress,
      let end = memchr(base + position, Int32(UInt8(ascii: "\n")), bytes.count - position)
    else { return nil }
    let start = position + word.utf8CodeUnitCount
    position = base.distance(to: UnsafeRawPointer(end)) + 1
    return UnsafeRawBufferPointer(rebasing: bytes[start..<(position - 1)])
  }

  /// The seconds of the committer's line, 0 for a line without.
  var time: Int64 { CommitBytes.time(committer) }

  static func time(_ line: UnsafeRawBufferPointer) -> Int64 {
    guard let end = line.lastIndex(of: UInt8(ascii: ">")) else { return 0 }
    var seconds: Int64 = 0
    for byte in line[(end + 1)...].drop(while: { $0 == UInt8(ascii: " ") }) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      let (tens, isTooLarge) = seconds.multipliedReportingOverflow(by: 10)
      let (sum, isPastMost) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      if isTooLarge || isPastMost { return 0 }
      seconds = sum
    }
    return seconds
  }
}
