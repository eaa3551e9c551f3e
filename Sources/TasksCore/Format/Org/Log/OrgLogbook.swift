/// The log of a task: LOGBOOK drawers anywhere before the next heading, and CLOCK lines and log lists directly
/// below the properties (Org manual, "Tracking TODO state changes", "Clocking commands").
package struct OrgLogbook {
  /// The first and last line of a log drawer.
  package struct Drawer {
    package let opening: ByteLine
    package let closing: ByteLine

    package var range: Range<Int> { opening.start..<closing.next }
  }

  /// In file order, which is newest first.
  private(set) var items: [WrittenLogItem] = []
  /// In file order.
  package private(set) var drawers: [Drawer] = []
  /// The offset of the body: the first line of text.
  package private(set) var end: Int

  package var drawersInBody: ArraySlice<Drawer> { drawers.drop { $0.opening.start < end } }

  var firstBelowProperties: Drawer? { drawers.first.flatMap { $0.opening.start < end ? $0 : nil } }

  /// Parses the log.
  ///
  /// - Parameter start: The offset after the property drawer.
  init(at start: Int, in bytes: ByteView) {
    end = start
    var position = start
    var isAfterBlank = false
    while let line = bytes.line(at: position) {
      let text = bytes[line].trimmingBlanks
      if OrgLogbook.opens(text) {
        guard let closing = OrgLogbook.closing(of: line, in: bytes) else { break }
        let drawer = Drawer(opening: line, closing: closing)
        read(drawer, in: bytes)
        position = closing.next
        end = position
      } else if text.isBlankLine {
        // After a blank line the body begins, unless a drawer follows.
        isAfterBlank = true
        position = bytes.endOfBlankLines(from: line.next)
      } else if isAfterBlank {
        break
      } else if let clock = OrgLogbook.clock(text) {
        items.append(WrittenLogItem(item: .clock(clock), range: line.range))
        position = line.next
        end = position
      } else if OrgLogbook.isBareEntry(text) {
        position = readEntry(line, in: bytes, isInDrawer: false).end
        end = position
      } else {
        break
      }
    }
    if OrgLogbook.mayHaveDrawer(bytes[end...]) {
      var body = OrgBodyDrawers(in: bytes[end...])
      while let drawer = body.next() { read(drawer, in: bytes) }
    }
  }

  /// True if a line opens a log drawer.
  ///
  /// - Parameter line: The line without surrounding whitespace.
  static func opens(_ line: ByteView) -> Bool { line.isSame(as: ":LOGBOOK:") }

  /// False if the bytes certainly contain no log drawer.
  private static func mayHaveDrawer(_ bytes: ByteView) -> Bool {
    var colon = bytes.place(of: 0x3A, from: bytes.startIndex)
    while colon < bytes.endIndex {
      if opens(bytes[colon...].prefix(9)) { return true }
      colon = bytes.place(of: 0x3A, from: colon + 1)
    }
    return false
  }

  /// The line that closes a drawer; nil if the drawer does not close before the next heading.
  private static func closing(of opening: ByteLine, in bytes: ByteView) -> ByteLine? {
    var next = opening.next
    while let line = bytes.line(at: next), !OrgSyntax.isHeading(bytes[line]) {
      if isEnd(bytes[line].trimmingLeadingBlanks) { return line }
      next = line.next
    }
    return nil
  }

  /// True for a line that closes a drawer.
  ///
  /// - Parameter text: The line without leading whitespace.
  static func isEnd(_ text: ByteView) -> Bool {
    text.first == 0x3A && text.trimmingTrailingBlanks.isSame(as: ":END:")
  }

  private mutating func read(_ drawer: Drawer, in bytes: ByteView) {
    drawers.append(drawer)
    let inside = bytes[drawer.opening.next..<drawer.closing.start]
    var position = inside.endOfBlankLines(from: inside.startIndex)
    while let line = inside.line(at: position) {
      if let clock = OrgLogbook.clock(inside[line].trimmingBlanks) {
        items.append(WrittenLogItem(item: .clock(clock), range: line.range))
        position = inside.endOfBlankLines(from: line.next)
      } else {
        position = readEntry(line, in: inside, isInDrawer: true).next
      }
    }
  }

  /// Parses a list item with the lines below it that are indented deeper; any other line is an entry by itself.
  /// Outside of a drawer, a line that opens a log drawer ends the entry, and so do two blank lines (Org manual,
  /// "Plain lists").
  ///
  /// - Returns: The end of the entry, and the start of the next line that is not blank.
  private mutating func readEntry(
    _ first: ByteLine, in bytes: ByteView, isInDrawer: Bool
  ) -> (end: Int, next: Int) {
    let head = bytes[first].trimmingLeadingBlanks
    let indent = head.startIndex - first.start
    var end = first.next
    var next = bytes.endOfBlankLines(from: end)
    let noteStart = next
    // The smallest indent of the note's lines.
    var depth = Int.max
    if head.hasPrefix("- ") {
      while next < bytes.endIndex {
        let own = bytes[next...].indent
        // The indent rules out most lines.
        guard own > indent, let line = bytes.line(at: next) else { break }
        if !isInDrawer, let blank = bytes.line(at: end), blank.next < next { break }
        let text = bytes[line].dropFirst(own)
        guard !OrgLogbook.isEnd(text), OrgLogbook.clock(text) == nil else { break }
        if !isInDrawer, OrgLogbook.opens(text.trimmingTrailingBlanks) { break }
        depth = min(depth, own)
        end = line.next
        next = bytes.endOfBlankLines(from: end)
      }
    }
    let note =
      end > first.next ? LogNote.text(lines: bytes[noteStart..<end], indent: depth) : nil
    let entry = OrgLogbook.entry(head.trimmingTrailingBlanks, note)
    items.append(WrittenLogItem(item: .entry(entry), range: first.start..<end))
    return (end, next)
  }

  /// True for the first line of an entry that Org writes. Outside of a drawer, any other list belongs to the
  /// body.
  private static func isBareEntry(_ text: ByteView) -> Bool {
    let heads: [StaticString] = [
      "- State \"", "- Note taken on [", "- Merge dropped ", "- Rescheduled from \"",
      "- New deadline from \"", "- Not scheduled, was \"", "- Removed deadline, was \"",
      "- Refiled on [", "- CLOSING NOTE [",
    ]
    return text.hasPrefix("- ") && heads.contains { text.hasPrefix($0) }
  }

  private static func entry(_ head: ByteView, _ note: Text?) -> LogEntry {
    var text = head.hasPrefix("- ") ? head.dropFirst(2).trimmingLeadingBlanks : head
    if text.hasSuffix("\\\\") { text = text.dropLast(2).trimmingTrailingBlanks }
    if text.hasPrefix("Merge dropped "), let kind = LogEntry.Kind(dropped: text.dropFirst(14)) {
      return LogEntry(kind, at: nil, cut: note)
    }
    guard text.last == 0x5D, let open = text.lastIndex(of: 0x5B),
      let stamp = OrgTimestamp(at: text[open...])
    else { return LogEntry(.other(Text(bytes: text)), at: nil, cut: note) }
    let words = text[..<open].trimmingTrailingBlanks
    let isNote = words.count == 13 && words.hasPrefix("Note taken on")
    let kind = state(words) ?? (isNote ? .note : .other(Text(bytes: text)))
    return LogEntry(kind, at: stamp.planning.start, cut: note)
  }

  /// Parses `State "WAIT"       from "TODO"`; the old keyword may be missing.
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

  /// Parses `CLOCK: [a]--[b] =>  H:MM`, or a running clock without the end. The sum is ignored and computed
  /// from the timestamps, as in Org.
  private static func clock(_ text: ByteView) -> Clock? {
    guard text.hasPrefix("CLOCK:"),
      let first = OrgTimestamp(at: text.dropFirst(6).trimmingLeadingBlanks)
    else { return nil }
    let rest = text[first.range.upperBound...]
    if let end = first.planning.end { return Clock(start: first.planning.start, end: end) }
    if rest.trimmingBlanks.isEmpty { return Clock(start: first.planning.start) }
    guard rest.hasPrefix("--"), let second = OrgTimestamp(at: rest.dropFirst(2)) else { return nil }
    return Clock(start: first.planning.start, end: second.planning.start)
  }
}

