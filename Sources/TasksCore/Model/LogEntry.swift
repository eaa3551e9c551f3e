/// One entry of a task's log: a change of state, a note, a value that a merge dropped, or anything else that
/// another program wrote there.
public struct LogEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A change of state: `State "WAIT" from "TODO"`.
    case state(from: Text?, to: Text)
    /// A note: `Note taken on`.
    case note
    /// A dropped value: `Merge dropped title "Call Bob"`. The value is nil if the losing side had removed it.
    case dropped(field: Text, value: Text?)
    /// The whole first line of any other entry, such as `Rescheduled from …`.
    case other(Text)
  }

  public var kind: Kind {
    get {
      switch form {
      case .state: .state(from: second, to: first)
      case .firstState: .state(from: nil, to: first)
      case .note: .note
      case .dropped: .dropped(field: first, value: second)
      case .droppedNothing: .dropped(field: first, value: nil)
      case .other: .other(first)
      }
    }
    set { self = LogEntry(newValue, at: at, cut: note) }
  }

  /// The text below the first line, without indentation.
  public var note: Text? {
    get {
      noteStart == LogEntry.noNote ? nil : text.piece(Int(noteStart)..<text.storedCount)
    }
    set { self = LogEntry(kind, at: at, cut: newValue) }
  }

  /// The time of the entry, if it states one.
  public var at: Timestamp?
  private var form: Form
  /// The offsets in the stored text at which ``first`` ends and the note starts.
  private var firstEnd, noteStart: UInt32
  /// False if the text has no `<`, so no active timestamp.
  var mayHaveStamps: Bool { text.withUTF8 { $0.contains(0x3C) } }

  /// All text of the entry in one buffer: the keyword, field or line, then the old keyword or value, then the note.
  /// One buffer instead of three, because a log may have half a million entries and allocation dominates.
  private var text: Text

  /// The cases of ``Kind`` without their values. A case whose second text is absent is a case of its own.
  enum Form: Hashable { case state, firstState, note, dropped, droppedNothing, other }

  private static let noNote = UInt32.max

  /// The new keyword, the field, or the whole line.
  private var first: Text { text.piece(0..<Int(firstEnd)) }

  /// The old keyword, or the value.
  private var second: Text {
    let end = noteStart == LogEntry.noNote ? text.storedCount : Int(noteStart)
    return text.piece(Int(firstEnd)..<end)
  }

  /// Removes blank lines around the note and the indentation that all its lines share.
  public init(_ kind: Kind, at: Timestamp? = nil, note: Text? = nil) {
    self.init(kind, at: at, cut: note.flatMap(LogEntry.unindented))
  }

  /// Takes a note that is already unindented.
  init(_ kind: Kind, at: Timestamp?, cut note: Text?) {
    switch kind {
    case .state(let from?, let to): self.init(.state, to, from, at: at, cut: note)
    case .state(nil, let to): self.init(.firstState, to, nil, at: at, cut: note)
    case .note: self.init(.note, .empty, nil, at: at, cut: note)
    case .dropped(let field, let value?): self.init(.dropped, field, value, at: at, cut: note)
    case .dropped(let field, nil): self.init(.droppedNothing, field, nil, at: at, cut: note)
    case .other(let line): self.init(.other, line, nil, at: at, cut: note)
    }
  }

  private init(_ form: Form, _ first: Text, _ second: Text?, at: Timestamp?, cut note: Text?) {
    var text = first
    if let second { text.append(second) }
    let noteStart = note.map { _ in text.storedCount }
    if let note { text.append(note) }
    self.init(form, text, first.storedCount, noteStart, at)
  }

  private init(_ form: Form, _ text: Text, _ firstEnd: Int, _ noteStart: Int?, _ at: Timestamp?) {
    self.form = form
    self.text = text
    self.firstEnd = UInt32(truncatingIfNeeded: firstEnd)
    self.noteStart = noteStart.map { UInt32(truncatingIfNeeded: $0) } ?? LogEntry.noNote
    self.at = at
  }

  /// Makes an entry from the bytes of a file.
  @inline(__always)
  init(
    reading form: Form, _ first: ByteView, _ second: ByteView? = nil, at: Timestamp? = nil,
    note: LogNote? = nil
  ) {
    if second == nil, note == nil {
      let text = Text(bytes: first)
      self.init(form, text, text.storedCount, nil, at)
    } else {
      self = LogEntry.joining(form, first, second, at, note)
    }
  }

  private static func joining(
    _ form: Form, _ first: ByteView, _ second: ByteView?, _ at: Timestamp?, _ note: LogNote?
  ) -> LogEntry {
    let room = first.count + (second?.count ?? 0) + (note?.room ?? 0)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { bytes in
      var end = 0
      first.write(to: bytes, &end)
      let firstEnd = end
      second?.write(to: bytes, &end)
      let secondEnd = end
      note?.write(to: bytes, &end)
      let text = Text(bytes: bytes[..<end])
      // A byte that is not UTF-8 is stored as four bytes, and at a boundary it might form UTF-8 with its neighbour.
      // In both cases the texts are decoded one by one.
      let isWhole = { $0 == end || bytes[$0] & 0xC0 != 0x80 }
      if text.storedCount == end, isWhole(firstEnd), isWhole(secondEnd) {
        return LogEntry(form, text, firstEnd, note.map { _ in secondEnd }, at)
      }
      return LogEntry(
        form, Text(bytes: bytes[..<firstEnd]),
        second.map { _ in Text(bytes: bytes[firstEnd..<secondEnd]) }, at: at,
        cut: note.map { _ in Text(bytes: bytes[secondEnd..<end]) })
    }
  }

  private static func unindented(_ note: Text) -> Text? {
    note.withBytes { bytes in
      // Most notes are one line without indentation.
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

/// A span of time worked on a task.
public struct Clock: Hashable, Sendable {
  public var start: Timestamp
  /// Nil while the clock runs.
  public var end: Timestamp?

  public init(start: Timestamp, end: Timestamp? = nil) {
    self.start = start
    self.end = end
  }

  /// The length; nil while the clock runs, and never negative.
  public var minutes: Int? {
    end.map { max(0, $0.absoluteMinute - start.absoluteMinute) }
  }
}
