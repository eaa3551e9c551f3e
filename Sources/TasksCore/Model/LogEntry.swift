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
