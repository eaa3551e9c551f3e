/// Blanks beyond ASCII, which stand beside emphasis as others do (CommonMark, "Unicode whitespace character"). What Org
/// takes for one was seen in Emacs: it has one without a width, too, and lacks the Ogham space.
enum WideSpace {
  private static let common: [[UInt8]] =
    ([0xA0, 0x202F, 0x205F, 0x3000] + Array(0x2000...0x200A)).map(bytes)
  private static let org = common + [bytes(of: 0x200B)]
  private static let markdown = common + [bytes(of: 0x1680)]

  private static func bytes(of scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
  }

  /// Whether one begins at a place.
  static func begins(at place: Int, in bytes: ArraySlice<UInt8>, _ format: Format) -> Bool {
    guard place < bytes.endIndex, bytes[place] >= 0xC2 else { return false }
    return all(format).contains { bytes[place...].starts(with: $0) }
  }

  /// Whether one ends before a place.
  static func ends(at place: Int, in bytes: ArraySlice<UInt8>, _ format: Format) -> Bool {
    guard place > bytes.startIndex, bytes[place - 1] >= 0x80 else { return false }
    return all(format).contains { bytes[..<place].suffix($0.count).elementsEqual($0) }
  }

  private static func all(_ format: Format) -> [[UInt8]] {
    switch format {
    case .org: org
    case .markdown: markdown
    }
  }
}
