/// Entries of a log that neither format has words for, on their way to the other: the moment stands behind the words
/// in Org (`Rescheduled from … on [2026-11-12 Thu 10:00]`), in front of them in Markdown.
enum ConvertedLog {
  static func entry(_ entry: LogEntry, to format: Format) -> LogEntry {
    guard case .other(let text) = entry.kind else { return entry }
    let plain = LogEntry(.other(text), at: entry.at)
    let moved = entry.at.flatMap { LogEntry(.other(moving($0, in: text, to: format)), at: $0) }
    var new = plain
    if let moved, reading(of: moved, in: format) == moved {
      new = moved
    } else if let read = reading(of: plain, in: format) {
      // The same words, and what that format reads them as.
      new = read
    }
    new.note = entry.note
    return new
  }

  /// The words with the moment where the other format has it; a moment that is part of a word stays, too.
  private static func moving(_ at: Timestamp, in text: Text, to format: Format) -> Text {
    let org = Array((" " + OrgStamp.printInactive(at)).utf8)
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

  /// What a format reads where the entry is written; nil where that is no entry.
  private static func reading(of entry: LogEntry, in format: Format) -> LogEntry? {
    let item = LogItem.Content.entry(entry)
    let read: [LogItem.Content]
    switch format {
    case .org: read = OrgLogbook.reading(of: item)
    case .markdown: read = MarkdownLog.reading(of: item)
    }
    guard read.count == 1, case .entry(let only)? = read.first else { return nil }
    return only
  }
}
