/// The log of a task at the end of its file: the list below `## Log`, newest first.
struct MarkdownLog {
  enum Content: Hashable {
    case entry(LogEntry)
    case clock(Clock)

    var moment: Timestamp? {
      switch self {
      case .entry(let entry): entry.at
      case .clock(let clock): clock.start
      }
    }

    /// Such entries come first, whenever they were written.
    var isDropped: Bool {
      if case .entry(let entry) = self, case .dropped = entry.kind { true } else { false }
    }
  }

  struct Item {
    let content: Content
    /// Its lines.
    let range: Range<Int>
  }

  let items: [Item]

  static let none = MarkdownLog(items: [])

  private init(items: [Item]) { self.items = items }

  /// Reads the lines below the heading.
  init(_ section: ByteView) {
    var items: [Item] = []
    var position = section.startIndex
    while let line = section.line(at: position) {
      position = line.next
      guard !section[line].isBlankLine else { continue }
      let (item, next) = MarkdownLog.item(line, in: section)
      items.append(item)
      position = next
    }
    self.items = items
  }

  var entries: [LogEntry] {
    var entries: [LogEntry] = []
    entries.reserveCapacity(items.count)
    for item in items { if case .entry(let entry) = item.content { entries.append(entry) } }
    return entries
  }

  var clocks: [Clock] {
    items.compactMap { if case .clock(let clock) = $0.content { clock } else { nil } }
  }

  // MARK: Reading

  /// A list item and the lines below it that are indented deeper, blank ones between them included; any
  /// other line is an entry by itself. The blank lines behind it are looked at once: the next line that says
  /// something is the second value.
  private static func item(_ first: ByteLine, in section: ByteView) -> (item: Item, next: Int) {
    let text = section[first].trimmingBlanks
    let indent = text.startIndex - first.start
    guard let bullet = text.first, bullet == 0x2D || bullet == 0x2A || bullet == 0x2B,
      text.count > 1, text[text.startIndex + 1].isBlank
    else {
      let entry = LogEntry(.other(Text(bytes: text)))
      return (Item(content: .entry(entry), range: first.range), first.next)
    }
    var end = first.next
    var next = end
    while let line = section.line(at: next) {
      let content = section[line]
      if !content.isBlankLine {
        guard content.indent > indent else { break }
        end = line.next
      }
      next = line.next
    }
    let note = end > first.next ? note(section[first.next..<end], below: indent) : nil
    return (
      Item(content: content(text.dropFirst().trimmingBlanks, note: note), range: first.start..<end),
      next
    )
  }

  /// Without a tab, or up to two blanks, that a line is indented deeper.
  private static func note(_ lines: ByteView, below indent: Int) -> Text {
    var out: [UInt8] = []
    out.reserveCapacity(lines.count)
    for line in ByteLines(lines) {
      if line.start > lines.startIndex { out.append(0x0A) }
      let content = lines[line]
      guard !content.isBlankLine else { continue }
      let isTab = content[line.start + indent] == 0x09
      out += content.dropFirst(isTab ? indent + 1 : min(content.indent, indent + 2))
    }
    return Text(bytes: out)
  }

  private static func content(_ head: ByteView, note: Text?) -> Content {
    if head.hasPrefix("Merge dropped "), let kind = LogEntry.Kind(dropped: head.dropFirst(14)) {
      return .entry(LogEntry(kind, note: note))
    }
    let (at, afterStamp) = moment(head)
    let rest = afterStamp.trimmingLeadingBlanks
    if let at, note == nil, let clock = MarkdownLogSyntax.clock(from: at, afterStamp) {
      return .clock(clock)
    }
    if let (kind, tail) = MarkdownLogSyntax.kind(rest), let first = firstNoteLine(tail) {
      let lines =
        first.isEmpty ? note : Text(bytes: Array(first) + (note.map { [0x0A] + $0.bytes } ?? []))
      return .entry(LogEntry(kind, at: at, note: lines))
    }
    return .entry(LogEntry(.other(Text(bytes: head)), at: at, note: note))
  }

  /// `: waiting for Bob`, or nothing; nil for anything else.
  private static func firstNoteLine(_ tail: ByteView) -> ByteView? {
    if tail.isEmpty { return tail }
    guard tail.first == 0x3A, tail.count == 1 || tail.dropFirst().first?.isBlank == true else {
      return nil
    }
    return tail.dropFirst().trimmingLeadingBlanks
  }

  /// The date, and the time where there is one, that the text begins with.
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

  /// The lines of one item.
  static func print(_ content: Content, bullet: ArraySlice<UInt8>, lineEnd: [UInt8]) -> [UInt8] {
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

  /// True when a line, put behind the head, is read as it is.
  private static func isInline(_ line: Text) -> Bool {
    let bytes = line.bytes[...]
    return !bytes.isEmpty && bytes.trimmingBlanks.count == bytes.count
  }
}
