/// A line of a file: lines end at a line feed only, and a carriage return before it belongs to the end.
struct ByteLine {
  /// Without the line's end.
  let content: ArraySlice<UInt8>
  /// Where the next line starts: past the end of this one.
  let next: Int

  var start: Int { content.startIndex }
  /// The whole line, its end included.
  var range: Range<Int> { content.startIndex..<next }
  /// `\n`, `\r\n`, or nothing at the end of a file.
  var hasEnd: Bool { next > content.endIndex }

  var isBlank: Bool {
    for byte in content where !(byte.isBlank || byte == 0x0D) { return false }
    return true
  }
}

/// The lines of a slice of bytes, in order. An empty slice has none.
struct ByteLines: Sequence, IteratorProtocol {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func next() -> ByteLine? {
    guard let line = ByteLines.line(at: position, in: bytes) else { return nil }
    position = line.next
    return line
  }

  /// The line that starts at `position`; nil at the end.
  static func line(at position: Int, in bytes: ArraySlice<UInt8>) -> ByteLine? {
    guard position < bytes.endIndex else { return nil }
    let rest = bytes[position...]
    guard let feed = rest.firstIndex(of: 0x0A) else {
      return ByteLine(content: rest, next: bytes.endIndex)
    }
    let hasReturn = feed > position && bytes[feed - 1] == 0x0D
    return ByteLine(content: bytes[position..<(hasReturn ? feed - 1 : feed)], next: feed + 1)
  }
}

extension ArraySlice where Element == UInt8 {
  var trimmingBlanks: ArraySlice<UInt8> { trimmingLeadingBlanks.trimmingTrailingBlanks }

  var trimmingLeadingBlanks: ArraySlice<UInt8> {
    var start = startIndex
    while start < endIndex, self[start].isBlank { start += 1 }
    return self[start...]
  }

  var trimmingTrailingBlanks: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1].isBlank { end -= 1 }
    return self[..<end]
  }

  /// Where the first blank stands, or the end.
  var endOfWord: Int {
    var end = startIndex
    while end < endIndex, !self[end].isBlank { end += 1 }
    return end
  }

  /// Equal to an ASCII word, capitals and small letters alike.
  func isSame(as word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && hasPrefixIgnoringCase(word)
  }

  func hasPrefixIgnoringCase(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let letters = word.utf8Start
    for offset in 0..<length
    where self[startIndex + offset].lowercasedASCII != letters[offset].lowercasedASCII {
      return false
    }
    return true
  }

  func hasPrefix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let letters = word.utf8Start
    for offset in 0..<length where self[startIndex + offset] != letters[offset] { return false }
    return true
  }
}
