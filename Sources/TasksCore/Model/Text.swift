/// A piece of a file, compared byte by byte.
///
/// Files come from many programs, and not every byte in them is UTF-8. A `Text` keeps any bytes: those that
/// are UTF-8 as they are, each other byte as one of the last 128 scalars of the private plane 16 (those
/// scalars themselves, should a file hold one, are kept as single bytes too, so nothing is ever mixed up).
/// Unlike `String` it never takes two spellings of a letter for the same: a change from one to the other is
/// a change.
public struct Text: Hashable, Comparable, Sendable {
  private let storage: String

  /// The bytes of a file, whatever they are.
  public init(bytes: some Collection<UInt8>) {
    if let fast = bytes.withContiguousStorageIfAvailable({ Text.decode($0) }) {
      storage = fast
    } else {
      storage = Array(bytes).withUnsafeBufferPointer { Text.decode($0) }
    }
  }

  /// The text of a string.
  public init(_ string: String) {
    guard string.utf8.contains(0xF4) else {
      storage = string
      return
    }
    storage = Array(string.utf8).withUnsafeBufferPointer { Text.decode($0) }
  }

  /// The text whose ``withUTF8(_:)`` gave these bytes.
  init(stored bytes: UnsafeRawBufferPointer) {
    storage = String(decoding: bytes, as: UTF8.self)
  }

  public static let empty = Text("")

  public var isEmpty: Bool { storage.utf8.isEmpty }

  /// The bytes as they stand in a file.
  public var bytes: [UInt8] {
    guard hasStrayBytes else { return Array(storage.utf8) }
    var out: [UInt8] = []
    for scalar in storage.unicodeScalars {
      if scalar.value >= Text.firstStray {
        out.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return out
  }

  /// Its bytes without a copy of them, as far as they are UTF-8; any other byte shows as the scalar it is
  /// kept as, which begins with the byte 0xF4.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.utf8.withContiguousStorageIfAvailable(body)
      ?? Array(storage.utf8).withUnsafeBufferPointer(body)
  }

  /// True when these are its bytes.
  func isSame(as bytes: ArraySlice<UInt8>) -> Bool {
    if storage.utf8.count == bytes.count, storage.utf8.elementsEqual(bytes) {
      return !hasStrayBytes
    }
    return hasStrayBytes && self.bytes[...] == bytes
  }

  /// The text for a reader: bytes that are not UTF-8 show as U+FFFD.
  public var string: String {
    guard hasStrayBytes else { return storage }
    var out = String.UnicodeScalarView()
    for scalar in storage.unicodeScalars {
      out.append(scalar.value >= Text.firstStray ? "\u{FFFD}" : scalar)
    }
    return String(out)
  }

  public static func == (a: Text, b: Text) -> Bool {
    a.storage.utf8.count == b.storage.utf8.count && a.storage.utf8.elementsEqual(b.storage.utf8)
  }

  public static func < (a: Text, b: Text) -> Bool {
    a.storage.utf8.lexicographicallyPrecedes(b.storage.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in storage.utf8 { hasher.combine(byte) }
  }

  /// U+10FF80 stands for the byte 0x80, U+10FFFF for 0xFF.
  private static let firstStray: UInt32 = 0x10FF80

  private var hasStrayBytes: Bool {
    withUTF8 { $0.contains(0xF4) }
      && storage.unicodeScalars.contains { $0.value >= Text.firstStray }
  }

  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var isASCII = true
    var mayBeStray = false
    for byte in bytes where byte >= 0x80 {
      isASCII = false
      if byte == 0xF4 { mayBeStray = true }
    }
    if isASCII { return String(decoding: bytes, as: UTF8.self) }
    if !mayBeStray {
      // Decoding puts U+FFFD for what is not UTF-8, and anything else stays as it is.
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.count == bytes.count, text.utf8.elementsEqual(bytes) { return text }
    }
    var out = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if let one = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = one.unicodeScalars.first, one.unicodeScalars.count == 1,
        scalar.value < firstStray
      {
        out.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let stray = Unicode.Scalar(firstStray + UInt32(byte & 0x7F)) { out.append(stray) }
        rest = rest.dropFirst()
      }
    }
    return String(out)
  }
}

extension Text: ExpressibleByStringInterpolation, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { string }
}

extension Text {
  /// The text cut at line feeds; a text without one is one line.
  public var lines: [Text] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Text(bytes: $0) }
  }

  /// True for a NUL, a line feed or any other control character but the tab (U+0000–U+001F, U+007F–U+009F).
  public var hasControlCharacters: Bool {
    storage.unicodeScalars.contains {
      ($0.value < 0x20 && $0.value != 0x09) || (0x7F...0x9F).contains($0.value)
    }
  }

  func isSameName(as other: ArraySlice<UInt8>) -> Bool {
    storage.utf8.count == other.count
      ? storage.utf8.elementsEqual(other) { $0.lowercasedASCII == $1.lowercasedASCII }
      : hasStrayBytes && isSameName(as: Text(bytes: other))
  }

  /// Equal but for the case of ASCII letters, as Org compares property names.
  public func isSameName(as other: Text) -> Bool {
    storage.utf8.count == other.storage.utf8.count
      && storage.utf8.elementsEqual(other.storage.utf8) {
        $0.lowercasedASCII == $1.lowercasedASCII
      }
  }
}

extension UInt8 {
  /// `A`–`Z` made small, anything else as it is.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
