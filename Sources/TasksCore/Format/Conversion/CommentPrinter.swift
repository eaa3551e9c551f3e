/// Prints comments: `# x` in Org, `<!-- x -->` in Markdown.
enum CommentPrinter {
  /// Separates two lists if a blank line is above it.
  static let empty = Array("<!-- -->".utf8)

  /// The comment of Markdown for a line of Org; nil for any other line, and for a text that is not allowed in it.
  static func markdown(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard OrgSyntax.isComment(line) else { return nil }
    let text = line.trimmingBlanks.dropFirst().trimmingBlanks
    guard !Text(bytes: text).string.contains("--"), text.last != 0x2D, text.first != 0x3E else {
      return nil
    }
    return Array("<!-- ".utf8) + text + Array((text.isEmpty ? "-->" : " -->").utf8)
  }

  /// Prints the lines of a comment of Markdown, and returns the line after it.
  static func printLines(
    _ first: Int, of source: NotesLines, to notes: inout PrintedNotes
  ) -> Int {
    for index in first..<source.all.count {
      let line = source.line(index).trimmingBlanks
      let words = index == first ? line.dropFirst(4) : line
      let end = words.indices.first { words[$0...].hasPrefix("-->") }
      let text = (end.map { words[..<$0] } ?? words).trimmingBlanks
      // The signs alone need no line.
      if !text.isEmpty || (index == first) == (end != nil) {
        notes.add([0x23] + (text.isEmpty ? [] : [0x20]) + text)
      }
      guard let end else { continue }
      let rest = words[(end + 3)...].trimmingBlanks
      if !rest.isEmpty { notes.addText(rest) }
      return index + 1
    }
    return source.all.count
  }
}
