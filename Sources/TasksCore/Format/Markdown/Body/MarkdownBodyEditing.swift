extension MarkdownDocument {
  // MARK: Notes

  /// The replacements for the notes: in the body, or under the key in which another program stores them.
  func replacingNotes(
    with new: Text, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    if new == task.notes { return [] }
    if body.notes.isEmpty, editor.target(.notes) != nil { return try editor.setNotes(to: new) }
    if task.notes.isEmpty { return [insertingNotes(OrgText.withLineEnds(new, lineEnd))] }
    if new.isEmpty {
      let end = body.logHeading == nil ? bytes.endIndex : endOfLine(at: body.notes.upperBound)
      return [Replacement(body.start..<end, "")]
    }
    return OrgText.changedLines(from: bytes[body.notes], to: new, lineEnd: lineEnd)
  }

  /// Inserts notes with a blank line before them, and one between them and the log.
  private func insertingNotes(_ notes: [UInt8]) -> Replacement {
    let end = body.logHeading?.start ?? bytes.endIndex
    let gap = bytes[body.start..<end]
    let before = gap.isEmpty ? lineEnd : []
    let lastEnd = OrgText.end(of: notes[...], lineEnd[...])
    if body.logHeading != nil {
      return Replacement(end..<end, before + notes + lastEnd + lineEnd)
    }
    let isOpen = bytes.last != 0x0A
    return Replacement(
      end..<end, (isOpen ? lineEnd : []) + before + notes + (isOpen ? [] : lastEnd))
  }

  private func endOfLine(at position: Int) -> Int {
    bytes[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
  }

  // MARK: Log

  /// Replaces the clocks in the log. Clocks that another program stores in the front matter must stay.
  func replacingClocks(with clocks: [Clock]) throws(EditError) -> [Replacement] {
    let foreign = Set(task.clocks).subtracting(log?.clocks ?? [])
    guard foreign.isSubset(of: clocks) else {
      throw .notEditable("`timeEntries` belongs to another program, and tasks does not change it")
    }
    return replacingLog(
      with: clocks.filter { !foreign.contains($0) }.map { .clock($0) },
      among: { if case .clock = $0 { true } else { false } })
  }

  var logItems: [LogItem] { log?.items(in: bytes) ?? [] }

  /// Removes the items that are not in `new`, and inserts the others before the items they precede; items that
  /// stay are not touched.
  ///
  /// - Parameter isMeant: Selects the kind of items that `new` lists: entries or clocks.
  func replacingLog(
    with new: [LogItem.Content], among isMeant: (LogItem.Content) -> Bool
  ) -> [Replacement] {
    let items = logItems
    let indices = items.indices.filter { isMeant(items[$0].content) }
    let old = indices.map { items[$0] }
    guard old.map(\.content) != new else { return [] }
    var unmatched = old[...]
    // The indices of each item in `old`, the last one first.
    var places: [LogItem.Content: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index].content, default: []].append(index) }
    var pending: [LogItem.Content] = []
    var insertions: [(gap: Range<Int>, contents: [LogItem.Content])] = []
    var doomed: [LogItem] = []
    // Which items stand between the last of the kind that stays and the next one.
    var gapStart = items.startIndex
    for content in new {
      while let place = places[content]?.last, place < unmatched.startIndex {
        places[content]?.removeLast()
      }
      guard let index = places[content]?.last else {
        pending.append(content)
        continue
      }
      doomed += unmatched[..<index]
      if !pending.isEmpty { insertions.append((gapStart..<indices[index], pending)) }
      pending = []
      gapStart = indices[index] + 1
      unmatched = unmatched[(index + 1)...]
    }
    doomed += unmatched
    if !pending.isEmpty { insertions.append((gapStart..<items.endIndex, pending)) }
    guard let heading = body.logHeading else {
      return [appendingLog(insertions.flatMap(\.contents)[...], like: items)]
    }
    if insertions.isEmpty, doomed.count == items.count {
      let start = notesEnd
      return [Replacement(start..<bytes.endIndex, "")]
    }
    return removing(doomed)
      + insertions.flatMap { gap, contents in
        inserting(contents[...], among: items, gap, isReplaced: isMeant, below: heading)
      }
  }

  /// Items between two that stay: below what is newer, and below what merges dropped. Those of the same kind in
  /// between go.
  private func inserting(
    _ contents: ArraySlice<LogItem.Content>, among items: [LogItem], _ gap: Range<Int>,
    isReplaced: (LogItem.Content) -> Bool, below heading: ByteLine
  ) -> [Replacement] {
    let runs = LogPlace.runs(of: contents, among: items[gap], isReplaced: isReplaced) { new, old in
      guard let moment = new.moment else { return false }
      return old.moment.map { $0 > moment } ?? old.isDropped
    }
    // In a file without a last line feed the items that go at its end take the line feed before them along.
    var tail = items.endIndex
    if gap.upperBound == tail {
      while tail > gap.lowerBound, isReplaced(items[tail - 1].content) { tail -= 1 }
    }
    return runs.map { index, contents in
      let place = index < tail ? items[index].range.lowerBound : items.last?.range.upperBound
      return insertingLog(contents, in: items, at: place ?? bytes.endIndex, below: heading)
    }
  }

  /// The offset of the blank lines before the log: after the notes, the title or the front matter.
  private var notesEnd: Int {
    task.notes.isEmpty ? body.start : endOfLine(at: body.notes.upperBound)
  }

  /// Removes items. At the end of a file without a final line feed, the line end before them is removed too.
  private func removing(_ doomed: [LogItem]) -> [Replacement] {
    guard bytes.last != 0x0A else { return doomed.map { Replacement($0.range, "") } }
    var start = bytes.endIndex
    var rest = doomed[...]
    while let last = rest.last, last.range.upperBound == start {
      start = last.range.lowerBound
      rest = rest.dropLast()
    }
    guard start < bytes.endIndex else { return rest.map { Replacement($0.range, "") } }
    let hasReturn = start >= 2 && bytes[start - 2] == 0x0D
    return rest.map { Replacement($0.range, "") }
      + [Replacement(start - (hasReturn ? 2 : 1)..<bytes.endIndex, "")]
  }

  private func insertingLog(
    _ contents: ArraySlice<LogItem.Content>, in items: [LogItem], at position: Int,
    below heading: ByteLine
  ) -> Replacement {
    let text = print(contents, like: items)
    if position == bytes.endIndex, bytes.last != 0x0A {
      let gap = items.isEmpty && heading.next == bytes.endIndex ? lineEnd : []
      return Replacement(position..<position, lineEnd + gap + text.dropLast(lineEnd.count))
    }
    // A list right below its heading gets a blank line before it.
    let gap = items.isEmpty && heading.next == position ? lineEnd : []
    return Replacement(position..<position, gap + text)
  }

  /// Appends a log section to the file.
  private func appendingLog(_ contents: ArraySlice<LogItem.Content>, like items: [LogItem])
    -> Replacement
  {
    let text = Array("## Log".utf8) + lineEnd + lineEnd + print(contents, like: items)
    let end = bytes.endIndex
    let isOpen = bytes.last != 0x0A
    let last = ByteLines(bytes[notesEnd...]).contains { bytes[$0].isBlankLine }
    let gap = last && !isOpen ? [] : lineEnd
    return Replacement(
      end..<end, (isOpen ? lineEnd : []) + gap + (isOpen ? text.dropLast(lineEnd.count) : text[...])
    )
  }

  private func print(_ contents: ArraySlice<LogItem.Content>, like items: [LogItem]) -> [UInt8] {
    let bullet = bullet(of: items)
    return Array(
      contents.map { MarkdownLog.print($0, bullet: bullet, lineEnd: lineEnd) }.joined())
  }

  /// The indent and bullet of the log's entries.
  private func bullet(of items: [LogItem]) -> ArraySlice<UInt8> {
    guard let first = items.first else { return [0x2D, 0x20] }
    let line = bytes[first.range]
    let indent = line.prefix { $0.isBlank }
    let rest = line[indent.endIndex...]
    guard let sign = rest.first, sign == 0x2D || sign == 0x2A || sign == 0x2B else {
      return [0x2D, 0x20]
    }
    return indent + [sign, 0x20]
  }
}
