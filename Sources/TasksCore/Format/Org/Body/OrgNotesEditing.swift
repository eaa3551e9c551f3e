/// Editing the notes: unchanged lines keep their bytes, and log drawers between them are not touched.
extension OrgDocument {
  /// Returns the file with other notes.
  ///
  /// - Throws: ``EditError`` if the text would not read back as the notes, or if the log would change.
  func settled(
    _ edited: OrgDocument, afterNotes new: Text
  ) throws(EditError) -> OrgDocument {
    if edited.isRead(new, in: task) { return edited }
    let replacements = replacingNotes(with: new)
    // After a blank line, text is not read as planning, a drawer or log entries.
    let gap = Replacement(logbook.end..<logbook.end, lineEnd)
    let apart = try replaced(replacements + [gap])
    let isAbove = apart.logbook.drawersInBody.count == logbook.drawersInBody.count
    if isAbove, apart.isRead(new, in: task) { return apart }
    if !new.isEmpty, let moved = movingNotesBehindLog(new) {
      // Text after a drawer cannot make the drawer part of something else.
      let behind = try replaced(moved)
      if behind.isRead(new, in: task) { return behind }
    }
    let isLogbook: (Text) -> Bool = { $0.withBytes { OrgLogbook.opens($0.trimmingBlanks) } }
    throw .badNotes(line: new.lines.first(where: isLogbook) ?? new.lines.first ?? new)
  }

  private func isRead(_ notes: Text, in old: Task) -> Bool {
    task.applying(.notes(notes)).notes == task.notes && task.log == old.log
  }

  func replacingNotes(with edit: Text) -> [Replacement] {
    let new = task.applying(.notes(edit)).notes
    guard new != task.notes else { return [] }
    let cookies = recounting(from: task.notes, to: new)
    if task.notes.isEmpty {
      let body = LineEdits.withLineEnds(new, lineEnd)
      let last = lastLineBeforeNotes
      let isGap = !bytes[last].isBlankLine
      let text = (last.hasEnd ? [] : lineEnd) + (isGap ? lineEnd : []) + body
      let end = last.hasEnd ? LineEdits.end(of: body[...], lineEnd[...]) : []
      return cookies + [Replacement(last.next..<last.next, text + end)]
    }
    if new.isEmpty { return cookies + bodyWithoutLog.map { Replacement($0, "") } }
    if notes.drawers.isEmpty {
      return cookies + LineEdits.changedLines(from: bytes[notes.range], to: new, lineEnd: lineEnd)
    }
    return cookies + replacingPieces(with: new)
  }

  /// All text after the log, except for the log drawers inside.
  private var bodyWithoutLog: [Range<Int>] {
    OrgNotes.pieces(
      of: logbook.end..<bytes.endIndex, without: logbook.drawersInBody.map(\.range)
    ).filter { !$0.isEmpty }
  }

  /// The replacements for notes with log drawers between their lines.
  private func replacingPieces(with new: Text) -> [Replacement] {
    // Include the line end of the last line, so that all pieces are whole lines.
    let end = min(bytes[...].place(of: 0x0A, from: notes.range.upperBound) + 1, bytes.endIndex)
    let pieces = OrgNotes.pieces(of: notes.range.lowerBound..<end, without: notes.drawers)
    var joined: [UInt8] = []
    for piece in pieces { joined += bytes[piece] }
    var replacements: [Replacement] = []
    // Changes are in order, so that each piece is visited once.
    var (rest, offset) = (pieces[...], 0)
    for change in LineEdits.changedLines(from: joined[...], to: new, lineEnd: lineEnd) {
      while let piece = rest.first, offset + piece.count < change.range.lowerBound {
        offset += piece.count
        rest = rest.dropFirst()
      }
      replacements += parts(of: change, in: rest, from: offset)
    }
    return replacements
  }

  /// Maps a replacement in the joined pieces to the file: deletes piece by piece, and inserts the new text in
  /// the last piece concerned. At the position of a drawer, text is inserted before it.
  ///
  /// - Parameter start: The offset of the first piece in the joined bytes.
  private func parts(
    of replacement: Replacement, in pieces: ArraySlice<Range<Int>>, from start: Int
  ) -> [Replacement] {
    var parts: [Range<Int>] = []
    var offset = start
    for piece in pieces {
      if offset > replacement.range.upperBound { break }
      let lower = max(replacement.range.lowerBound, offset)
      let upper = min(replacement.range.upperBound, offset + piece.count)
      let shift = piece.lowerBound - offset
      offset += piece.count
      if replacement.range.isEmpty ? lower == upper && parts.isEmpty : lower < upper {
        parts.append(lower + shift..<upper + shift)
      }
    }
    guard let last = parts.popLast() else { return [] }
    return parts.compactMap { part in
      // Only whole lines are deleted: the end of a line that stays must not merge with the drawer.
      let isWhole = part.lowerBound == 0 || bytes[part.lowerBound - 1] == 0x0A
      let start = isWhole ? part.lowerBound : bytes[part].place(of: 0x0A, from: part.lowerBound) + 1
      return start < part.upperBound ? Replacement(start..<part.upperBound, "") : nil
    } + [Replacement(last, replacement.bytes)]
  }

  /// Moves all notes after the last log drawer; nil if no drawer is in the body.
  private func movingNotesBehindLog(_ edit: Text) -> [Replacement]? {
    guard let drawer = logbook.drawersInBody.last else { return nil }
    let new = task.applying(.notes(edit)).notes
    let place = drawer.closing.next..<bytes.endIndex
    let gone = bodyWithoutLog.filter { $0.upperBound <= drawer.opening.start }
    let text =
      (drawer.closing.hasEnd ? [] : lineEnd) + lineEnd + LineEdits.withLineEnds(new, lineEnd)
      + (bytes.last == 0x0A ? LineEdits.end(of: new.bytes[...], lineEnd[...]) : [])
    return recounting(from: task.notes, to: new) + gone.map { Replacement($0, "") }
      + [Replacement(place, text)]
  }

  /// Updates the heading's cookies to the checkboxes according to `COOKIE_DATA`: nested checkboxes count if it
  /// is recursive, and nothing changes if it counts sub-headings (Org manual, "Checkboxes").
  private func recounting(from old: Text, to new: Text) -> [Replacement] {
    if Checklist(new, format: .org).isSame(as: Checklist(old, format: .org)) { return [] }
    return counting(new)
  }

  package func countingCheckboxes(unlessIn versions: [any TaskDocument]) -> OrgDocument {
    guard !StatisticsCookie.ranges(in: bytes[heading.title]).isEmpty else { return self }
    let isCounted = versions.contains { version in
      guard let version = version as? OrgDocument else { return false }
      return version.bytes[version.heading.title] == bytes[heading.title]
        && version.task.notes == task.notes
    }
    return isCounted ? self : reread(Replacement.apply(counting(task.notes), to: bytes)) ?? self
  }

  private func counting(_ notes: Text) -> [Replacement] {
    let counting = CookieCounting(task)
    if counting == .headings { return [] }
    let checkboxes = Checklist(notes, format: .org)
    let count = checkboxes.progress(counting)
    return StatisticsCookie.recounting(
      bytes[heading.title], checked: count.checked, total: count.total)
  }

  /// The last line of a file without notes.
  private var lastLineBeforeNotes: ByteLine {
    var last = drawerEnd
    while let line = bytes[...].line(at: last.next) { last = line }
    return last
  }
}

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