/// Prints log items as Org writes them.
extension OrgLogbook {
  static func print(_ item: LogItem, indent: ArraySlice<UInt8>, lineEnd: [UInt8]) -> [UInt8] {
    switch item {
    case .clock(let clock):
      var text = "CLOCK: " + OrgTimestamp.printInactive(clock.start)
      if let end = clock.end {
        let sum = Effort.text(clock.minutes ?? 0)
        text += "--\(OrgTimestamp.printInactive(end)) =>"
        text += String(repeating: " ", count: max(1, 6 - sum.utf8.count)) + sum
      }
      return Array(indent) + Array(text.utf8) + lineEnd
    case .entry(let entry):
      var out = Array(indent) + (isLine(entry) ? [] : [0x2D, 0x20]) + head(of: entry)
      if entry.note != nil, isOrgs(entry) { out += Array(" \\\\".utf8) }
      out += lineEnd
      for line in entry.note?.lines ?? [] {
        out += (line.isEmpty ? [] : Array(indent) + [0x20, 0x20] + line.bytes) + lineEnd
      }
      return out
    }
  }

  /// True for a `CLOCK: => H:MM` line, a duration alone, which Org counts only without a bullet.
  private static func isLine(_ entry: LogEntry) -> Bool {
    guard case .other(let text) = entry.kind, entry.note == nil else { return false }
    return text.bytes[...].hasPrefix("CLOCK:")
      && text.bytes.dropFirst(6).trimmingLeadingBlanks.hasPrefix("=>")
  }

  /// The items that a printed item parses as.
  static func reading(of item: LogItem) -> [LogItem] {
    var bytes = Array(":LOGBOOK:\n".utf8)
    bytes += print(item, indent: [], lineEnd: [0x0A])
    bytes += Array(":END:\n".utf8)
    let log = bytes.withView { OrgLogbook(at: 0, in: $0) }
    return log.end == bytes.count ? log.items.map(\.item) : []
  }

  /// True for an entry in Org's own form: it ends with its timestamp, and with two backslashes if a note
  /// follows.
  private static func isOrgs(_ entry: LogEntry) -> Bool {
    if case .other(let text) = entry.kind {
      text.bytes.last == 0x5D && entry.at != nil
    } else {
      true
    }
  }

  private static func head(of entry: LogEntry) -> [UInt8] {
    let stamp = Array((entry.at.map { " " + OrgTimestamp.printInactive($0) } ?? "").utf8)
    switch entry.kind {
    case .state(let from, let to):
      return Array("State ".utf8) + padded(to) + Array(" from ".utf8) + padded(from) + stamp
    case .note: return Array("Note taken on".utf8) + stamp
    case .dropped: return Array("Merge dropped ".utf8) + entry.kind.droppedText
    case .other(let text): return text.bytes
    }
  }

  /// Pads a keyword to 12 columns, quotes included, as Org does.
  private static func padded(_ name: Text?) -> [UInt8] {
    let quoted = name.map { [0x22] + $0.bytes + [0x22] } ?? []
    let padding = max(0, 12 - CellWidth.of(quoted[...]))
    return quoted + Array(repeating: 0x20, count: padding)
  }
}
