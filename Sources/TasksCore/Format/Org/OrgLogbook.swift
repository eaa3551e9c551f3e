/// The log of a task: LOGBOOK drawers, CLOCK lines and log lists that stand right under the properties
/// (Org manual, "Tracking TODO state changes", "Clocking commands").
struct OrgLogbook {
  enum Content: Hashable {
    case entry(LogEntry)
    case clock(Clock)
  }

  struct Item {
    let content: Content
    /// Its lines.
    let range: Range<Int>
  }

  /// A LOGBOOK drawer's first and last line.
  struct Drawer {
    let opening: ByteLine
    let closing: ByteLine
  }

  /// Newest first, as it stands.
  let items: [Item]
  let drawers: [Drawer]
  /// Where the body begins.
  let end: Int

  var entries: [LogEntry] {
    var entries: [LogEntry] = []
    entries.reserveCapacity(items.count)
    for item in items { if case .entry(let entry) = item.content { entries.append(entry) } }
    return entries
  }

  var clocks: [Clock] {
    items.compactMap { if case .clock(let clock) = $0.content { clock } else { nil } }
  }

  /// Reads what stands at `position`, behind the property drawer.
  init(at start: Int, in bytes: ByteView) {
    var items: [Item] = []
    var drawers: [Drawer] = []
    var position = start
    var end = start
    var isAfterBlank = false
    while let line = bytes.line(at: position) {
      let text = bytes[line].trimmingBlanks
      if text.isSame(as: ":LOGBOOK:") {
        guard let closing = OrgLogbook.drawer(from: line.next, in: bytes, into: &items) else {
          break
        }
        drawers.append(Drawer(opening: line, closing: closing))
        position = closing.next
        end = position
      } else if text.isBlankLine {
        // Behind a blank line the body begins, unless a drawer follows.
        isAfterBlank = true
        position = line.next
      } else if isAfterBlank {
        break
      } else if let clock = OrgLogbook.clock(text) {
        items.append(Item(content: .clock(clock), range: line.range))
        position = line.next
        end = position
      } else if let item = OrgLogbook.bareEntry(line, in: bytes) {
        items.append(item)
        position = item.range.upperBound
        end = position
      } else {
        break
      }
    }
    self.items = items
    self.drawers = drawers
    self.end = end
  }

  /// Adds what stands in a drawer and gives its last line; nil, and nothing added, when it does not close
  /// before the next heading.
  private static func drawer(
    from start: Int, in bytes: ByteView, into items: inout [Item]
  ) -> ByteLine? {
    let count = items.count
    var position = start
    while let line = bytes.line(at: position) {
      let text = bytes[line].trimmingBlanks
      if text.isSame(as: ":END:") { return line }
      if OrgSyntax.isHeading(bytes[line]) { break }
      if let clock = clock(text) {
        items.append(Item(content: .clock(clock), range: line.range))
        position = line.next
      } else if text.isBlankLine {
        position = line.next
      } else {
        let (item, next) = entry(line, in: bytes)
        items.append(item)
        position = next
      }
    }
    items.removeSubrange(count...)
    return nil
  }

  /// A list item and the lines below it that are indented deeper, with at most `blankLines` blank ones in a
  /// row between them; any other line is an entry by itself. The blank lines behind it are looked at once: the
  /// next line that says something is the second value.
  private static func entry(
    _ first: ByteLine, in bytes: ByteView, blankLines: Int = .max
  ) -> (item: Item, next: Int) {
    let indent = bytes[first].indent
    let head = bytes[first][(first.start + indent)...]
    var end = first.next
    var next = end
    // The lines of the note: all of them are indented deeper by so much.
    var depth = Int.max
    if head.hasPrefix("- ") {
      var blanks = 0
      while let line = bytes.line(at: next) {
        let text = bytes[line].trimmingBlanks
        if text.isBlankLine {
          blanks += 1
          if blanks > blankLines { break }
          next = line.next
          continue
        }
        let own = text.startIndex - line.start
        guard own > indent, !text.isSame(as: ":END:"), clock(text) == nil else { break }
        depth = min(depth, own)
        blanks = 0
        end = line.next
        next = end
      }
    }
    var entry = entry(head: head.trimmingTrailingBlanks)
    if end > first.next { entry.note = note(bytes[first.next..<end], indentedBy: depth) }
    return (Item(content: .entry(entry), range: first.start..<end), next)
  }

