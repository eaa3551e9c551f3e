/// The log of a task at the end of its file: the list below `## Log`, newest first.
struct MarkdownLog {
  /// In file order, which is newest first.
  private(set) var items: [WrittenLogItem] = []

  /// Parses the lines below the heading.
  init(_ section: ByteView) {
    var position = section.endOfBlankLines(from: section.startIndex)
    while let line = section.line(at: position) { position = readItem(line, in: section) }
  }

  // MARK: Reading

  /// Parses a list item with the lines below it that are indented deeper, including blank lines between them;
  /// any other line is an entry by itself.
  ///
  /// - Returns: The start of the next line that is not blank.
  private mutating func readItem(_ first: ByteLine, in section: ByteView) -> Int {
    let text = section[first].trimmingBlanks
    let indent = text.startIndex - first.start
    var next = section.endOfBlankLines(from: first.next)
    guard let bullet = text.first, bullet == 0x2D || bullet == 0x2A || bullet == 0x2B,
      text.count > 1, text[text.startIndex + 1].isBlank
    else {
      let entry = LogEntry(.other(Text(bytes: text)), at: nil, cut: nil)
      items.append(WrittenLogItem(item: .entry(entry), range: first.range))
      return next
    }
    var end = first.next
    while next < section.endIndex, section[next...].indent > indent,
      let line = section.line(at: next)
    {
      end = line.next
      next = section.endOfBlankLines(from: end)
    }
    let head = text.dropFirst().trimmingBlanks
    let note = section[first.next..<end]
    let (at, rest) = MarkdownLog.moment(head)
    let item: LogItem
    if let at, note.isEmpty, let clock = MarkdownLogSyntax.clock(from: at, rest) {
      item = .clock(clock)
    } else {
      item = .entry(
        MarkdownLog.entry(head, at, rest.trimmingLeadingBlanks, note, below: indent))
    }
    items.append(WrittenLogItem(item: item, range: first.start..<end))
    return next
  }

  /// - Parameters:
  ///   - rest: The text after the date.
  ///   - below: The lines after the first one.
  private static func entry(
    _ head: ByteView, _ at: Timestamp?, _ rest: ByteView, _ below: ByteView, below indent: Int
  ) -> LogEntry {
    if isNote(rest), let first = firstNoteLine(rest.dropFirst(4)) {
      return LogEntry(.note, at: at, cut: note(first, below, below: indent))
    }
    if let (to, from, tail) = MarkdownLogSyntax.state(rest), let first = firstNoteLine(tail) {
      let keyword: (ByteView) -> Text = {
        $0.first == 0x22 ? YAMLScalar.text(in: $0) ?? .empty : Text(bytes: $0)
      }
      return LogEntry(
        .state(from: from.map(keyword), to: keyword(to)), at: at,
        cut: note(first, below, below: indent))
    }
    let whole = note(head[head.endIndex...], below, below: indent)
    if head.hasPrefix("Merge dropped "), let kind = LogEntry.Kind(dropped: head.dropFirst(14)) {
      return LogEntry(kind, at: at, cut: whole)
    }
    return LogEntry(.other(Text(bytes: head)), at: at, cut: whole)
  }

  private static func isNote(_ text: ByteView) -> Bool {
    text.hasPrefix("note") && (text.count == 4 || text.dropFirst(4).first == 0x3A)
  }

  /// The note of an entry: the text on its first line and the lines below. One level of indentation, a tab or
  /// up to two blanks, is not part of those lines. If the first line has no text, neither is their remaining
  /// common indent.
  private static func note(_ first: ByteView, _ below: ByteView, below indent: Int) -> Text? {
    guard first.isBlankLine else {
      return LogNote.text(first, lines: below, indent: 0, step: indent)
    }
    if below.isEmpty { return nil }
    let lines = below[below.withoutBlankLines]
    var depth = Int.max
    for line in ByteLines(lines) where depth > 0 && !lines[line].isBlankLine {
      let content = lines[line]
      depth = min(depth, content.indent - LogNote.end(ofStep: indent, in: content))
    }
    return LogNote.text(lines: lines, indent: depth, step: indent)
  }

  /// Parses `: waiting for Bob`, or nothing; returns nil for anything else.
  private static func firstNoteLine(_ tail: ByteView) -> ByteView? {
    if tail.isEmpty { return tail }
    guard tail.first == 0x3A, tail.count == 1 || tail.dropFirst().first?.isBlank == true else {
      return nil
    }
    return tail.dropFirst().trimmingLeadingBlanks
  }

  /// The date that the text begins with, with its time if there is one.
  static func moment(_ text: ByteView) -> (moment: Timestamp?, rest: ByteView) {
    guard text.first?.isDigit == true else { return (nil, text) }
    for length in [16, 10] where text.count >= length {
      if let moment = Timestamp(iso: text.prefix(length)) {
        return (moment, text.dropFirst(length))
      }
    }
    return (nil, text)
  }

  // MARK: Writing

  static func print(_ item: LogItem, bullet: ArraySlice<UInt8>, lineEnd: [UInt8]) -> [UInt8] {
    switch item {
    case .clock(let clock):
      return bullet + Array(MarkdownLogSyntax.print(clock).utf8) + lineEnd
    case .entry(let entry):
      let indent = bullet.prefix { $0.isBlank }
      var lines = entry.note?.lines ?? []
      var out = bullet + MarkdownLogSyntax.head(of: entry)
      if MarkdownLogSyntax.takesNote(entry), let first = lines.first, isInline(first) {
        out += [0x3A, 0x20] + first.bytes
        lines.removeFirst()
      }
      out += lineEnd
      for line in lines {
        out += (line.isEmpty ? [] : indent + [0x20, 0x20] + line.bytes) + lineEnd
      }
      return Array(out)
    }
  }

