import Platform

/// A parsed commit object.
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
