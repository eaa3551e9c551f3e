/// Notes on their way to the other format: comments are written as that one has them, lines that it would read
/// as structure give way, and everything else stays as it is written.
struct ConvertedNotes {
  private(set) var text: Text
  private(set) var losses: [ConversionLoss] = []

  private init(_ notes: Text, _ lines: [Text]) {
    text = notes
    replace(with: lines)
  }

  /// - Parameter says: False for lines that say the same in the new format.
  private mutating func replace(with lines: [Text], says: (Text) -> Bool = { _ in true }) {
    for (old, new) in zip(text.lines, lines) where old != new && says(old) {
      losses.append(.noteLine(old, became: new))
    }
    text = Text.joining(lines)
  }

  // MARK: To Org

  static func org(_ notes: Text) -> ConvertedNotes {
    let isCode = code(notes)
    var converted = ConvertedNotes(notes, notes.lines)
    let plain = zip(notes.lines, isCode).map { line, isCode in
      isCode ? line : comment(line.bytes[...]) ?? line
    }
    converted.replace(with: plain) { _ in false }
    let fitted = zip(plain, zip(notes.lines, isCode)).map { line, old in
      line == old.0 ? orgLine(line, isCode: old.1) : line
    }
    converted.replace(with: fitted)
    // A setting counts for the whole file wherever it stands.
    converted.replace(with: withoutSettings(converted.text))
    return converted
  }

  private static func orgLine(_ line: Text, isCode: Bool) -> Text {
    let bytes = line.bytes[...]
    // A bullet at the left edge would be a heading.
    if OrgSyntax.isTopHeading(bytes) { return Text(bytes: [0x2D] + bytes.dropFirst()) }
    if OrgSyntax.isHeading(bytes) { return Text(bytes: [0x20] + bytes) }
    // A heading of the first level would be a comment.
    if !isCode, OrgSyntax.isComment(bytes) {
      let sign = bytes.endOfBlanks
      return Text(bytes: bytes[..<sign] + [0x23] + bytes[sign...])
    }
    return bytes.trimmingBlanks.isSame(as: ":LOGBOOK:") ? Text(bytes: [0x2C] + bytes) : line
  }

  private static func withoutSettings(_ notes: Text) -> [Text] {
    let starts = notes.withBytes { Set(OrgSettings($0).lines.map(\.start)) }
    guard !starts.isEmpty else { return notes.lines }
    let bytes = notes.bytes
    return ByteLines(bytes[...]).map { line in
      Text(bytes: (starts.contains(line.start) ? [0x2C] : []) + bytes[line])
    } + (bytes.last == 0x0A ? [.empty] : [])
  }

  /// `# x` of the line `<!-- x -->`.
  static func comment(_ line: ArraySlice<UInt8>) -> Text? {
    let text = line.trimmingBlanks
    guard text.count >= 7, text.hasPrefix("<!--"), text.hasSuffix("-->") else { return nil }
    let inside = text.dropFirst(4).dropLast(3).trimmingBlanks
    guard !Text(bytes: inside).string.contains("--") else { return nil }
    return Text(bytes: line[..<text.startIndex] + [0x23] + (inside.isEmpty ? [] : [0x20]) + inside)
  }

  /// An entry of the log whose note Org would read as the log's end, as a clock or as a setting.
  static func orgLog(_ entry: LogEntry) -> (LogEntry, [ConversionLoss]) {
    guard let note = entry.note, !isReadable(entry) else { return (entry, []) }
    var converted = ConvertedNotes(note, withoutSettings(note))
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

  // MARK: To Markdown

  static func markdown(_ notes: Text) -> ConvertedNotes {
    let isCode = code(notes)
    let lines = notes.lines
    var converted = ConvertedNotes(notes, lines)
    let plain = zip(lines, isCode).map { line, isCode in
      isCode ? line : markdownComment(line.bytes[...]) ?? line
    }
    converted.replace(with: plain) { _ in false }
    let hasLog = lines.contains { $0.bytes[...].hasPrefix("## Log") }
    converted.replace(
      with: zip(plain, isCode).map { line, isCode in
        let bytes = line.bytes[...]
        if hasLog, bytes.hasPrefix("## Log") { return Text(bytes: [0x20] + bytes) }
        guard !isCode, OrgSyntax.isComment(bytes) else { return line }
        let sign = bytes.endOfBlanks
        return Text(bytes: bytes[..<sign] + [0x5C] + bytes[sign...])
      })
    return converted
  }

  /// `<!-- x -->` of the line `# x`; nil where such a comment cannot say it.
  private static func markdownComment(_ line: ArraySlice<UInt8>) -> Text? {
    guard OrgSyntax.isComment(line) else { return nil }
    let text = line.trimmingBlanks.dropFirst().trimmingBlanks
    guard !Text(bytes: text).string.contains("--"), text.last != 0x2D, text.first != 0x3E else {
      return nil
    }
    var comment = Array(line[..<line.endOfBlanks]) + Array("<!-- ".utf8) + text
    comment += Array((text.isEmpty ? "-->" : " -->").utf8)
    return Text(bytes: comment)
  }

  // MARK: Code

  /// By line: whether it is code in the one format or the other. As the signs of both stay as they are written,
  /// it is code still where the notes come back.
  private static func code(_ notes: Text) -> [Bool] {
    zip(fenced(notes), blocks(notes)).map { $0 || $1 }
  }

  /// By line: whether it is a fence of Markdown or between two.
  private static func fenced(_ notes: Text) -> [Bool] {
    var fence: ArraySlice<UInt8>?
    return notes.lines.map { line in
      let text = line.bytes[...].trimmingBlanks
      if let open = fence {
        if text.starts(with: open), text.allSatisfy({ $0 == open.first }) { fence = nil }
        return true
      }
      guard text.hasPrefix("```") || text.hasPrefix("~~~") else { return false }
      fence = text.prefix { $0 == text.first }
      return true
    }
  }

  /// By line: whether it stands in a block of Org whose text is none of Org's.
  private static func blocks(_ notes: Text) -> [Bool] {
    notes.withBytes { bytes in
      var (blocks, end) = (OrgBlocks(), 0)
      let isInBlock = ByteLines(bytes).map { line in
        if line.start >= end { end = blocks.end(ofBlockAt: line, in: bytes) ?? end }
        return line.start < end
      }
      // Behind the last line feed stands one line more.
      return isInBlock + (bytes.last == 0x0A || bytes.isEmpty ? [false] : [])
    }
  }
}
