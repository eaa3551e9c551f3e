/// A part of a command-line argument. It knows its position, so that an error message can point at it.
package struct InputWord: Hashable, Sendable {
  private let whole: [UInt8]
  /// The byte range (UTF-8) in the argument.
  package let range: Range<Int>

  /// Makes a part that covers the whole argument.
  package init(_ argument: String) {
    whole = Array(argument.utf8)
    range = 0..<whole.count
  }

  private init(_ whole: [UInt8], _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  package var argument: String { String(decoding: whole, as: UTF8.self) }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The argument's text before this part, by whose width a caret is indented.
  package var before: String { String(decoding: whole[..<range.lowerBound], as: UTF8.self) }

  var isEmpty: Bool { range.isEmpty }

  /// The bytes of this part; indices are offsets in the argument.
  package var bytes: ArraySlice<UInt8> { whole[range] }

  /// Returns the part of the argument that a slice of ``bytes`` covers.
  package func part(_ slice: ArraySlice<UInt8>) -> InputWord {
    InputWord(whole, slice.startIndex..<slice.endIndex)
  }

  /// Returns the part of the argument from this part to the end of a later one.
  func through(_ last: InputWord) -> InputWord {
    InputWord(whole, range.lowerBound..<last.range.upperBound)
  }

  /// Returns the word with the next one, after a blank if they are no parts of the same argument.
  func joined(to next: InputWord) -> InputWord {
    whole == next.whole && range.upperBound <= next.range.lowerBound
      ? through(next) : InputWord("\(text) \(next.text)")
  }

  /// The parts before and after the first `..`; nil for a word without it.
  var ends: (first: InputWord, last: InputWord)? {
    let bytes = bytes
    guard
      let dots = bytes.indices.first(where: {
        // Of three dots, the first is the end of `1.12.`.
        bytes[$0...].starts(with: [0x2E, 0x2E]) && !bytes[$0...].starts(with: [0x2E, 0x2E, 0x2E])
      })
    else { return nil }
    return (part(bytes[..<dots]).trimmed, part(bytes[(dots + 2)...]).trimmed)
  }

  var trimmed: InputWord { part(bytes.trimmingBlanks) }

  /// True for a part in double quotes.
  var isQuoted: Bool {
    let bytes = bytes
    return bytes.count >= 2 && bytes.first == 0x22 && bytes.last == 0x22
  }

  /// The part without double quotes around it.
  var unquoted: InputWord { isQuoted ? part(bytes.dropFirst().dropLast()) : self }

  /// The parts between blanks.
  var words: [InputWord] { bytes.split { $0.isBlank }.map(part) }

  /// The parts between commas, without blanks around them and without empty ones.
  var items: [InputWord] {
    bytes.split(separator: 0x2C).map { part($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// The text with A–Z in lower case and each run of blanks replaced by one space.
  var lowercased: String {
    let words = bytes.split { $0.isBlank }.map { $0.map(\.lowercasedASCII) }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Returns the first scalar for which `isWanted` returns true.
  package func first(where isWanted: (Unicode.Scalar) -> Bool) -> InputWord? {
    var offset = range.lowerBound
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      if isWanted(scalar) { return InputWord(whole, offset..<offset + length) }
      offset += length
    }
    return nil
  }

  /// Returns the part itself. Throws `controlCharacter` if it contains a control character other than the tab, or
  /// other than the line feed if `allowingLineFeeds` is true.
  func checked(allowingLineFeeds: Bool = false) throws(InputError) -> InputWord {
    let control = first {
      ($0.value < 0x20 && $0.value != 0x09 && !(allowingLineFeeds && $0.value == 0x0A))
        || (0x7F...0x9F).contains($0.value)
    }
    if let control { throw .controlCharacter(control) }
    return self
  }
}
