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
    items.compactMap { if case .entry(let entry) = $0.content { entry } else { nil } }
  }

  var clocks: [Clock] {
    items.compactMap { if case .clock(let clock) = $0.content { clock } else { nil } }
  }

  /// Reads what stands at `position`, behind the property drawer.
  init(at start: Int, in bytes: ArraySlice<UInt8>) {
    var items: [Item] = []
    var drawers: [Drawer] = []
    var position = start
    var end = start
    var isAfterBlank = false
    while let line = ByteLines.line(at: position, in: bytes) {
      let text = line.content.trimmingBlanks
      if text.isSame(as: ":LOGBOOK:") {
        guard let (inside, closing) = OrgLogbook.drawer(from: line.next, in: bytes) else { break }
        items += inside
        drawers.append(Drawer(opening: line, closing: closing))
        position = closing.next
        end = position
      } else if line.isBlank {
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

  /// What stands in a drawer; nil when it does not close before the next heading.
  private static func drawer(
    from start: Int, in bytes: ArraySlice<UInt8>
  ) -> (items: [Item], closing: ByteLine)? {
    var items: [Item] = []
    var position = start
    while let line = ByteLines.line(at: position, in: bytes) {
      let text = line.content.trimmingBlanks
      if text.isSame(as: ":END:") { return (items, line) }
      if OrgSyntax.isHeading(line.content) { return nil }
      if let clock = clock(text) {
        items.append(Item(content: .clock(clock), range: line.range))
        position = line.next
      } else if line.isBlank {
        position = line.next
      } else {
        let item = entry(line, in: bytes)
        items.append(item)
        position = item.range.upperBound
      }
    }
    return nil
  }

  /// A list item and the lines below it that are indented deeper, with at most `blankLines` blank ones in a
  /// row between them; any other line is an entry by itself.
  private static func entry(
    _ first: ByteLine, in bytes: ArraySlice<UInt8>, blankLines: Int = .max
  ) -> Item {
    let indent = first.content.prefix { $0.isBlank }.count
    var end = first.next
    var note: [ArraySlice<UInt8>] = []
    if first.content.dropFirst(indent).hasPrefix("- ") {
      var blanks: [ArraySlice<UInt8>] = []
      var position = end
      while let line = ByteLines.line(at: position, in: bytes) {
        position = line.next
        if line.isBlank {
          blanks.append(line.content.suffix(0))
          if blanks.count > blankLines { break }
          continue
        }
        guard line.content.prefix(while: { $0.isBlank }).count > indent,
          !line.content.trimmingBlanks.isSame(as: ":END:"),
          clock(line.content.trimmingBlanks) == nil
        else { break }
        note += blanks + [line.content]
        blanks = []
        end = line.next
      }
    }
    return Item(
      content: .entry(entry(head: first.content.trimmingBlanks, note: note)),
      range: first.start..<end)
  }

  /// An entry outside a drawer must be one that Org writes: any other list belongs to the body.
  private static func bareEntry(_ line: ByteLine, in bytes: ArraySlice<UInt8>) -> Item? {
    let text = line.content.trimmingBlanks
    let heads: [StaticString] = [
      "- State \"", "- Note taken on [", "- Merge dropped ", "- Rescheduled from \"",
      "- New deadline from \"", "- Not scheduled, was \"", "- Removed deadline, was \"",
      "- Refiled on [", "- CLOSING NOTE [",
    ]
    guard text.hasPrefix("- "), heads.contains(where: { text.hasPrefix($0) }) else { return nil }
    // Two blank lines end a list (Org manual, "Plain lists").
    return entry(line, in: bytes, blankLines: 1)
  }

  private static func entry(head: ArraySlice<UInt8>, note: [ArraySlice<UInt8>]) -> LogEntry {
    var entry = entry(head: head)
    if !note.isEmpty {
      let indent = note.filter { !$0.isEmpty }.map { $0.prefix { $0.isBlank }.count }.min() ?? 0
      entry.note = Text(
        bytes: Array(note.map { $0.dropFirst(indent) }.joined(separator: [0x0A])))
    }
    return entry
  }

  private static func entry(head: ArraySlice<UInt8>) -> LogEntry {
    var text = head.hasPrefix("- ") ? head.dropFirst(2).trimmingLeadingBlanks : head
    if text.suffix(2).elementsEqual([0x5C, 0x5C]) {
      text = text.dropLast(2).trimmingTrailingBlanks
    }
    if let kind = dropped(text) { return LogEntry(kind) }
    let stampStart = text.last == 0x5D ? text.lastIndex(of: 0x5B) : nil
    let at = stampStart.flatMap { OrgStamp(at: text[$0...]) }
    let words = at.map { text[..<$0.range.lowerBound].trimmingTrailingBlanks } ?? text
    if let at {
      let moment = at.planning.start
      if let kind = state(words) { return LogEntry(kind, at: moment) }
      if words.elementsEqual("Note taken on".utf8) {
        return LogEntry(.note, at: moment)
      }
      return LogEntry(.other(Text(bytes: text)), at: moment)
    }
    return LogEntry(.other(Text(bytes: text)))
  }

  /// `State "WAIT"       from "TODO"`; the old keyword may be missing.
  private static func state(_ text: ArraySlice<UInt8>) -> LogEntry.Kind? {
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
  private static func dropped(_ text: ArraySlice<UInt8>) -> LogEntry.Kind? {
    guard text.hasPrefix("Merge dropped ") else { return nil }
    return LogEntry.Kind(dropped: text.dropFirst(14))
  }

  /// `CLOCK: [a]--[b] =>  H:MM`, or open.
  private static func clock(_ text: ArraySlice<UInt8>) -> Clock? {
    guard text.hasPrefix("CLOCK:"),
      let first = OrgStamp(at: text.dropFirst(6).trimmingLeadingBlanks)
    else { return nil }
    let rest = text[first.range.upperBound...]
    if rest.trimmingBlanks.isEmpty { return Clock(start: first.planning.start) }
    guard rest.hasPrefix("--"), let second = OrgStamp(at: rest.dropFirst(2)) else { return nil }
    return Clock(start: first.planning.start, end: second.planning.start)
  }
}
