/// Notes on their way to the other format: markup is written in its signs where they can say the same, lines that
/// it would read as structure give way, and everything else stays as it is written.
struct ConvertedNotes {
  private(set) var text: Text
  private(set) var losses: [ConversionLoss] = []

  private init(_ text: Text) { self.text = text }

  /// - Parameter keywords: The words of the new file's workflow.
  static func org(_ notes: Text, keywords: Set<Text>) -> ConvertedNotes {
    let lines = NotesInOrg(notes, keywords: keywords)
    var converted = ConvertedNotes(ConvertedNotes.joined(lines.lines))
    converted.losses = lines.losses
    // A setting counts for the whole file wherever it stands.
    converted.replace(with: withoutSettings(converted.text))
    converted.noteMarkup(of: notes, .markdown)
    return converted
  }

  /// - Parameter keywords: The words of the store's workflow.
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

  /// Names what the old notes say and the new ones do not, or the other way round.
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

  /// An entry of the log whose note Org would read as the log's end, as a clock or as a setting.
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
      try OrgChecks.check(log: entry)
      return true
    } catch {
      return false
    }
  }
}
