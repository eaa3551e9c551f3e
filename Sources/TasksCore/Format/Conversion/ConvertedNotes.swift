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
