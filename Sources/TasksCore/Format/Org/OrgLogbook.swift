/// The log of a task: LOGBOOK drawers, wherever they stand before the next heading, and CLOCK lines and log lists
/// that stand right under the properties (Org manual, "Tracking TODO state changes", "Clocking commands").
struct OrgLogbook {
  /// A LOGBOOK drawer's first and last line.
  struct Drawer {
    let opening: ByteLine
    let closing: ByteLine

    var range: Range<Int> { opening.start..<closing.next }
  }

  /// Newest first, as they stand.
  let entries: [LogEntry]
  let clocks: [Clock]
  /// In the order of the file; new entries go into the first.
  let drawers: [Drawer]
  let name: OrgLogDrawerName
  /// Behind the property drawer.
  private let start: Int
  /// Where the body begins: the first line of text.
  let end: Int

  /// Those that stand behind some of the text, or in it.
  var drawersInBody: ArraySlice<Drawer> { drawers.drop { $0.opening.start < end } }

  var firstBelowProperties: Drawer? { drawers.first.flatMap { $0.opening.start < end ? $0 : nil } }

  /// Reads what stands at `start`, behind the property drawer.
  init(at start: Int, in bytes: ByteView, name: OrgLogDrawerName = OrgLogDrawerName()) {
    var log = LogCollector(keepsPlaces: false)
    (drawers, end) = OrgLogbook.read(at: start, in: bytes, name, into: &log)
    self.name = name
    entries = log.entries
    clocks = log.clocks
    self.start = start
  }

  /// Entries and clocks in the order of the file, each with its place.
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
        // Behind a blank line the body begins, unless a drawer follows.
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

  /// The line that closes a drawer, and how many stand in it that may begin an entry, those no deeper than the
  /// drawer; nil when it does not close before the next heading.
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
        // Most lines are told by their first signs.
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

  /// - Parameter text: Without the blanks a line begins with.
  static func isEnd(_ text: ByteView) -> Bool {
    text.first == 0x3A && text.trimmingTrailingBlanks.isSame(as: ":END:")
  }

  /// Reads what stands inside of a drawer.
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

  /// Reads a list item with the lines below it that are indented deeper; any other line is an entry by itself.
  ///
  /// - Parameter drawer: What opens one, where the entry is in none itself: there two blank lines end a list, too (Org
  ///   manual, "Plain lists").
  /// - Returns: Where it ends, and where the next line stands that says something: the blank lines behind it are
  ///   looked at once.
  private static func readEntry(
    _ first: ByteLine, in bytes: ByteView, above drawer: OrgLogDrawerName? = nil,
    into log: inout LogCollector
  ) -> (end: Int, next: Int) {
    let head = bytes[first].trimmingLeadingBlanks
    let indent = head.startIndex - first.start
    var end = first.next
    var next = bytes.endOfBlankLines(from: end)
    let noteStart = next
    // The lines of the note: all of them are indented deeper by so much.
    var depth = Int.max
    if head.hasPrefix("- ") {
      while next < bytes.endIndex {
        let own = bytes[next...].indent
        // Most lines are told by where they begin.
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

  /// An entry outside a drawer must be one that Org writes: any other list belongs to the body.
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

  /// `State "WAIT"       from "TODO"`; the old keyword may be missing.
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
