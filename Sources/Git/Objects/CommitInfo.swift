import Platform

package struct CommitInfo: Hashable, Sendable {
  package let id: ObjectID
  package let tree: ObjectID
  package let parents: [ObjectID]
  package let author: Signature
  package let committer: Signature
  /// The whole message, subject first.
  package let message: String

  /// Parses a commit object; nil if the bytes are not one.
  package init?(_ id: ObjectID, _ bytes: UnsafeRawBufferPointer) {
    guard let parts = CommitBytes(bytes) else { return nil }
    self.id = id
    tree = parts.tree
    parents = parts.parents
    author = Signature(line: parts.author)
    committer = Signature(line: parts.committer)
    message = String(decoding: parts.message, as: UTF8.self)
  }

  /// The first line of the message.
  package var subject: String {
    message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      .first.map(String.init) ?? ""
  }

  /// Returns the values of the trailers with this name, ignoring case, in their order.
  ///
  /// Trailers are lines `Name: value` in the last paragraph of a message of two or more paragraphs, if every line of
  /// that paragraph is a trailer or continues the line before it with leading white space (git-interpret-trailers(1),
  /// without its tolerance for other lines).
  package func trailers(named name: String) -> [String] {
    Self.trailers(in: message)
      .filter { $0.name.lowercased() == name.lowercased() }
      .map(\.value)
  }

  /// Parses all trailers of a message, by the rules of `trailers(named:)`.
  package static func trailers(in message: String) -> [(name: String, value: String)] {
    var paragraph: [Substring] = []
    var paragraphs = 0
    for line in message.split(separator: "\n", omittingEmptySubsequences: false).reversed() {
      let blank = line.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\r" }
      if blank {
        if paragraph.isEmpty { continue }
        paragraphs += 1
        break
      }
      paragraph.append(line)
    }
    guard paragraphs > 0 else { return [] }
    var found: [(name: String, value: String)] = []
    for line in paragraph.reversed() {
      if line.first == " " || line.first == "\t" {
        guard let last = found.popLast() else { return [] }
        found.append((last.name, last.value + " " + trimmed(line)))
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { return [] }
      let name = line[..<colon]
      guard !name.isEmpty, name.utf8.allSatisfy(ConfigKey.isNamePart) else { return [] }
      found.append((String(name), trimmed(line[line.index(after: colon)...])))
    }
    return found
  }

  private static func trimmed(_ text: Substring) -> String {
    Signature.trimmed(String(text)) { $0 == " " || $0 == "\t" || $0 == "\r" }
  }
}

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
