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

  private static func unindented(_ note: Text) -> Text? {
    let lines = note.withoutReturns.trimmingBlankLines.lines.map { line in
      let bytes = line.bytes[...]
      return bytes.allSatisfy(\.isBlank) ? [] : bytes
    }
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0.isBlank }.count }
    guard let indent = indents.min() else { return nil }
    return Text(bytes: Array(lines.map { $0.dropFirst(indent) }.joined(separator: [0x0A])))
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
