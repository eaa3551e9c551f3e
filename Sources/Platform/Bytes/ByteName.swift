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
