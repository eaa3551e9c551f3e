import Platform

/// A commit as git stores it (git-cat-file(1)): lines `tree ID`, `parent ID` for each parent, `author …`,
/// `committer NAME <MAIL> SECONDS ZONE` and more, then the message.
package struct CommitBytes {
  let tree: ObjectID
  private(set) var parents: [ObjectID] = []
  /// The two lines without their first words.
  package let author: UnsafeRawBufferPointer
  package let committer: UnsafeRawBufferPointer
  /// What follows these lines.
  private let rest: Slice<UnsafeRawBufferPointer>

  /// Nil for bytes that are no commit.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    guard let tree = Self.line("tree ", &rest).flatMap({ ObjectID(hex: $0) }) else { return nil }
    self.tree = tree
    while let line = Self.line("parent ", &rest) {
      guard let parent = ObjectID(hex: line) else { return nil }
      parents.append(parent)
    }
    guard let author = Self.line("author ", &rest), let committer = Self.line("committer ", &rest)
    else { return nil }
    (self.author, self.committer, self.rest) = (author, committer, rest)
  }

  /// What follows the first empty line, without empty lines at its own start, up to a NUL.
  var message: Slice<UnsafeRawBufferPointer> {
    let newline = UInt8(ascii: "\n")
    var rest = rest
    while let first = rest.first, first != newline {
      rest = rest[(rest.firstIndex(of: newline).map { $0 + 1 } ?? rest.endIndex)...]
    }
    return rest.drop { $0 == newline }.prefix { $0 != 0 }
  }

  /// Takes a line that begins with a word; returns what follows the word, or nil for another line.
  private static func line(
    _ word: StaticString, _ rest: inout Slice<UnsafeRawBufferPointer>
  ) -> UnsafeRawBufferPointer? {
    let count = word.utf8CodeUnitCount
    guard let start = rest.base.baseAddress, rest.count > count,
      memcmp(start + rest.startIndex, word.utf8Start, count) == 0,
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return UnsafeRawBufferPointer(rebasing: rest[(rest.startIndex + count)..<end])
  }

  /// The seconds of a line, 0 for a line without.
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
