/// A piece of an argument as the user typed it. It knows its place, so that an error can point at it.
public struct InputWord: Hashable, Sendable {
  private let whole: [UInt8]
  /// Which bytes (UTF-8) of the argument it is.
  public let range: Range<Int>

  /// The whole argument.
  public init(_ argument: String) {
    whole = Array(argument.utf8)
    range = 0..<whole.count
  }

  private init(_ whole: [UInt8], _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  public var argument: String { String(decoding: whole, as: UTF8.self) }
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// What stands before it in the argument: as wide as the indentation of a caret under it.
  public var before: String { String(decoding: whole[..<range.lowerBound], as: UTF8.self) }

  var isEmpty: Bool { range.isEmpty }

  /// Its bytes, counted from the start of the argument.
  var bytes: ArraySlice<UInt8> { whole[range] }

  /// The piece of the same argument that a slice of `bytes` stands for.
  func part(_ slice: ArraySlice<UInt8>) -> InputWord {
    InputWord(whole, slice.startIndex..<slice.endIndex)
  }

  var trimmed: InputWord { part(bytes.trimmingBlanks) }

  /// The pieces between blanks.
  var words: [InputWord] { bytes.split { $0.isBlank }.map(part) }

  /// The pieces between commas without the blanks around them, those that are empty left out.
  var items: [InputWord] {
    bytes.split(separator: 0x2C).map { part($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// With the letters A–Z made small and each run of blanks made one space.
  var lowercased: String {
    let words = bytes.split { $0.isBlank }.map { $0.map(\.lowercasedASCII) }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// The first scalar that is one of those asked for.
  func first(where isWanted: (Unicode.Scalar) -> Bool) -> InputWord? {
    var offset = range.lowerBound
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      if isWanted(scalar) { return InputWord(whole, offset..<offset + length) }
      offset += length
    }
    return nil
  }

  /// The word again when it holds no control character but the tab (and, where asked, the line feed).
  func checked(allowingLineFeeds: Bool = false) throws(InputError) -> InputWord {
    let control = first {
      ($0.value < 0x20 && $0.value != 0x09 && !(allowingLineFeeds && $0.value == 0x0A))
        || (0x7F...0x9F).contains($0.value)
    }
    if let control { throw .controlCharacter(control) }
    return self
  }
}
