/// The note of a log's entry as it stands in a file.
struct LogNote {
  /// What of it stands on the line of the entry itself.
  var first: ByteView?
  /// The lines below.
  let lines: ByteView
  /// How many blanks each of them begins with that are no part of the note.
  let indent: Int
  /// Where, before those, each line has a tab or up to two more blanks (Markdown).
  var step: Int?

  /// It takes no more bytes than that.
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

  /// How far in a line stands behind the first `step` blanks and the tab, or up to two blanks, that follow.
  static func end(ofStep step: Int, in line: ByteView) -> Int {
    line[line.startIndex + step] == 0x09 ? step + 1 : min(line.indent, step + 2)
  }

  /// The same as a text.
  var text: Text {
    Text(upTo: room) { bytes in
      var end = 0
      write(to: bytes, &end)
      return end
    } ?? .empty
  }
}

extension ByteView {
  /// Puts its bytes behind those that are there.
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    _ = withContiguousStorageIfAvailable {
      UnsafeMutableBufferPointer(rebasing: bytes[end...]).update(fromContentsOf: $0)
    }
    end += count
  }
}
