extension MarkdownDocument {
  // MARK: Notes

  /// The replacements for the notes: in the body, or under the key in which another program stores them.
  func replacingNotes(
    with new: Text, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    if new == task.notes { return [] }
    if body.notes.isEmpty, editor.target(.notes) != nil { return try editor.setNotes(to: new) }
    if task.notes.isEmpty { return [insertingNotes(LineEdits.withLineEnds(new, lineEnd))] }
    if new.isEmpty {
      let end = body.logHeading == nil ? bytes.endIndex : endOfLine(at: body.notes.upperBound)
      return [Replacement(body.start..<end, "")]
    }
    return LineEdits.changedLines(from: bytes[body.notes], to: new, lineEnd: lineEnd)
  }

  /// Inserts notes with a blank line before them, and one between them and the log.
  private func insertingNotes(_ notes: [UInt8]) -> Replacement {
    let end = body.logHeading?.start ?? bytes.endIndex
    let gap = bytes[body.start..<end]
    let before = gap.isEmpty ? lineEnd : []
    let lastEnd = LineEdits.end(of: notes[...], lineEnd[...])
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

  package var logItems: [WrittenLogItem] { log?.items ?? [] }

  /// Removes the items that are not in `new`, and inserts the others in order among those that stay. Clocks that
  /// another program stores in the front matter must stay.
  func replacingLog(with new: [LogItem]) throws(EditError) -> [Replacement] {
    let items = logItems
    let foreign = Set(task.log.dropFirst(items.count))
    guard foreign.isSubset(of: new) else {
      throw .notEditable("`timeEntries` belongs to another program, and tasks does not change it")
    }
    let edits = LogEdits(from: items, to: new.filter { !foreign.contains($0) })
    guard let heading = body.logHeading else {
      let new = edits.inserted.flatMap(\.items)
      return new.isEmpty ? [] : [appendingLog(new, like: items)]
    }
    if edits.inserted.isEmpty, edits.removed.count == items.count {
      return items.isEmpty ? [] : [Replacement(notesEnd..<bytes.endIndex, "")]
    }
    let insertions = edits.inserted.map { place, new in
      let offset =
        place.lowerBound < items.count
        ? items[place.lowerBound].range.lowerBound : items.last?.range.upperBound
      return insertingLog(new, in: items, at: offset ?? bytes.endIndex, below: heading)
    }
    return Replacement.keepingOpenEnd(
      edits.removed.map { Replacement($0.range, "") } + insertions, of: bytes)
  }

  /// The offset of the blank lines before the log: after the notes, the title or the front matter.
  private var notesEnd: Int {
    task.notes.isEmpty ? body.start : endOfLine(at: body.notes.upperBound)
  }

  private func insertingLog(
    _ new: ArraySlice<LogItem>, in items: [WrittenLogItem], at position: Int,
    below heading: ByteLine
  ) -> Replacement {
    let text = print(new, like: items)
    if position == bytes.endIndex, bytes.last != 0x0A {
      let gap = items.isEmpty && heading.next == bytes.endIndex ? lineEnd : []
      return Replacement(position..<position, lineEnd + gap + text.dropLast(lineEnd.count))
    }
    // A list right below its heading gets a blank line before it.
    let gap = items.isEmpty && heading.next == position ? lineEnd : []
    return Replacement(position..<position, gap + text)
  }

  private func appendingLog(_ new: [LogItem], like items: [WrittenLogItem]) -> Replacement {
    let text = Array("## Log".utf8) + lineEnd + lineEnd + print(new, like: items)
    let end = bytes.endIndex
    let isOpen = bytes.last != 0x0A
    let last = ByteLines(bytes[notesEnd...]).contains { bytes[$0].isBlankLine }
    let gap = last && !isOpen ? [] : lineEnd
    return Replacement(
      end..<end, (isOpen ? lineEnd : []) + gap + (isOpen ? text.dropLast(lineEnd.count) : text[...])
    )
  }

  private func print(_ new: some Sequence<LogItem>, like items: [WrittenLogItem]) -> [UInt8] {
    let bullet = bullet(of: items)
    return new.flatMap { MarkdownLog.print($0, bullet: bullet, lineEnd: lineEnd) }
  }

  /// The indent and bullet of the log's entries.
  private func bullet(of items: [WrittenLogItem]) -> ArraySlice<UInt8> {
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

/// The text below the front matter: the notes, and the log if there is one.
package struct MarkdownBody {
  /// The first `# ` heading, its text, and whether only blank lines precede it.
  package struct TitleHeading {
    let line: ByteLine
    let text: Range<Int>
    package let isFirst: Bool
  }

  package let titleHeading: TitleHeading?
  /// The heading `## Log`, if no other heading of level 1 or 2 follows it.
  package let logHeading: ByteLine?
  /// The start of the notes with preceding blank lines: after the front matter, or after a heading that is the
  /// title.
  let start: Int
  /// Without surrounding blank lines.
  let notes: Range<Int>

  /// - Parameter takesTitle: Whether a heading at the top is the task's title and thus not part of the notes.
  init(_ body: ByteView, takesTitle: Bool) {
    var scanner = ChecklistScanner(body, format: .markdown)
    scanner.scan()
    // A block that is never closed hides nothing.
    let headings = scanner.headings + scanner.hiddenHeadings
    logHeading = headings.last.flatMap { MarkdownBody.isLog(body[$0.line]) ? $0.line : nil }
    titleHeading = headings.lazy.filter { $0.level == 1 }
      .map { (line: $0.line, text: MarkdownBody.words(of: body[$0.line].dropFirst(1)).indices) }
      .first { !$0.text.isEmpty }
      .map { line, text in
        let isFirst = body.endOfBlankLines(from: body.startIndex) == line.start
        return TitleHeading(line: line, text: text, isFirst: isFirst)
      }
    let takesIt = takesTitle && titleHeading?.isFirst == true
    start = takesIt ? titleHeading?.line.next ?? body.startIndex : body.startIndex
    let end = logHeading?.start ?? body.endIndex
    notes = body[start..<max(start, end)].withoutBlankLines
  }

  /// The text of a heading without its `#` signs; closing signs count only after a blank (CommonMark, "ATX
  /// headings").
  static func words<Bytes: ByteSlice>(of heading: Bytes) -> Bytes {
    let text = heading.trimmingTrailingBlanks
    let closing = text.reversed().prefix { $0 == 0x23 }.count
    let words = text.dropLast(closing)
    return (closing > 0 && words.last.map(\.isBlank) ?? true ? words : text).trimmingBlanks
  }

  /// True for `## Log`, with optional whitespace and closing signs.
  static func isLog(_ line: some ByteSlice) -> Bool {
    guard line.hasPrefix("##"), !line.hasPrefix("###") else { return false }
    var text = line.dropFirst(2).trimmingBlanks
    while text.last == 0x23 { text = text.dropLast() }
    return text.trimmingTrailingBlanks.isSame(as: "Log")
  }
}
