/// A piece of a file, compared byte by byte.
///
/// Files come from many programs, and not every byte in them is UTF-8. A `Text` holds any bytes: UTF-8 is stored as
/// it is, and any other byte as one of the last 128 scalars of the private plane 16. If a file contains such a
/// scalar, its bytes are stored one by one in the same way, so the mapping is unambiguous. Unlike `String`, a
/// `Text` never treats two encodings of a letter as equal: a change from one to the other is a change.
package struct Text: Hashable, Comparable, Sendable {
  private var storage: String

  /// Makes a text from any bytes.
  package init(bytes: some Collection<UInt8>) {
    if let fast = bytes.withContiguousStorageIfAvailable({ Text.decode($0) }) {
      storage = fast
    } else {
      storage = Array(bytes).withUnsafeBufferPointer { Text.decode($0) }
    }
  }

  /// Makes a text from a string.
  package init(_ string: String) {
    storage = string
    // A scalar that represents a byte begins with the byte 0xF4.
    if withUTF8({ $0.contains(0xF4) }) {
      storage = Array(string.utf8).withUnsafeBufferPointer { Text.decode($0) }
    }
  }

  /// Makes a text from bytes in stored form, as ``withUTF8(_:)`` passes them.
  init(stored bytes: UnsafeRawBufferPointer) {
    storage = String(decoding: bytes, as: UTF8.self)
  }

  package static let empty = Text("")

  package var isEmpty: Bool { storage.utf8.isEmpty }

  /// The bytes as in a file.
  package var bytes: [UInt8] {
    withUTF8 { stored in
      guard let first = Text.strayByte(in: stored, from: 0) else { return Array(stored) }
      return Text.bytes(of: stored, firstStray: first)
    }
  }

  /// Calls `body` with the stored form, without copying. A byte that is not UTF-8 appears there as a scalar that
  /// begins with the byte 0xF4.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(storage.utf8).withUnsafeBufferPointer(body)
  }

  /// Calls `body` with the bytes as in a file. The view is valid only during the call.
  package func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
    hasStrayBytes ? bytes.withView(body) : withUTF8 { ByteView.reading($0, body) }
  }

  /// Returns the text with an ASCII character prepended.
  func preceded(by sign: Unicode.Scalar) -> Text {
    var text = self
    text.storage = withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count + 1) { buffer in
        buffer[0] = UInt8(truncatingIfNeeded: sign.value)
        _ = UnsafeMutableBufferPointer(rebasing: buffer[1...]).update(fromContentsOf: bytes)
        return bytes.count + 1
      }
    }
    return text
  }

  /// Appends a text, byte for byte. Bytes that are not UTF-8 in either text are not combined into UTF-8.
  mutating func append(_ text: Text) {
    if isEmpty { self = text } else { storage += text.storage }
  }

  /// Returns true if the text has exactly these bytes.
  package func isSame(as bytes: some ByteSlice) -> Bool {
    if storage.utf8.count == bytes.count, withUTF8({ $0.elementsEqual(bytes) }) {
      return !hasStrayBytes
    }
    return hasStrayBytes && self.bytes.elementsEqual(bytes)
  }

  /// The text as a string for display. Bytes that are not UTF-8 become U+FFFD.
  package var string: String {
    guard hasStrayBytes else { return storage }
    return withUTF8 { stored in
      String(unsafeUninitializedCapacity: stored.count) { out in
        var (position, count) = (0, 0)
        while position < stored.count {
          let isStray = Text.isStray(stored, at: position)
          if isStray {
            (out[count], out[count + 1], out[count + 2]) = (0xEF, 0xBF, 0xBD)
          } else {
            out[count] = stored[position]
          }
          count += isStray ? 3 : 1
          position += isStray ? 4 : 1
        }
        return count
      }
    }
  }

  package static func == (a: Text, b: Text) -> Bool {
    a.storage.utf8.count == b.storage.utf8.count
      && a.withUTF8 { own in b.withUTF8 { own.elementsEqual($0) } }
  }

  package static func < (a: Text, b: Text) -> Bool {
    a.storage.utf8.lexicographicallyPrecedes(b.storage.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension Text: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }
  package var description: String { string }
}

extension Text {
  /// The text split at line feeds. A text without one is one line.
  package var lines: [Text] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Text(bytes: $0) }
  }

  /// True if the text contains a control character other than the tab (U+0000–U+001F, U+007F–U+009F).
  package var hasControlCharacters: Bool {
    withUTF8 { ByteView.reading($0) { $0.hasControlCharacters } }
  }

  package func isSameName(as other: some ByteSlice) -> Bool {
    storage.utf8.count == other.count
      ? withUTF8 { $0.elementsEqual(other) { $0.lowercasedASCII == $1.lowercasedASCII } }
      : hasStrayBytes && isSameName(as: Text(bytes: other))
  }

  /// The bytes with ASCII letters in lower case.
  package var foldedBytes: [UInt8] { bytes.map(\.lowercasedASCII) }

  /// A key that is equal for names that ``isSameName(as:)`` treats as equal.
  package var foldedName: [UInt8] { withUTF8 { $0.map(\.lowercasedASCII) } }

  /// Returns true if the texts are equal except for the case of ASCII letters, as Org compares property names.
  package func isSameName(as other: Text) -> Bool {
    storage.utf8.count == other.storage.utf8.count
      && withUTF8 { own in
        other.withUTF8 { own.elementsEqual($0) { $0.lowercasedASCII == $1.lowercasedASCII } }
      }
  }
}

extension UInt8 {
  /// The byte in lower case if it is one of `A`–`Z`.
  package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isDigit: Bool { (0x30...0x39).contains(self) }
  package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
