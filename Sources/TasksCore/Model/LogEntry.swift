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

  public var kind: Kind {
    get {
      switch form {
      case .state: .state(from: second, to: first)
      case .note: .note
      case .dropped: .dropped(field: first, value: second)
      case .other: .other(first)
      }
    }
    set { self = LogEntry(newValue, at: at, cut: note) }
  }

  /// When it was written, as far as it says.
  public var at: Timestamp?
  private var form: Form
  /// The new keyword, the field, or the whole line.
  private var first: Text
  /// The old keyword, or the value.
  private var second: Text?
  /// What was written below it, without indentation.
  public var note: Text?

  /// The cases of ``Kind`` apart from what they hold: a log may have half a million entries, and one enum of texts
  /// takes several times as long to copy and to free as the texts do.
  private enum Form: Hashable { case state, note, dropped, other }

  /// The note is taken without the blank lines around it and without what all of its lines are indented by.
  public init(_ kind: Kind, at: Timestamp? = nil, note: Text? = nil) {
    self.init(kind, at: at, cut: note.flatMap(LogEntry.unindented))
  }

  /// With a note whose lines a reader has cut as they should be.
  init(_ kind: Kind, at: Timestamp?, cut note: Text?) {
    switch kind {
    case .state(let from, let to): (form, first, second) = (.state, to, from)
    case .note: (form, first, second) = (.note, .empty, nil)
    case .dropped(let field, let value): (form, first, second) = (.dropped, field, value)
    case .other(let line): (form, first, second) = (.other, line, nil)
    }
    self.at = at
    self.note = note
  }

  /// A line that says something else.
  @inline(__always)
  init(other line: Text, at: Timestamp? = nil, cut note: Text? = nil) {
    form = .other
    first = line
    second = nil
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
