/// The location of a task's notes: everything after the log, without surrounding blank lines and without the
/// log drawers inside. No other line is left out, so that each line of the notes is a line of the file.
package struct OrgNotes {
  /// From the first to the last line that is not blank.
  let range: Range<Int>
  /// The log drawers inside `range`.
  let drawers: [Range<Int>]

  /// - Parameters:
  ///   - start: The offset of the body.
  ///   - drawers: The log drawers in the body.
  init(from start: Int, without drawers: ArraySlice<OrgLogbook.Drawer>, in bytes: ByteView) {
    var drawers = drawers
    var last = bytes[(drawers.last?.closing.next ?? start)...].withoutBlankLines
    while last.isEmpty, let drawer = drawers.popLast() {
      last = bytes[(drawers.last?.closing.next ?? start)..<drawer.opening.start].withoutBlankLines
    }
    range = min(bytes.endOfBlankLines(from: start), last.upperBound)..<last.upperBound
    self.drawers = drawers.isEmpty ? [] : drawers.map(\.range)
  }

  func text(in bytes: ByteView) -> Text {
    if drawers.isEmpty { return Text(lines: bytes[range]) }
    var joined: [UInt8] = []
    joined.reserveCapacity(range.count)
    for piece in OrgNotes.pieces(of: range, without: drawers) {
      joined.append(contentsOf: bytes[piece])
    }
    return joined.withView { Text(lines: $0) }
  }

  /// The parts of a range between the gaps; parts may be empty.
  package static func pieces(of range: Range<Int>, without gaps: [Range<Int>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for gap in gaps {
      pieces.append(start..<gap.lowerBound)
      start = gap.upperBound
    }
    return pieces + [start..<range.upperBound]
  }
}
