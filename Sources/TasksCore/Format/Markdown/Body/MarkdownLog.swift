/// The log of a task at the end of its file: the list below `## Log`, newest first.
struct MarkdownLog {
  /// In file order, which is newest first.
  let entries: [LogEntry]
  let clocks: [Clock]
  /// The lines below the heading.
  private let section: Range<Int>

  /// Parses the lines below the heading.
  init(_ section: ByteView) {
    var log = LogCollector(keepsPlaces: false)
    log.expect(MarkdownLog.entryCount(in: section))
    MarkdownLog.read(section, into: &log)
    entries = log.entries
    clocks = log.clocks
    self.section = section.indices
  }

  /// Entries and clocks with their byte ranges, in file order.
  func items(in bytes: [UInt8]) -> [LogItem] {
    var log = LogCollector(keepsPlaces: true)
    bytes.withView { MarkdownLog.read($0[section], into: &log) }
    return log.items
  }

  // MARK: Reading

  /// An upper bound of the number of entries: the lines without indent.
  private static func entryCount(in section: ByteView) -> Int {
    var count = 0
    var isStart = true
    for byte in section {
      if isStart, byte > 0x20 { count += 1 }
      isStart = byte == 0x0A
    }
    return count
  }

  private static func read(_ section: ByteView, into log: inout LogCollector) {
    var position = section.endOfBlankLines(from: section.startIndex)
    while let line = section.line(at: position) {
      position = readItem(line, in: section, into: &log)
    }
  }

  /// Parses a list item with the lines below it that are indented deeper, including blank lines between them;
  /// any other line is an entry by itself.
  ///
  /// - Returns: The start of the next line that is not blank.
  private static func readItem(
    _ first: ByteLine, in section: ByteView, into log: inout LogCollector
  ) -> Int {
    let text = section[first].trimmingBlanks
    let indent = text.startIndex - first.start
    var next = section.endOfBlankLines(from: first.next)
    guard let bullet = text.first, bullet == 0x2D || bullet == 0x2A || bullet == 0x2B,
      text.count > 1, text[text.startIndex + 1].isBlank
    else {
      log.append(LogEntry(reading: .other, text), in: first.range)
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
    let (at, rest) = moment(head)
    if let at, note.isEmpty, let clock = MarkdownLogSyntax.clock(from: at, rest) {
      log.append(clock, in: first.range)
    } else {
      log.append(
        entry(head, at, rest.trimmingLeadingBlanks, note, below: indent), in: first.start..<end)
    }
    return next
  }

  /// - Parameters:
  ///   - rest: The text after the date.
  ///   - below: The lines after the first one.
  private static func entry(
    _ head: ByteView, _ at: Timestamp?, _ rest: ByteView, _ below: ByteView, below indent: Int
  ) -> LogEntry {
    let nothing = head[head.endIndex...]
    if isNote(rest), let first = firstNoteLine(rest.dropFirst(4)) {
      return LogEntry(reading: .note, nothing, at: at, note: note(first, below, below: indent))
    }
    if let (to, from, tail) = MarkdownLogSyntax.state(rest), let first = firstNoteLine(tail) {
      let note = note(first, below, below: indent)
      guard to.first == 0x22 || from?.first == 0x22 else {
        return LogEntry(reading: from == nil ? .firstState : .state, to, from, at: at, note: note)
      }
      let text: (ByteView) -> Text = { YAMLScalar.text(in: $0) ?? .empty }
      return LogEntry(.state(from: from.map(text), to: text(to)), at: at, cut: note?.text)
    }
    let whole = note(nothing, below, below: indent)
    if head.hasPrefix("Merge dropped "), let kind = LogEntry.Kind(dropped: head.dropFirst(14)) {
      return LogEntry(kind, at: at, cut: whole?.text)
    }
    return LogEntry(reading: .other, head, at: at, note: whole)
  }

  private static func isNote(_ text: ByteView) -> Bool {
    text.hasPrefix("note") && (text.count == 4 || text.dropFirst(4).first == 0x3A)
  }

  /// The note of an entry: the text on its first line and the lines below. One level of indentation, a tab or
  /// up to two blanks, is not part of those lines. If the first line has no text, neither is their remaining
  /// common indent.
  private static func note(_ first: ByteView, _ below: ByteView, below indent: Int) -> LogNote? {
    guard first.isBlankLine else {
      return LogNote(first: first, lines: below, indent: 0, step: indent)
    }
    if below.isEmpty { return nil }
    let lines = below[below.withoutBlankLines]
    var depth = Int.max
    for line in ByteLines(lines) where depth > 0 && !lines[line].isBlankLine {
      let content = lines[line]
      depth = min(depth, content.indent - LogNote.end(ofStep: indent, in: content))
    }
    return LogNote(lines: lines, indent: depth, step: indent)
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

  static func print(_ content: LogItem.Content, bullet: ArraySlice<UInt8>, lineEnd: [UInt8])
    -> [UInt8]
  {
    switch content {
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
  static func reading(of content: LogItem.Content) -> [LogItem.Content] {
    let bytes = print(content, bullet: [0x2D, 0x20], lineEnd: [0x0A])
    return bytes.withView { MarkdownLog($0) }.items(in: bytes).map(\.content)
  }

  /// True if a line, appended to the entry's first line, is read back unchanged.
  private static func isInline(_ line: Text) -> Bool {
    let bytes = line.bytes[...]
    return !bytes.isEmpty && bytes.trimmingBlanks.count == bytes.count
  }
}
