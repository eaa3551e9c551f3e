/// Writing into the notes: the lines that stay keep their bytes, and the log's drawers among them are not touched.
extension OrgDocument {
  /// - Throws: ``EditError`` where the text would not be read back as the notes, or the log would change with it.
  func applying(notes new: Text) throws(EditError) -> OrgDocument {
    let replacements = replacingNotes(with: new)
    if replacements.isEmpty { return self }
    let edited = try replaced(replacements)
    if edited.isRead(new, in: task) { return edited }
    // Behind a blank line they are no planning, no drawer and no log.
    let gap = Replacement(logbook.end..<logbook.end, lineEnd)
    let apart = try replaced(replacements + [gap])
    let isAbove = apart.logbook.drawersInBody.count == logbook.drawersInBody.count
    if isAbove, apart.isRead(new, in: task) { return apart }
    if !new.isEmpty, let moved = movingNotesBehindLog(new) {
      // Nothing that stands behind a drawer makes it part of something else.
      let behind = try replaced(moved)
      if behind.isRead(new, in: task) { return behind }
    }
    let isLogbook: (Text) -> Bool = { $0.withBytes { logbook.name.opens($0.trimmingBlanks) } }
    throw .badNotes(line: new.lines.first(where: isLogbook) ?? new.lines.first ?? new)
  }

  private func isRead(_ notes: Text, in old: Task) -> Bool {
    task.applying(.notes(notes)).notes == task.notes && task.log == old.log
      && task.clocks == old.clocks
  }

  func replacingNotes(with edit: Text) -> [Replacement] {
    let new = task.applying(.notes(edit)).notes
    guard new != task.notes else { return [] }
    let cookies = recounting(from: task.notes, to: new)
    if task.notes.isEmpty {
      let body = OrgText.withLineEnds(new, lineEnd)
      let last = lastLineBeforeNotes
      let isGap = !bytes[last].isBlankLine
      let text = (last.hasEnd ? [] : lineEnd) + (isGap ? lineEnd : []) + body
      let end = last.hasEnd ? OrgText.end(of: body[...], lineEnd[...]) : []
      return cookies + [Replacement(last.next..<last.next, text + end)]
    }
    if new.isEmpty { return cookies + bodyWithoutLog.map { Replacement($0, "") } }
    if notes.drawers.isEmpty {
      return cookies + OrgText.changedLines(from: bytes[notes.range], to: new, lineEnd: lineEnd)
    }
    return cookies + replacingPieces(with: new)
  }

  /// All below the drawers but those of the log.
  private var bodyWithoutLog: [Range<Int>] {
    OrgNotes.pieces(
      of: logbook.end..<bytes.endIndex, without: logbook.drawersInBody.map(\.range)
    ).filter { !$0.isEmpty }
  }

  /// The changed lines of notes with drawers among them.
  private func replacingPieces(with new: Text) -> [Replacement] {
    // With the end of the last line all of them are whole.
    let end = min(bytes[...].place(of: 0x0A, from: notes.range.upperBound) + 1, bytes.endIndex)
    let pieces = OrgNotes.pieces(of: notes.range.lowerBound..<end, without: notes.drawers)
    var joined: [UInt8] = []
    for piece in pieces { joined += bytes[piece] }
    var replacements: [Replacement] = []
    // They come in order, so that each piece is looked for once.
    var (rest, offset) = (pieces[...], 0)
    for change in OrgText.changedLines(from: joined[...], to: new, lineEnd: lineEnd) {
      while let piece = rest.first, offset + piece.count < change.range.lowerBound {
        offset += piece.count
        rest = rest.dropFirst()
      }
      replacements += parts(of: change, in: rest, from: offset)
    }
    return replacements
  }

  /// A replacement in the joined pieces as it comes to the file: what goes does so piece by piece, and the text
  /// stands where the last of it stood. At a drawer's place it stands before it.
  ///
  /// - Parameter start: Where in the joined ones the first piece stands.
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
      // The end of a line that stays is not the drawer's: lines go as a whole.
      let isWhole = part.lowerBound == 0 || bytes[part.lowerBound - 1] == 0x0A
      let start = isWhole ? part.lowerBound : bytes[part].place(of: 0x0A, from: part.lowerBound) + 1
      return start < part.upperBound ? Replacement(start..<part.upperBound, "") : nil
    } + [Replacement(last, replacement.bytes)]
  }

  /// All of the notes behind the last drawer of the log; nil where none stands in the body.
  private func movingNotesBehindLog(_ edit: Text) -> [Replacement]? {
    guard let drawer = logbook.drawersInBody.last else { return nil }
    let new = task.applying(.notes(edit)).notes
    let place = drawer.closing.next..<bytes.endIndex
    let gone = bodyWithoutLog.filter { $0.upperBound <= drawer.opening.start }
    let text =
      (drawer.closing.hasEnd ? [] : lineEnd) + lineEnd + OrgText.withLineEnds(new, lineEnd)
      + (bytes.last == 0x0A ? OrgText.end(of: new.bytes[...], lineEnd[...]) : [])
    return recounting(from: task.notes, to: new) + gone.map { Replacement($0, "") }
      + [Replacement(place, text)]
  }

  /// The heading's cookies follow the boxes, as `COOKIE_DATA` says: those below others count too where it is
  /// recursive, and none does where sub-headings are counted (Org manual, "Checkboxes").
  private func recounting(from old: Text, to new: Text) -> [Replacement] {
    let counting = CookieCounting(task)
    if counting == .headings { return [] }
    let boxes = Checklist(new, format: .org)
    if boxes.isSame(as: Checklist(old, format: .org)) { return [] }
    let count = boxes.progress(counting)
    return Cookie.recounting(bytes[heading.title], checked: count.checked, total: count.total)
  }

  /// The file's last line when it has no notes.
  private var lastLineBeforeNotes: ByteLine {
    var last = drawerEnd
    while let line = bytes[...].line(at: last.next) { last = line }
    return last
  }
}
