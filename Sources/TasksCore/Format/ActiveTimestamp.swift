/// An active timestamp or range in a task's own words, `<2026-11-24 Tue 09:00>`: it puts the task on the agenda on
/// its date, as SCHEDULED does (Org manual, "Timestamps").
package struct ActiveTimestamp: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case title
    /// The value of a property that is no field, by its name.
    case property(Text)
    /// An entry of the log, by its index in ``Task/entries``.
    case log(Int)
    /// A line of the notes, counted from 0.
    case notes(line: Int)
  }

  package let planning: Planning
  package let place: Place

  init(_ planning: Planning, _ place: Place) {
    (self.planning, self.place) = (planning, place)
  }
}

extension Task {
  /// The active timestamps in the title, in the properties that are no fields, in the log and in the notes.
  ///
  /// They are those that Org's agenda shows: none in code, comments and links, and none in a section of the notes
  /// that is commented or archived. Markdown has the same timestamps, in what is text there.
  package var timestamps: [ActiveTimestamp] {
    let reader = ActiveTimestampReader(format: format)
    var found = reader.plannings(inLine: title.bytes[...]).map { ActiveTimestamp($0, .title) }
    for property in properties {
      // A value has no markup.
      found += ActiveTimestampReader.all(in: property.value.bytes[...])
        .map { ActiveTimestamp($0.planning, .property(property.name)) }
    }
    for (index, entry) in entries.enumerated() {
      found += reader.plannings(in: entry).map { ActiveTimestamp($0, .log(index)) }
    }
    return found
      + reader.plannings(inNotes: notes.bytes).map {
        ActiveTimestamp($0.planning, .notes(line: $0.line))
      }
  }
}

/// Finds the active timestamps in texts of a format.
private struct ActiveTimestampReader {
  let format: Format

  func plannings(in entry: LogEntry) -> [Planning] {
    let first: [Planning] =
      switch entry.kind {
      case .state, .note: []
      case .dropped(_, let value): plannings(inLine: value?.bytes[...] ?? [])
      case .other(let line): plannings(inNotes: line.bytes).map(\.planning)
      }
    return first + plannings(inNotes: entry.note?.bytes ?? []).map(\.planning)
  }

  func plannings(inNotes bytes: [UInt8]) -> [(planning: Planning, line: Int)] {
    guard ActiveTimestampReader.mayBeIn(bytes[...]) else { return [] }
    var found: [(planning: Planning, line: Int)] = []
    func add(_ range: Range<Int>, _ line: Int) {
      found += plannings(inLine: bytes[range]).map { (planning: $0, line: line) }
    }
    switch format {
    case .org:
      var (number, position) = (0, 0)
      for range in TimestampLines.ranges(in: bytes, .shown) {
        number += bytes[position..<range.lowerBound].count { $0 == 0x0A }
        position = range.lowerBound
        add(range, number)
      }
    case .markdown:
      var scanner = MarkupScanner(Text(bytes: bytes), format: format, links: MarkupLinks())
      scanner.readThrough()
      for (number, line) in scanner.lines.enumerated() where line.role.isText {
        add(line.words, number)
      }
    }
    return found
  }

  func plannings(inLine line: ArraySlice<UInt8>) -> [Planning] {
    guard ActiveTimestampReader.mayBeIn(line) else { return [] }
    switch format {
    case .org:
      let verbatim = VerbatimRanges(in: line)
      return ActiveTimestampReader.all(in: line)
        .filter { !verbatim.hides($0.offset) }.map(\.planning)
    case .markdown:
      var inline = MarkupInline(format, links: MarkupLinks())
      return plannings(in: inline.spans(line))
    }
  }

  private func plannings(in spans: [MarkupSpan]) -> [Planning] {
    spans.flatMap { span -> [Planning] in
      switch span {
      case .text(let text): return ActiveTimestampReader.all(in: text.bytes[...]).map(\.planning)
      case .emphasis(_, _, let inner): return plannings(in: inner)
      case .code, .link: return []
      }
    }
  }

  private static func mayBeIn(_ bytes: ArraySlice<UInt8>) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0x3C && $1.isDigit }
  }

  /// All active timestamps and ranges of a line, whatever they are in. A range has up to three dashes, as in Org's
  /// agenda.
  static func all(in line: ArraySlice<UInt8>) -> [(planning: Planning, offset: Int)] {
    var found: [(planning: Planning, offset: Int)] = []
    var position = line.startIndex
    while let open = line[position...].firstIndex(of: 0x3C) {
      position = open + 1
      guard let start = OrgTimestamp(at: line[open...]) else { continue }
      position = start.range.upperBound
      var planning = start.planning
      let dashes = line[position...].prefix { $0 == 0x2D }
      if (1...3).contains(dashes.count), let end = OrgTimestamp(at: line[dashes.endIndex...]),
        end.isActive
      {
        planning.end = end.planning.end ?? end.planning.start
        position = end.range.upperBound
      }
      found.append((planning, open))
    }
    return found
  }
}

extension MarkupLine.Role {
  /// True for the roles whose words are text.
  fileprivate var isText: Bool {
    switch self {
    case .text, .item, .heading, .quote, .table: true
    default: false
    }
  }
}
