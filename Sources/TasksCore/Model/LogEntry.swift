/// One entry of a task's log: a change of state, a note, a value that a merge dropped, or anything else that
/// another program wrote there.
package struct LogEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A change of state: `State "WAIT" from "TODO"`.
    case state(from: Text?, to: Text)
    /// A note: `Note taken on`.
    case note
    /// A dropped value: `Merge dropped title "Call Bob"`. The value is nil if the losing side had removed it.
    case dropped(field: Text, value: Text?)
    /// The whole first line of any other entry, such as `Rescheduled from …`.
    case other(Text)
  }

  package var kind: Kind
  /// The time of the entry, if it states one.
  package var at: Timestamp?
  /// The text below the first line, without indentation.
  package var note: Text?

  /// Removes blank lines around the note and the indentation that all its lines share.
  package init(_ kind: Kind, at: Timestamp? = nil, note: Text? = nil) {
    self.init(kind, at: at, cut: note.flatMap { $0.withBytes(LogEntry.unindented) })
  }

  /// Takes a note that is already unindented.
  init(_ kind: Kind, at: Timestamp?, cut note: Text?) {
    self.kind = kind
    self.at = at
    self.note = note
  }

  private static func unindented(_ bytes: ByteView) -> Text? {
    var inside: Range<Int>?
    for line in ByteLines(bytes) where !bytes[line].isBlankLine {
      inside = (inside?.lowerBound ?? line.start)..<line.content.upperBound
    }
    guard let inside else { return nil }
    let lines = bytes[inside]
    let isBlank: (ByteLine) -> Bool = { lines[$0].allSatisfy(\.isBlank) }
    var indent = Int.max
    for line in ByteLines(lines) where !isBlank(line) { indent = min(indent, lines[line].indent) }
    var out: [UInt8] = []
    for line in ByteLines(lines) {
      if line.start > lines.startIndex { out.append(0x0A) }
      if !isBlank(line) { out.append(contentsOf: lines[line].dropFirst(indent)) }
    }
    return Text(bytes: out)
  }
}

/// An item of a task's log, which is one list, newest first.
package enum LogItem: Hashable, Sendable {
  case entry(LogEntry)
  case clock(Clock)

  /// The time that decides on the item's place in the log: for a clock, its start.
  package var moment: Timestamp? {
    switch self {
    case .entry(let entry): entry.at
    case .clock(let clock): clock.start
    }
  }

  package var entry: LogEntry? { if case .entry(let entry) = self { entry } else { nil } }

  package var clock: Clock? { if case .clock(let clock) = self { clock } else { nil } }

  /// True for the record of a value that a merge dropped. Such entries come first, regardless of their date.
  package var isDroppedValue: Bool { entry?.isDroppedValue ?? false }

  /// The same item with another entry, if it is one.
  func mapEntry(_ transform: (LogEntry) -> LogEntry) -> LogItem {
    entry.map { .entry(transform($0)) } ?? self
  }
}

extension [LogItem] {
  /// The clocks without an end, in the order of their starts.
  package var runningClocks: [Clock] {
    compactMap(\.clock).filter(\.isRunning).ordered { $0.start < $1.start }
  }

  /// Returns the log with its running clocks ended at a moment, or at their start if that is later. Of two, which a
  /// merge may leave, the one ends where the next begins, so that no time counts twice.
  ///
  /// - Parameter foreign: Clocks that another program keeps, which are left as they are.
  package func endingClocks(at moment: Timestamp, except foreign: [Clock] = []) -> [LogItem] {
    let starts = runningClocks.map(\.start)
    if starts.isEmpty { return self }
    return map { item in
      guard let clock = item.clock, clock.isRunning, !foreign.contains(clock) else { return item }
      let end = starts.first { $0 > clock.start } ?? moment
      return .clock(Clock(start: clock.start, end: Swift.max(end, clock.start)))
    }
  }
}

/// A span of time worked on a task.
package struct Clock: Hashable, Sendable {
  package var start: Timestamp
  /// Nil while the clock runs.
  package var end: Timestamp?

  package init(start: Timestamp, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  package var isRunning: Bool { end == nil }

  /// The length; nil while the clock runs, and never negative.
  package var minutes: Int? { end.map { minutes(until: $0) } }

  /// The length; of a running clock, until now.
  package func minutes(now: Timestamp) -> Int { minutes(until: end ?? now) }

  private func minutes(until end: Timestamp) -> Int {
    max(0, start.minutes(until: end))
  }
}
