/// Converts notes to the other format: markup is converted if its meaning stays the same, lines that would be
/// read as structure are changed, and everything else stays as written.
package struct ConvertedNotes {
  package private(set) var text: Text
  private(set) var losses: [ConversionLoss] = []

  private init(_ text: Text) { self.text = text }

  /// - Parameter keywords: The keywords of the new file's workflow and the store's.
  package init(_ notes: Text, to format: Format, keywords: Set<Text>) {
    let printed = NotesPrinter(notes, to: format, keywords: keywords).notes
    text = Text(bytes: Array(printed.lines.joined(separator: [0x0A]))).trimmingBlankLines
    losses = printed.losses
    // Settings apply to the whole file wherever they are.
    if format == .org { replace(with: ConvertedNotes.withoutSettings(text)) }
    losses += NotesSemantics.differences(
      NotesSemantics(notes, format: format.other), NotesSemantics(text, format: format)
    ).map { .markup($0) }.filter { !losses.contains($0) }
  }

  private mutating func replace(with lines: [Text]) {
    for (old, new) in zip(text.lines, lines) where old != new {
      losses.append(.noteLine(old, became: new))
    }
    text = Text.joining(lines)
  }

  private static func withoutSettings(_ notes: Text) -> [Text] {
    let starts = notes.withBytes { Set(OrgSettings($0).lines.map(\.start)) }
    guard !starts.isEmpty else { return notes.lines }
    let bytes = notes.bytes
    return ByteLines(bytes[...]).map { line in
      Text(bytes: (starts.contains(line.start) ? [0x2C] : []) + bytes[line])
    } + (bytes.last == 0x0A ? [.empty] : [])
  }

  // MARK: Notes of the log

  /// Converts a log entry whose note Org would read as the end of the log, a clock or a setting: the lines
  /// concerned get a comma in front.
  static func orgLog(_ entry: LogEntry) -> (LogEntry, [ConversionLoss]) {
    guard let note = entry.note, !isReadable(entry) else { return (entry, []) }
    var converted = ConvertedNotes(note)
    converted.replace(with: withoutSettings(note))
    converted.replace(
      with: converted.text.lines.map { line in
        isReadable(LogEntry(entry.kind, at: entry.at, note: line))
          || line.bytes[...].isBlankLine ? line : Text(bytes: [0x2C] + line.bytes)
      })
    return (LogEntry(entry.kind, at: entry.at, note: converted.text), converted.losses)
  }

  private static func isReadable(_ entry: LogEntry) -> Bool {
    do throws(EditError) {
      try OrgChecks.check(.entry(entry))
      return true
    } catch {
      return false
    }
  }
}

/// Converts the emphasis, code and links of a text to the syntax of the other format.
struct ConvertedInline {
  private let old: Format
  private let new: Format
  /// The link definitions of a Markdown text, by name.
  private let definitions: [Text: Text]

  init(to new: Format, definitions: [Text: Text] = [:]) {
    self.new = new
    old = new.other
    self.definitions = definitions
  }

