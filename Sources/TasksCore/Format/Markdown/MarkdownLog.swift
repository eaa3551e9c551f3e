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
  init(_ section: ArraySlice<UInt8>) {
    var items: [Item] = []
    var position = section.startIndex
    while let line = ByteLines.line(at: position, in: section) {
      position = line.next
      guard !line.isBlank else { continue }
      let item = MarkdownLog.item(line, in: section)
      items.append(item)
      position = item.range.upperBound
    }
    self.items = items
  }

  var entries: [LogEntry] {
    items.compactMap { if case .entry(let entry) = $0.content { entry } else { nil } }
  }

  var clocks: [Clock] {
    items.compactMap { if case .clock(let clock) = $0.content { clock } else { nil } }
  }

  // MARK: Reading

  /// A list item and the lines below it that are indented deeper, blank ones between them included; any
  /// other line is an entry by itself.
  private static func item(_ first: ByteLine, in section: ArraySlice<UInt8>) -> Item {
    let text = first.content.trimmingBlanks
    let indent = first.content.prefix { $0.isBlank }.count
    guard let bullet = text.first, bullet == 0x2D || bullet == 0x2A || bullet == 0x2B,
      text.dropFirst().first?.isBlank == true
    else {
      return Item(
        content: .entry(LogEntry(.other(Text(bytes: text)))), range: first.range)
    }
    var end = first.next
    var note: [ArraySlice<UInt8>] = []
    var blanks = 0
    var position = end
    while let line = ByteLines.line(at: position, in: section) {
      position = line.next
      guard !line.isBlank else {
        blanks += 1
        continue
      }
      let own = line.content.prefix { $0.isBlank }.count
      guard own > indent else { break }
      note += Array(repeating: line.content.prefix(0), count: blanks)
      let isTab = line.content[line.content.startIndex + indent] == 0x09
      note.append(line.content.dropFirst(isTab ? indent + 1 : min(own, indent + 2)))
      blanks = 0
      end = line.next
    }
    return Item(
      content: content(text.dropFirst().trimmingBlanks, note: note), range: first.start..<end)
  }

  private static func content(_ head: ArraySlice<UInt8>, note: [ArraySlice<UInt8>]) -> Content {
    let below = note.isEmpty ? nil : Text(bytes: Array(note.joined(separator: [0x0A])))
    if head.hasPrefix("Merge dropped "), let kind = LogEntry.Kind(dropped: head.dropFirst(14)) {
      return .entry(LogEntry(kind, note: below))
    }
    let (at, afterStamp) = moment(head)
    let rest = afterStamp.trimmingLeadingBlanks
    if let at {
      if note.isEmpty, let clock = MarkdownLogSyntax.clock(from: at, afterStamp) {
        return .clock(clock)
      }
    }
    if let (kind, tail) = MarkdownLogSyntax.kind(rest), let first = firstNoteLine(tail) {
      let lines =
        first.isEmpty ? below : Text(bytes: first + (below.map { [0x0A] + $0.bytes } ?? []))
      return .entry(LogEntry(kind, at: at, note: lines))
    }
    return .entry(LogEntry(.other(Text(bytes: head)), at: at, note: below))
  }

  /// `: waiting for Bob`, or nothing; nil for anything else.
  private static func firstNoteLine(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if tail.isEmpty { return tail }
    guard tail.first == 0x3A, tail.count == 1 || tail.dropFirst().first?.isBlank == true else {
      return nil
    }
    return tail.dropFirst().trimmingLeadingBlanks
  }

  /// The date, and the time where there is one, that the text begins with.
  static func moment(
    _ text: ArraySlice<UInt8>
  ) -> (moment: Timestamp?, rest: ArraySlice<UInt8>) {
    for length in [16, 10] where text.count >= length {
      let word = text.prefix(length)
      guard word.first?.isDigit == true, let moment = Timestamp(iso: Text(bytes: word).string)
      else { continue }
      return (moment, text[word.endIndex...])
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
