/// Converts notes to the other format: markup is converted if its meaning stays the same, lines that would be
/// read as structure are changed, and everything else stays as written.
struct ConvertedNotes {
  private(set) var text: Text
  private(set) var losses: [ConversionLoss] = []

  private init(_ text: Text) { self.text = text }

  /// - Parameter keywords: The keywords of the new file's workflow.
  static func org(_ notes: Text, keywords: Set<Text>) -> ConvertedNotes {
    let lines = NotesInOrg(notes, keywords: keywords)
    var converted = ConvertedNotes(ConvertedNotes.joined(lines.lines))
    converted.losses = lines.losses
    // Settings apply to the whole file wherever they are.
    converted.replace(with: withoutSettings(converted.text))
    converted.noteMarkup(of: notes, .markdown)
    return converted
  }

  /// - Parameter keywords: The keywords of the store's workflow.
  static func markdown(_ notes: Text, keywords: Set<Text>) -> ConvertedNotes {
    let lines = NotesInMarkdown(notes, keywords: keywords)
    var converted = ConvertedNotes(ConvertedNotes.joined(lines.lines))
    converted.losses = lines.losses
    converted.noteMarkup(of: notes, .org)
    return converted
  }

  private static func joined(_ lines: [[UInt8]]) -> Text {
    Text(bytes: Array(lines.joined(separator: [0x0A]))).trimmingBlankLines
  }

  private mutating func replace(with lines: [Text]) {
    for (old, new) in zip(text.lines, lines) where old != new {
      losses.append(.noteLine(old, became: new))
    }
    text = Text.joining(lines)
  }

  /// Records the kinds of markup in which the old and the new notes differ.
  private mutating func noteMarkup(of notes: Text, _ format: Format) {
    let old = MarkupMeanings(notes, format: format)
    let new = MarkupMeanings(text, format: format.other)
    var names = new.differences(from: old)
    for (text, format) in [
      (format == .org ? notes : text, Format.org), (format == .org ? text : notes, .markdown),
    ] {
      names += ForeignMarkup.names(in: text, format).filter { !names.contains($0) }
    }
    losses += names.map { .markup($0) }.filter { !losses.contains($0) }
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
