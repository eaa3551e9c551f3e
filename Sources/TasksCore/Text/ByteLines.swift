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

extension Text {
  package static func joining(_ lines: [Text]) -> Text {
    Text(bytes: Array(lines.map(\.bytes).joined(separator: [0x0A])))
  }

  /// Joins the lines of a file by line feeds, as a field holds them, whatever the file's line ends.
  package init(lines bytes: some ByteSlice) {
    guard bytes.place(of: 0x0D, from: bytes.startIndex) < bytes.endIndex else {
      self.init(bytes: bytes)
      return
    }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for line in ByteLines(bytes) {
      out.append(contentsOf: bytes[line])
      if line.hasEnd { out.append(0x0A) }
    }
    self.init(bytes: out)
  }

  /// The text with plain line feeds as line ends.
  package var withoutReturns: Text {
    withBytes { $0.contains(0x0D) ? Text(lines: $0) : self }
  }

  /// True if any line ends in a carriage return, including the last.
  var hasReturnsAtLineEnds: Bool {
    withBytes { $0.contains(0x0D) && ($0.last == 0x0D || Text(lines: $0) != self) }
  }

  /// The text without blank lines at both ends.
  package var trimmingBlankLines: Text {
    withBytes { bytes in
      let start = bytes.endOfBlankLines(from: bytes.startIndex)
      var end = bytes.endIndex
      while end > start, bytes[end - 1].isBlank || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D
      {
        end -= 1
      }
      return Text(bytes: bytes[start..<bytes.place(of: 0x0A, from: end)])
    }
  }
}

extension [String] {
  /// The words, separated by single spaces. The library's generic `joined` is avoided: resolving its argument's
  /// conformances at run time takes longer than parsing a task in a short run of the program.
  package var spaced: String {
    var text = first ?? ""
    for word in dropFirst() { text += " " + word }
    return text
  }
}
