/// The log of a task: LOGBOOK drawers anywhere before the next heading, and CLOCK lines and log lists directly
/// below the properties (Org manual, "Tracking TODO state changes", "Clocking commands").
struct OrgLogbook {
  /// The first and last line of a log drawer.
  struct Drawer {
    let opening: ByteLine
    let closing: ByteLine

    var range: Range<Int> { opening.start..<closing.next }
  }

  /// In file order, which is newest first.
  let entries: [LogEntry]
  let clocks: [Clock]
  /// In file order; new entries go into the first one with the name for new entries.
  let drawers: [Drawer]
  let name: OrgLogDrawerName
  /// The offset after the property drawer.
  private let start: Int
  /// The offset of the body: the first line of text.
  let end: Int

  /// The drawers that follow text of the body.
  var drawersInBody: ArraySlice<Drawer> { drawers.drop { $0.opening.start < end } }

  var firstBelowProperties: Drawer? { drawers.first.flatMap { $0.opening.start < end ? $0 : nil } }

  /// Parses the log.
  ///
  /// - Parameter start: The offset after the property drawer.
  init(at start: Int, in bytes: ByteView, name: OrgLogDrawerName = OrgLogDrawerName()) {
    var log = LogCollector(keepsPlaces: false)
    (drawers, end) = OrgLogbook.read(at: start, in: bytes, name, into: &log)
    self.name = name
    entries = log.entries
    clocks = log.clocks
    self.start = start
  }

  /// Entries and clocks with their byte ranges, in file order.
  func items(in bytes: [UInt8]) -> [LogItem] {
    var log = LogCollector(keepsPlaces: true)
    bytes.withView { _ = OrgLogbook.read(at: start, in: $0, name, into: &log) }
    return log.items
  }

  private static func read(
    at start: Int, in bytes: ByteView, _ name: OrgLogDrawerName, into log: inout LogCollector
  ) -> (drawers: [Drawer], end: Int) {
    var drawers: [Drawer] = []
    var position = start
    var end = start
    var isAfterBlank = false
    while let line = bytes.line(at: position) {
      let text = bytes[line].trimmingBlanks
      if name.opens(text) {
        guard let (closing, count) = closing(of: line, in: bytes) else { break }
        log.expect(count)
        read(bytes[line.next..<closing.start], into: &log)
        drawers.append(Drawer(opening: line, closing: closing))
        position = closing.next
        end = position
      } else if text.isBlankLine {
        // After a blank line the body begins, unless a drawer follows.
        isAfterBlank = true
        position = bytes.endOfBlankLines(from: line.next)
      } else if isAfterBlank {
        break
      } else if let clock = clock(text) {
        log.append(clock, in: line.range)
        position = line.next
        end = position
      } else if isBareEntry(text) {
        (position, _) = readEntry(line, in: bytes, above: name, into: &log)
        end = position
      } else {
        break
      }
    }
    if name.mayStand(in: bytes[end...]) {
      var body = OrgBodyDrawers(in: bytes[end...], name)
      while let drawer = body.next() {
        read(bytes[drawer.opening.next..<drawer.closing.start], into: &log)
        drawers.append(drawer)
      }
    }
    return (drawers, end)
  }

  /// The line that closes a drawer, and an upper bound of the number of entries: the lines in it that are
  /// indented no deeper than the drawer. Nil if the drawer does not close before the next heading.
  private static func closing(
    of opening: ByteLine, in bytes: ByteView
  ) -> (line: ByteLine, count: Int)? {
    let indent = bytes[opening].indent
    var count = 0
    var start = opening.next
    while start < bytes.endIndex {
      var text = start
      while text < bytes.endIndex, bytes[text].isBlank { text += 1 }
      let end = bytes.place(of: 0x0A, from: text)
      if text < end {
        // The first characters rule out most lines.
        if text + 1 < end, bytes[text] == 0x3A, bytes[text + 1].lowercasedASCII == 0x65,
          let line = bytes.line(at: start), isEnd(bytes[line].trimmingLeadingBlanks)
        {
          return (line, count)
        }
        if bytes[text] == 0x2A, text == start, let line = bytes.line(at: start),
          OrgSyntax.isHeading(bytes[line])
        {
          return nil
        }
        if text - start <= indent, bytes[text] != 0x0D { count += 1 }
      }
      start = end + 1
    }
    return nil
  }

