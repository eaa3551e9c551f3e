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
