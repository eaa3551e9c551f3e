extension Text {
  /// Joins the lines by line feeds.
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