  /// True for a line that closes a drawer.
  ///
  /// - Parameter text: The line without leading whitespace.
  static func isEnd(_ text: ByteView) -> Bool {
    text.first == 0x3A && text.trimmingTrailingBlanks.isSame(as: ":END:")
  }

  /// Parses the content of a drawer.
  private static func read(_ inside: ByteView, into log: inout LogCollector) {
    var position = inside.endOfBlankLines(from: inside.startIndex)
    while let line = inside.line(at: position) {
      if let clock = clock(inside[line].trimmingBlanks) {
        log.append(clock, in: line.range)
        position = inside.endOfBlankLines(from: line.next)
      } else {
        (_, position) = readEntry(line, in: inside, into: &log)
      }
    }
  }

  /// Parses a list item with the lines below it that are indented deeper; any other line is an entry by itself.
  ///
  /// - Parameter drawer: The name of log drawers, for an entry outside of any drawer; nil inside of one.
  ///   Outside, a line that opens a log drawer ends the entry, and so do two blank lines (Org manual, "Plain
  ///   lists").
  /// - Returns: The end of the entry, and the start of the next line that is not blank.
  private static func readEntry(
    _ first: ByteLine, in bytes: ByteView, above drawer: OrgLogDrawerName? = nil,
    into log: inout LogCollector
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
        if drawer != nil, let blank = bytes.line(at: end), blank.next < next { break }
        let text = bytes[line].dropFirst(own)
        guard !isEnd(text), clock(text) == nil else { break }
        if drawer?.opens(text.trimmingTrailingBlanks) == true { break }
        depth = min(depth, own)
        end = line.next
        next = bytes.endOfBlankLines(from: end)
      }
    }
    let note = end > first.next ? LogNote(lines: bytes[noteStart..<end], indent: depth) : nil
    log.append(entry(head.trimmingTrailingBlanks, note), in: first.start..<end)
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

  @inline(__always)
  private static func entry(_ head: ByteView, _ note: LogNote?) -> LogEntry {
    var text = head.hasPrefix("- ") ? head.dropFirst(2).trimmingLeadingBlanks : head
    if text.hasSuffix("\\\\") { text = text.dropLast(2).trimmingTrailingBlanks }
    if let kind = dropped(text) { return LogEntry(kind, at: nil, cut: note?.text) }
    guard text.last == 0x5D, let open = text.lastIndex(of: 0x5B),
      let stamp = OrgStamp(at: text[open...])
    else { return LogEntry(reading: .other, text, note: note) }
    let at = stamp.planning.start
    let words = text[..<open].trimmingTrailingBlanks
    if let (to, from) = state(words) {
      return LogEntry(reading: from == nil ? .firstState : .state, to, from, at: at, note: note)
    }
    if words.count == 13, words.hasPrefix("Note taken on") {
      return LogEntry(reading: .note, text[text.endIndex...], at: at, note: note)
    }
    return LogEntry(reading: .other, text, at: at, note: note)
  }

  /// Parses `State "WAIT"       from "TODO"`; the old keyword may be missing.
  private static func state(_ text: ByteView) -> (to: ByteView, from: ByteView?)? {
    guard text.hasPrefix("State \"") else { return nil }
    let rest = text.dropFirst(7)
    guard let quote = rest.firstIndex(of: 0x22) else { return nil }
    let to = rest[..<quote]
    let tail = rest[(quote + 1)...].trimmingLeadingBlanks
    guard tail.hasPrefix("from") else { return nil }
    let from = tail.dropFirst(4).trimmingBlanks
    if from.isEmpty { return (to, nil) }
    guard from.count >= 2, from.first == 0x22, from.last == 0x22 else { return nil }
    let name = from.dropFirst().dropLast()
    return (to, name.isEmpty ? nil : name)
  }

  /// Parses `Merge dropped FIELD "VALUE"`.
  private static func dropped(_ text: ByteView) -> LogEntry.Kind? {
    guard text.hasPrefix("Merge dropped ") else { return nil }
    return LogEntry.Kind(dropped: text.dropFirst(14))
  }

  /// Parses `CLOCK: [a]--[b] =>  H:MM`, or a running clock without the end. The sum is ignored and computed
  /// from the timestamps, as in Org.
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
