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