  /// The items that a printed item parses as.
  static func reading(of item: LogItem) -> [LogItem] {
    let bytes = print(item, bullet: [0x2D, 0x20], lineEnd: [0x0A])
    return bytes.withView { MarkdownLog($0) }.items.map(\.item)
  }

  /// True if a line, appended to the entry's first line, is read back unchanged.
  private static func isInline(_ line: Text) -> Bool {
    let bytes = line.bytes[...]
    return !bytes.isEmpty && bytes.trimmingBlanks.count == bytes.count
  }
}

/// Syntax of a line of the log.
///
/// - `2026-11-20 10:30 WAIT from TODO: waiting for Bob`
/// - `2026-11-20 10:30 note: called him`
/// - `2026-11-20 09:20--10:05 clock 0:45`; an end on another day has its date; `09:20-- clock` while it runs
/// - `Merge dropped title "Call Bob"`
enum MarkdownLogSyntax {
  // MARK: Reading

  /// Parses a change of state after the date: the keywords as written, and the text after them. Nil if there is
  /// none.
  static func state(_ text: ByteView) -> (to: ByteView, from: ByteView?, rest: ByteView)? {
    guard let (to, afterTo) = keyword(text, before: " from ") else { return nil }
    let rest = afterTo.dropFirst(6)
    if rest.hasPrefix("nothing"), rest.count == 7 || rest.dropFirst(7).first == 0x3A {
      return (to, nil, rest.dropFirst(7))
    }
    guard let (from, tail) = keyword(rest) else { return nil }
    return (to, from, tail)
  }

  /// Parses the rest of a clock after its start, such as `--10:05 clock 0:45`.
  static func clock(from start: Timestamp, _ text: ByteView) -> Clock? {
    guard text.hasPrefix("--") else {
      return text.trimmingBlanks.isSame(as: "clock") ? Clock(start: start) : nil
    }
    let rest = text.dropFirst(2)
    if rest.trimmingBlanks.isSame(as: "clock") { return Clock(start: start) }
    let (end, tail) = moment(rest, onDay: start.date)
    guard let end, tail.hasPrefix(" clock") else { return nil }
    let sum = tail.dropFirst(6).trimmingBlanks
    guard sum.isEmpty || OrgDuration.minutes(sum) != nil else { return nil }
    return Clock(start: start, end: end)
  }

  private static func moment(
    _ text: ByteView, onDay day: CivilDate
  ) -> (Timestamp?, ByteView) {
    let (whole, rest) = MarkdownLog.moment(text)
    if whole != nil { return (whole, rest) }
    let time = text.prefix(5)
    return (
      Timestamp.minute(iso: time).map { Timestamp(day, minute: $0) }, text[time.endIndex...]
    )
  }

  /// Parses a keyword in capitals, or any keyword in quotes.
  private static func keyword(
    _ text: ByteView, before next: StaticString = ""
  ) -> (word: ByteView, rest: ByteView)? {
    let word: ByteView
    if text.first == 0x22 {
      guard let place = YAMLScalar(at: text), place.range.count > 2 else { return nil }
      word = text[place.range]
    } else {
      word = text.prefix(while: isKeywordSign)
    }
    guard !word.isEmpty, text[word.endIndex...].hasPrefix(next) else { return nil }
    return (word, text[word.endIndex...])
  }

  private static func isKeywordSign(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || byte.isDigit || byte == 0x5F || byte == 0x2D
  }

  // MARK: Writing

  static func print(_ clock: Clock) -> String {
    let start = stamp(clock.start)
    guard let end = clock.end else { return start + "-- clock" }
    let isSameDay = end.date == clock.start.date
    let time = isSameDay ? end.minute.map { Timestamp.clock($0) } : nil
    return "\(start)--\(time ?? stamp(end)) clock \(Effort.text(clock.minutes ?? 0))"
  }

  /// Prints the entry without its note.
  static func head(of entry: LogEntry) -> [UInt8] {
    let stamp = Array((entry.at.map { self.stamp($0) + " " } ?? "").utf8)
    switch entry.kind {
    case .state(let from, let to):
      let old = from.map(printed) ?? Array("nothing".utf8)
      return stamp + printed(to) + Array(" from ".utf8) + old
    case .note: return stamp + Array("note".utf8)
    case .dropped: return Array("Merge dropped ".utf8) + entry.kind.droppedText
    case .other(let text): return text.bytes
    }
  }

  /// True if the note begins on the line of the entry itself.
  static func takesNote(_ entry: LogEntry) -> Bool {
    switch entry.kind {
    case .state, .note: true
    case .dropped, .other: false
    }
  }

  static func stamp(_ moment: Timestamp) -> String {
    moment.minute.map { "\(moment.date.iso) \(Timestamp.clock($0))" } ?? moment.date.iso
  }

  private static func printed(_ keyword: Text) -> [UInt8] {
    let bytes = keyword.bytes
    return !bytes.isEmpty && bytes.allSatisfy(isKeywordSign) ? bytes : JSONString.quoted(bytes)
  }
}
