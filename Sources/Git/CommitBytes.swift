#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommitNode {
  /// Nil for bytes that are no commit; the commits before it go behind those that are there already.
  init?(_ bytes: UnsafeRawBufferPointer, parents: inout [ObjectID]) {
    let count = parents.count
    guard let (tree, time) = CommitBytes.read(bytes, parents: &parents) else {
      parents.removeSubrange(count...)
      return nil
    }
    self.init(tree: tree, time: time)
  }
}

/// A commit as git stores it (git-cat-file(1)): lines `tree ID`, `parent ID` for each parent, `author …`,
/// `committer NAME <MAIL> SECONDS ZONE` and more, then the message.
private enum CommitBytes {
  /// Nil for what is no commit.
  static func read(
    _ bytes: UnsafeRawBufferPointer, parents: inout [ObjectID]
  ) -> (tree: ObjectID, time: Int64)? {
    var position = 0
    guard let tree = id(after: "tree ", bytes, &position) else { return nil }
    while let parent = id(after: "parent ", bytes, &position) { parents.append(parent) }
    guard skipLine("author ", bytes, &position) else { return nil }
    let start = position
    guard skipLine("committer ", bytes, &position) else { return nil }
    return (tree, time(UnsafeRawBufferPointer(rebasing: bytes[start..<(position - 1)])))
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
    guard start + 41 <= bytes.count, bytes[start + 40] == UInt8(ascii: "\n"),
      begins(with: word, bytes, at: position),
      let id = ObjectID(hex: bytes, at: start)
    else { return nil }
    position = start + 41
    return id
  }

  private static func skipLine(
    _ word: StaticString, _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> Bool {
    guard begins(with: word, bytes, at: position) else { return false }
    guard let base = bytes.baseAddress,
      let end = memchr(base + position, Int32(UInt8(ascii: "\n")), bytes.count - position)
    else { return false }
    position = base.distance(to: UnsafeRawPointer(end)) + 1
    return true
  }

  /// The seconds of a line, 0 for a line without.
  private static func time(_ line: UnsafeRawBufferPointer) -> Int64 {
    guard let end = line.lastIndex(of: UInt8(ascii: ">")) else { return 0 }
    var seconds: Int64 = 0
    for byte in line[(end + 1)...].drop(while: { $0 == UInt8(ascii: " ") }) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      let (tens, isTooLarge) = seconds.multipliedReportingOverflow(by: 10)
      if isTooLarge { return 0 }
      seconds = tens &+ Int64(byte - UInt8(ascii: "0"))
    }
    return seconds
  }
}
