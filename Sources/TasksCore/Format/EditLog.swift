/// Logs changes of the title and of the dates, where the store asks for it (`log.edits`), in Org's words
/// (`org-log-note-headings`), which has none for a title.
enum EditLog {
  /// Returns the edits with one of the log that tells of what they change.
  static func adding(to edits: [Edit], of task: Task, now: Timestamp) -> [Edit] {
    let entries = edits.compactMap { edit in
      words(for: edit, task).map { entry($0, now, task.format) }
    }
    guard !entries.isEmpty else { return edits }
    let log = edits.compactMap { if case .log(let log) = $0 { log } else { nil } }.last ?? task.log
    // The newest comes first, and the last edit is the newest.
    return edits + [.log(entries.reversed().map { .entry($0) } + log)]
  }

  /// The words before the moment; nil for an edit of which nothing is logged.
  private static func words(for edit: Edit, _ task: Task) -> Text? {
    switch edit {
    case .title(let new) where new != task.title:
      return Text(
        bytes: Array("Title changed from \"".utf8) + withoutDates(task.title.bytes) + [0x22])
    case .scheduled(let new) where new != task.scheduled:
      return task.scheduled.map { old in
        Text((new == nil ? "Not scheduled, was " : "Rescheduled from ") + quoted(old))
      }
    case .deadline(let new) where new != task.deadline:
      return task.deadline.map { old in
        Text((new == nil ? "Removed deadline, was " : "New deadline from ") + quoted(old))
      }
    default: return nil
    }
  }

  private static func quoted(_ plan: Planning) -> String {
    "\"\(OrgTimestamp.print(plan, isActive: false))\""
  }

  /// A title of which no agenda shows the dates: `<2026-11-20 Fri>` becomes `[2026-11-20 Fri]`.
  private static func withoutDates(_ title: [UInt8]) -> [UInt8] {
    var title = title
    for open in title.indices where title[open] == 0x3C {
      guard Timestamp.day(iso: title[(open + 1)...]) != nil,
        let close = title[open...].firstIndex(of: 0x3E)
      else { continue }
      (title[open], title[close]) = (0x5B, 0x5D)
    }
    return title
  }

  private static func entry(_ words: Text, _ now: Timestamp, _ format: Format) -> LogEntry {
    let stamp = " on " + OrgTimestamp.printInactive(now)
    let entry = LogEntry(.other(Text(bytes: words.bytes + Array(stamp.utf8))), at: now)
    return format == .org ? entry : ConvertedLog.entry(entry, to: format)
  }
}

/// An item of a log with its lines in the file.
package struct WrittenLogItem {
  package let item: LogItem
  /// The byte range of its lines.
  package let range: Range<Int>
}

/// The edits that turn the log of a file into another: items in both keep their bytes.
struct LogEdits {
  /// The items that go, in file order.
  let removed: [WrittenLogItem]
  /// Runs of new items, each with the indices of the old items that it replaces: an empty range before an item
  /// that stays.
  let inserted: [(place: Range<Int>, items: ArraySlice<LogItem>)]

  init(from old: [WrittenLogItem], to new: [LogItem]) {
    let hunks = LineDifference(old.map(\.item), new).hunks
    removed = hunks.flatMap { old[$0.old] }
    inserted = hunks.filter { !$0.new.isEmpty }.map { ($0.old, new[$0.new]) }
  }
}

/// The note of a log entry as it is written in a file.
enum LogNote {
  /// Returns the text of a note.
  ///
  /// - Parameters:
  ///   - first: The part on the line of the entry itself.
  ///   - lines: The lines after that one.
  ///   - indent: The number of blanks at the start of each line that are not part of the note.
  ///   - step: In Markdown, the offset in each line of one more level of indentation, a tab or up to two blanks,
  ///     which comes before `indent`; else nil.
  static func text(
    _ first: ByteView? = nil, lines: ByteView, indent: Int, step: Int? = nil
  ) -> Text {
    var out = first.map { Array($0) } ?? []
    for line in ByteLines(lines) {
      if line.start > lines.startIndex || first != nil { out.append(0x0A) }
      let content = lines[line]
      if content.isBlankLine { continue }
      let start = step.map { end(ofStep: $0, in: content) } ?? 0
      out.append(contentsOf: content.dropFirst(start + indent))
    }
    return Text(bytes: out)
  }

  /// The offset in a line after its first `step` blanks and the tab, or up to two blanks, that follow.
  static func end(ofStep step: Int, in line: ByteView) -> Int {
    line[line.startIndex + step] == 0x09 ? step + 1 : min(line.indent, step + 2)
  }
}

extension LogEntry.Kind {
  /// Parses the text after `Merge dropped `: a field, then its value quoted as in JSON, or `nothing`.
  package init?(dropped text: some ByteSlice) {
    if text.last == 0x22, let open = LogEntry.Kind.openingQuote(of: text) {
      let field = text[..<open].trimmingTrailingBlanks
      guard !field.isEmpty,
        let value = YAMLEscape.unescaped(text[(open + 1)..<(text.endIndex - 1)])
      else { return nil }
      self = .dropped(field: Text(bytes: field), value: value)
    } else {
      guard text.count > 8, text.hasSuffix(" nothing") else { return nil }
      self = .dropped(field: Text(bytes: text.dropLast(8).trimmingTrailingBlanks), value: nil)
    }
  }

  /// The text after `Merge dropped `: `title "Call Bob"`, or `title nothing`.
  package var droppedText: [UInt8] {
    guard case .dropped(let field, let value) = self else { return [] }
    guard let value else { return field.bytes + Array(" nothing".utf8) }
    return field.bytes + [0x20] + JSONString.quoted(value.bytes)
  }

  /// Returns the offset of the quote that opens the string at the end of the text: the last one before it that no
  /// backslash escapes, since quotes in the string are escaped. The field's name may contain quotes too
  /// (`property a"b`).
  private static func openingQuote(of text: some ByteSlice) -> Int? {
    var position = text.endIndex - 1
    while position > text.startIndex {
      position -= 1
      guard text[position] == 0x22 else { continue }
      var start = position
      while start > text.startIndex, text[start - 1] == 0x5C { start -= 1 }
      if (position - start) % 2 == 0 {
        return position > text.startIndex && text[position - 1].isBlank ? position : nil
      }
      position = start
    }
    return nil
  }
}

extension LogEntry {
  /// True if the entry records a value that a merge dropped.
  var isDroppedValue: Bool {
    if case .dropped = kind { true } else { false }
  }
}
