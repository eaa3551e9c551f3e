/// Whitespace beyond ASCII, which counts as whitespace beside emphasis (CommonMark, "Unicode whitespace
/// character"). Org's set was observed in Emacs: it includes the zero-width space and lacks the Ogham space
/// mark.
enum WideSpace {
  private static let common: [[UInt8]] =
    ([0xA0, 0x202F, 0x205F, 0x3000] + Array(0x2000...0x200A)).map(bytes)
  private static let org = common + [bytes(of: 0x200B)]
  private static let markdown = common + [bytes(of: 0x1680)]

  private static func bytes(of scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
  }

  /// True if such a character begins at an offset.
  static func begins(at place: Int, in bytes: ArraySlice<UInt8>, _ format: Format) -> Bool {
    guard place < bytes.endIndex, bytes[place] >= 0xC2 else { return false }
    return all(format).contains { bytes[place...].starts(with: $0) }
  }

  /// True if such a character ends at an offset.
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
