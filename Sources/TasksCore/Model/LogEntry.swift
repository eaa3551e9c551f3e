/// One entry of a task's log: a change of state, a note, what a merge dropped, or anything else that
/// another program wrote there.
public struct LogEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// `State "WAIT" from "TODO"`.
    case state(from: Text?, to: Text)
    /// `Note taken on`.
    case note
    /// `Merge dropped title "Call Bob"`; the value as it is written, nil where nothing was there.
    case dropped(field: Text, value: Text?)
    /// The whole first line of an entry that says something else (`Rescheduled from …`).
    case other(Text)
  }

  public var kind: Kind
  /// When it was written, as far as it says.
  public var at: Timestamp?
  /// What was written below it, without indentation.
  public var note: Text?

  /// The note is taken without the blank lines around it and without what all of its lines are indented by.
  public init(_ kind: Kind, at: Timestamp? = nil, note: Text? = nil) {
    self.kind = kind
    self.at = at
    self.note = note.flatMap(LogEntry.unindented)
  }

  /// With a note whose lines a reader has cut as they should be.
  init(_ kind: Kind, at: Timestamp?, cut note: Text?) {
    self.kind = kind
    self.at = at
    self.note = note
  }

  private static func unindented(_ note: Text) -> Text? {
    note.withBytes { bytes in
      // Most notes are one line that stands as it should.
      let isPlain =
        bytes.first.map { !$0.isBlank } ?? false && !bytes.contains { $0 == 0x0A || $0 == 0x0D }
      return isPlain ? note : unindented(bytes)
    }
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
    out.reserveCapacity(lines.count)
    for line in ByteLines(lines) {
      if line.start > lines.startIndex { out.append(0x0A) }
      if !isBlank(line) { out.append(contentsOf: lines[line].dropFirst(indent)) }
    }
    return Text(bytes: out)
  }
}

/// A stretch of time that was worked on a task.
public struct Clock: Hashable, Sendable {
  public var start: Timestamp
  /// Nil while the clock runs.
  public var end: Timestamp?

  public init(start: Timestamp, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  /// Nil while the clock runs; never negative.
  public var minutes: Int? {
    end.map { max(0, $0.absoluteMinute - start.absoluteMinute) }
  }
}
