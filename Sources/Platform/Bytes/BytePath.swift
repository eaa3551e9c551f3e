/// Paths that are handled as bytes. Swift joins a slash and a combining accent after it into one character, and takes
/// NFC and NFD forms as equal; for git and most file systems a slash is always a separator, and the two forms are two
/// names.
extension StringProtocol where UTF8View: BidirectionalCollection {
  @inlinable package var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

  @inlinable package func names(keepingEmpty: Bool = false) -> [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: !keepingEmpty)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the path has these bytes as a prefix; for a folder, pass its path with a slash at the end.
  @inlinable package func begins(with path: String) -> Bool { utf8.starts(with: path.utf8) }

  /// Returns the rest of the path after a prefix that it has.
  @inlinable package func dropping(_ path: String) -> String {
    String(decoding: utf8.dropFirst(path.utf8.count), as: UTF8.self)
  }
}

/// A name that is compared by its bytes. Swift strings are equal under canonical equivalence (NFC and NFD forms of
/// one accent); for git and most file systems those are two names.
package struct ByteName: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Makes a name from bytes in UTF-8.
  package init(_ bytes: ArraySlice<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  package static func == (left: ByteName, right: ByteName) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
  }

  /// In the order of git's trees and index.
  package static func < (left: ByteName, right: ByteName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes contain a word. Uses memchr(3) to find its first byte.
  package func holds(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, var place = baseAddress else { return word.isEmpty }
    let end = place + count
    while end - place >= word.count,
      let found = memchr(place, Int32(first), end - place - word.count + 1)
    {
      if memcmp(found, word, word.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
