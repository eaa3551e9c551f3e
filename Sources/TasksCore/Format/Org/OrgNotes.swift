/// Where the notes of a task stand: all that follows the log, without the blank lines around it and without the
/// LOGBOOK drawers in its midst. No other line is left out, so that every line of the notes is one of the file.
struct OrgNotes {
  /// From the first line that says something to the last.
  let range: Range<Int>
  /// The lines in it that belong to the log.
  let drawers: [Range<Int>]

  /// - Parameters:
  ///   - start: Where the body begins.
  ///   - drawers: Those that stand in the body.
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

  /// What is left of a range between others in it; pieces may be empty.
  static func pieces(of range: Range<Int>, without gaps: [Range<Int>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for gap in gaps {
      pieces.append(start..<gap.lowerBound)
      start = gap.upperBound
    }
    return pieces + [start..<range.upperBound]
  }
}
