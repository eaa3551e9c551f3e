/// A line of a file as byte offsets. Only a line feed ends a line; a carriage return before it is part of the
/// line end.
package struct ByteLine: Hashable {
  /// Without the line end.
  package let content: Range<Int>
  /// The offset of the next line.
  package let next: Int

  package var start: Int { content.lowerBound }
  /// The whole line, including the line end.
  package var range: Range<Int> { content.lowerBound..<next }
  /// True if the line ends in `\n` or `\r\n`; the last line of a file may not.
  package var hasEnd: Bool { next > content.upperBound }
}

/// The lines of a slice of bytes, in order. An empty slice has none.
package struct ByteLines<Bytes: ByteSlice>: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private var position: Int

  package init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package mutating func next() -> ByteLine? {
    guard let line = bytes.line(at: position) else { return nil }
    position = line.next
    return line
  }
}

extension ByteSlice {
  /// The line that starts at `position`; nil at the end.
  package func line(at position: Int) -> ByteLine? {
    guard position < endIndex else { return nil }
    let feed = place(of: 0x0A, from: position)
    guard feed < endIndex else { return ByteLine(content: position..<feed, next: feed) }
    let hasReturn = feed > position && self[feed - 1] == 0x0D
    return ByteLine(content: position..<(hasReturn ? feed - 1 : feed), next: feed + 1)
  }

  /// The bytes of a line, without the line end.
  package subscript(line: ByteLine) -> Self { self[line.content] }
}

extension [UInt8] {
  /// The bytes of a line, without the line end.
  package subscript(line: ByteLine) -> ArraySlice<UInt8> { self[line.content] }
}
