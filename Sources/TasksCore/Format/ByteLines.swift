/// Where a line of a file stands: lines end at a line feed only, and a carriage return before it belongs to the
/// end.
struct ByteLine: Hashable {
  /// Without the line's end.
  let content: Range<Int>
  /// Where the next line starts: past the end of this one.
  let next: Int

  var start: Int { content.lowerBound }
  /// The whole line, its end included.
  var range: Range<Int> { content.lowerBound..<next }
  /// `\n`, `\r\n`, or nothing at the end of a file.
  var hasEnd: Bool { next > content.upperBound }
}

/// The lines of a slice of bytes, in order. An empty slice has none.
struct ByteLines<Bytes: ByteSlice>: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private var position: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func next() -> ByteLine? {
    guard let line = bytes.line(at: position) else { return nil }
    position = line.next
    return line
  }
}

extension ByteSlice {
  /// The line that starts at `position`; nil at the end.
  func line(at position: Int) -> ByteLine? {
    guard position < endIndex else { return nil }
    let feed = place(of: 0x0A, from: position)
    guard feed < endIndex else { return ByteLine(content: position..<feed, next: feed) }
    let hasReturn = feed > position && self[feed - 1] == 0x0D
    return ByteLine(content: position..<(hasReturn ? feed - 1 : feed), next: feed + 1)
  }

  /// The bytes of a line, without its end.
  subscript(line: ByteLine) -> Self { self[line.content] }
}

extension [UInt8] {
  /// The bytes of a line, without its end.
  subscript(line: ByteLine) -> ArraySlice<UInt8> { self[line.content] }
}
