/// Writes the lines of a field into a file with the file's line ends.
enum LineEdits {
  static func withLineEnds(_ text: Text, _ lineEnd: [UInt8]) -> [UInt8] {
    lineEnd == [0x0A] ? text.bytes : Array(text.lines.map(\.bytes).joined(separator: lineEnd))
  }

  /// The replacements that turn lines of a file into `new`. Lines that stay keep their bytes and line ends.
  static func changedLines(
    from old: ArraySlice<UInt8>, to new: Text, lineEnd: [UInt8]
  ) -> [Replacement] {
    let oldLines = Array(ByteLines(old))
    var newLines = new.lines.map(\.bytes)
    let endsOpen = oldLines.last?.hasEnd != true
    // If a line feed ends the text, no line follows it.
    if !endsOpen || old.isEmpty, newLines.last == [] { newLines.removeLast() }
    return LineDifference(oldLines.map { Array(old[$0]) }, newLines).hunks.map { hunk in
      let start =
        hunk.old.lowerBound < oldLines.count ? oldLines[hunk.old.lowerBound].start : old.endIndex
      let touchesOpenEnd = endsOpen && hunk.old.upperBound == oldLines.count && !oldLines.isEmpty
      let end =
        touchesOpenEnd || hunk.old.isEmpty && hunk.old.lowerBound == oldLines.count
        ? old.endIndex
        : hunk.old.isEmpty ? start : oldLines[hunk.old.upperBound - 1].next
      // A line that replaces another gets its line end.
      let ends = oldLines[hunk.old].compactMap {
        $0.hasEnd ? old[$0.content.upperBound..<$0.next] : nil
      }
      var text: [UInt8] = []
      for (number, line) in newLines[hunk.new].enumerated() {
        text += line
        text += self.end(
          of: line[...], number < ends.count ? ends[number] : ends.last ?? lineEnd[...])
      }
      guard touchesOpenEnd else { return Replacement(start..<end, text) }
      // The last line of the file lacks a line end. Its replacement must lack one too, and a line added after
      // it needs one before.
      if !text.isEmpty { text.removeLast(text[...].hasSuffix("\r\n") ? 2 : 1) }
      if hunk.old.isEmpty {
        return Replacement(end..<end, self.end(of: old, lineEnd[...]) + text)
      }
      if hunk.new.isEmpty, hunk.old.lowerBound > 0 {
        return Replacement(oldLines[hunk.old.lowerBound - 1].content.upperBound..<end, "")
      }
      return Replacement(start..<end, text)
    }
  }

  /// The line end to write after a line. A line that itself ends in a carriage return needs `\r\n`, as the
  /// carriage return would be taken for part of a bare line feed's line end.
  static func end(
    of line: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    line.last == 0x0D && end == [0x0A] ? [0x0D, 0x0A] : end
  }
}