  /// The text in the new format; parts whose meaning would change stay as written.
  func converted(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { ConvertedInline.signs.contains($0) }) else { return text }
    let (spans, links) = reading(of: text[...], in: old)
    let meaning = MarkupSemantics.list(spans, links.all, in: old, notesAsPlaces: true)
    let printer = InlinePrinter(text: text, links: links, format: new)
    for escapes in escapings {
      guard let printed = printer.print(spans, escapes: escapes) else { break }
      if self.meaning(of: printed, in: new) == meaning { return printed }
    }
    // Parts kept as written may contain characters that Markdown would combine with the text beside them.
    for escapes in escapings {
      if let kept = most(of: spans, links, printer, escapesKept: escapes) { return kept }
    }
    return text
  }

  /// Whether to escape punctuation, in the order to try: only Markdown has escapes.
  private var escapings: [Bool] { new == .markdown ? [false, true] : [false] }

  /// Converts the spans one by one, and keeps those as written that the new format cannot express; returns nil
  /// if the result does not parse as these spans.
  ///
  /// - Parameter escapesKept: Whether to escape punctuation in the spans that are kept.
  private func most(
    of spans: [MarkupSpan], _ links: MarkupLinks, _ printer: InlinePrinter, escapesKept: Bool
  ) -> [UInt8]? {
    var out: [UInt8] = []
    var wanted: [MarkupSemantics] = []
    for (index, span) in spans.enumerated() {
      let marks = MarkupSemantics.list([span], links.all, in: old, notesAsPlaces: true)
        .flatMap(\.marks)
      // The adjacent characters affect parsing.
      let next = index + 1 < spans.count ? printer.written(spans[index + 1]).prefix(1) : []
      let printed = escapings.lazy.compactMap { printer.print([span], escapes: $0) }
        .first { meaning(of: out.suffix(1) + $0 + next, in: new).flatMap(\.marks) == marks }
      if let printed {
        out += printed
        wanted += marks
      } else {
        let written = printer.written(span)
        out += escapesKept && !marks.isEmpty ? InlinePrinter.escaped(written) : written
      }
    }
    var rest = wanted[...]
    for mark in meaning(of: out, in: new).flatMap(\.marks) where mark == rest.first {
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? out : nil
  }

  private static let signs = Set("*/_=~+[]<>`!\\&".utf8)

  private func reading(
    of text: ArraySlice<UInt8>, in format: Format
  ) -> (spans: [MarkupSpan], links: MarkupLinks) {
    var inline = MarkupInline(format, links: MarkupLinks())
    if format == .markdown { inline.definitions = definitions }
    let spans = inline.spans(text)
    return (spans, inline.links)
  }

  private func meaning(of text: [UInt8], in format: Format) -> [MarkupSemantics] {
    // The converted text has no link definitions: Markdown's are not valid in Org, and Org has none.
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(text[...])
    return MarkupSemantics.list(spans, inline.links.all, in: format, notesAsPlaces: true)
  }
}

/// Converts log entries of a kind that neither format defines: Org has the date after the text (`Rescheduled
/// from … on [2026-11-12 Thu 10:00]`), Markdown before it.
enum ConvertedLog {
  static func entry(_ entry: LogEntry, to format: Format) -> LogEntry {
    guard case .other(let text) = entry.kind else { return entry }
    let plain = LogEntry(.other(text), at: entry.at)
    let moved = entry.at.flatMap { LogEntry(.other(moving($0, in: text, to: format)), at: $0) }
    var new = plain
    if let moved, reading(of: moved, in: format) == moved {
      new = moved
    } else if let read = reading(of: plain, in: format) {
      // The text is unchanged, and the entry is what the format parses it as.
      new = read
    }
    new.note = entry.note
    return new
  }

  /// Moves the date to its position in the other format. If it is part of the text, it is not removed from
  /// there.
  private static func moving(_ at: Timestamp, in text: Text, to format: Format) -> Text {
    let org = Array((" " + OrgTimestamp.printInactive(at)).utf8)
    let markdown = Array(MarkdownLogSyntax.stamp(at).utf8)
    let bytes = text.bytes
    switch format {
    case .org:
      let isWord = !bytes.starts(with: markdown + [0x20])
      return Text(bytes: bytes.dropFirst(isWord ? 0 : markdown.count + 1) + org)
    case .markdown:
      guard bytes.suffix(org.count) == org[...] else { return text }
      let words = bytes.dropLast(org.count)
      let isThere = words.starts(with: markdown) && words.dropFirst(markdown.count).first != 0x20
      return Text(bytes: isThere ? Array(words) : markdown + [0x20] + words)
    }
  }

  /// The entry that the new format parses the printed entry as; nil if it is not a single entry.
  private static func reading(of entry: LogEntry, in format: Format) -> LogEntry? {
    let read =
      switch format {
      case .org: OrgLogbook.reading(of: .entry(entry))
      case .markdown: MarkdownLog.reading(of: .entry(entry))
      }
    return read.count == 1 ? read[0].entry : nil
  }
}
