/// The note of a log entry as it is written in a file.
struct LogNote {
  /// The part on the line of the entry itself.
  var first: ByteView?
  /// The lines after that one.
  let lines: ByteView
  /// The number of blanks at the start of each line that are not part of the note.
  let indent: Int
  /// In Markdown, the offset in each line of one more level of indentation, a tab or up to two blanks, which
  /// comes before `indent`; else nil.
  var step: Int?

  /// An upper bound of the note's size in bytes.
  var room: Int { (first.map { $0.count + 1 } ?? 0) + lines.count }

  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    first?.write(to: bytes, &end)
    for line in ByteLines(lines) {
      if line.start > lines.startIndex || first != nil {
        bytes[end] = 0x0A
        end += 1
      }
      let content = lines[line]
      if !content.isBlankLine { cut(content).write(to: bytes, &end) }
    }
  }

  private func cut(_ line: ByteView) -> ByteView {
    guard let step else { return line.dropFirst(indent) }
    return line.dropFirst(LogNote.end(ofStep: step, in: line) + indent)
  }

  /// The offset in a line after its first `step` blanks and the tab, or up to two blanks, that follow.
  static func end(ofStep step: Int, in line: ByteView) -> Int {
    line[line.startIndex + step] == 0x09 ? step + 1 : min(line.indent, step + 2)
  }

  /// The note as a text.
  var text: Text {
    Text(upTo: room) { bytes in
      var end = 0
      write(to: bytes, &end)
      return end
    } ?? .empty
  }
}

extension ByteView {
  /// Copies the bytes to `bytes` at offset `end`, and advances `end`.
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    _ = withContiguousStorageIfAvailable {
      UnsafeMutableBufferPointer(rebasing: bytes[end...]).update(fromContentsOf: $0)
    }
    end += count
  }
}