  private static func note(_ lines: ByteView, indentedBy indent: Int) -> Text {
    var out: [UInt8] = []
    out.reserveCapacity(lines.count)
    for line in ByteLines(lines) {
      if line.start > lines.startIndex { out.append(0x0A) }
      let content = lines[line]
      if !content.isBlankLine { out += content.dropFirst(indent) }
    }
    return Text(bytes: out)
  }

  /// An entry outside a drawer must be one that Org writes: any other list belongs to the body.
  private static func bareEntry(_ line: ByteLine, in bytes: ByteView) -> Item? {
    let text = bytes[line].trimmingBlanks
    let heads: [StaticString] = [
      "- State \"", "- Note taken on [", "- Merge dropped ", "- Rescheduled from \"",
      "- New deadline from \"", "- Not scheduled, was \"", "- Removed deadline, was \"",
      "- Refiled on [", "- CLOSING NOTE [",
    ]
    guard text.hasPrefix("- "), heads.contains(where: { text.hasPrefix($0) }) else { return nil }
    // Two blank lines end a list (Org manual, "Plain lists").
    return entry(line, in: bytes, blankLines: 1).item
  }

  private static func entry(head: ByteView) -> LogEntry {
    var text = head.hasPrefix("- ") ? head.dropFirst(2).trimmingLeadingBlanks : head
    if text.hasSuffix("\\\\") {
      text = text.dropLast(2).trimmingTrailingBlanks
    }
    if let kind = dropped(text) { return LogEntry(kind) }
    let stampStart = text.last == 0x5D ? text.lastIndex(of: 0x5B) : nil
    let at = stampStart.flatMap { OrgStamp(at: text[$0...]) }
    let words = at.map { text[..<$0.range.lowerBound].trimmingTrailingBlanks } ?? text
    if let at {
      let moment = at.planning.start
      if let kind = state(words) { return LogEntry(kind, at: moment) }
      if words.count == 13, words.hasPrefix("Note taken on") { return LogEntry(.note, at: moment) }
      return LogEntry(.other(Text(bytes: text)), at: moment)
    }
    return LogEntry(.other(Text(bytes: text)))
  }

  /// `State "WAIT"       from "TODO"`; the old keyword may be missing.
  private static func state(_ text: ByteView) -> LogEntry.Kind? {
    guard text.hasPrefix("State \"") else { return nil }
    let rest = text.dropFirst(7)
    guard let quote = rest.firstIndex(of: 0x22) else { return nil }
    let to = Text(bytes: rest[..<quote])
    let tail = rest[(quote + 1)...].trimmingLeadingBlanks
    guard tail.hasPrefix("from") else { return nil }
    let from = tail.dropFirst(4).trimmingBlanks
    if from.isEmpty { return .state(from: nil, to: to) }
    guard from.count >= 2, from.first == 0x22, from.last == 0x22 else { return nil }
    let name = from.dropFirst().dropLast()
    return .state(from: name.isEmpty ? nil : Text(bytes: name), to: to)
  }

  /// `Merge dropped FIELD "VALUE"`.
  private static func dropped(_ text: ByteView) -> LogEntry.Kind? {
    guard text.hasPrefix("Merge dropped ") else { return nil }
    return LogEntry.Kind(dropped: text.dropFirst(14))
  }

  /// `CLOCK: [a]--[b] =>  H:MM`, or open. The sum is not read: Org counts from one moment to the other, too.
  private static func clock(_ text: ByteView) -> Clock? {
    guard text.hasPrefix("CLOCK:"),
      let first = OrgStamp(at: text.dropFirst(6).trimmingLeadingBlanks)
    else { return nil }
    let rest = text[first.range.upperBound...]
    if let end = first.planning.end { return Clock(start: first.planning.start, end: end) }
    if rest.trimmingBlanks.isEmpty { return Clock(start: first.planning.start) }
    guard rest.hasPrefix("--"), let second = OrgStamp(at: rest.dropFirst(2)) else { return nil }
    return Clock(start: first.planning.start, end: second.planning.start)
  }
}
