/// The text below the front matter: the notes, and the log if there is one.
package struct MarkdownBody {
  /// The first `# ` heading, its text, and whether only blank lines precede it.
  package struct TitleHeading {
    let line: ByteLine
    let text: Range<Int>
    package let isFirst: Bool
  }

  package let titleHeading: TitleHeading?
  /// The heading `## Log`, if no other heading of level 1 or 2 follows it.
  package let logHeading: ByteLine?
  /// The start of the notes with preceding blank lines: after the front matter, or after a heading that is the
  /// title.
  let start: Int
  /// Without surrounding blank lines.
  let notes: Range<Int>

  /// - Parameter takesTitle: Whether a heading at the top is the task's title and thus not part of the notes.
  init(_ body: ByteView, takesTitle: Bool) {
    var scanner = ChecklistScanner(body, format: .markdown)
    scanner.scan()
    // A block that is never closed hides nothing.
    let headings = scanner.headings + scanner.hiddenHeadings
    logHeading = headings.last.flatMap { MarkdownBody.isLog(body[$0.line]) ? $0.line : nil }
    titleHeading = headings.lazy.filter { $0.level == 1 }
      .map { (line: $0.line, text: MarkdownBody.words(of: body[$0.line].dropFirst(1)).indices) }
      .first { !$0.text.isEmpty }
      .map { line, text in
        let isFirst = body.endOfBlankLines(from: body.startIndex) == line.start
        return TitleHeading(line: line, text: text, isFirst: isFirst)
      }
    let takesIt = takesTitle && titleHeading?.isFirst == true
    start = takesIt ? titleHeading?.line.next ?? body.startIndex : body.startIndex
    let end = logHeading?.start ?? body.endIndex
    notes = body[start..<max(start, end)].withoutBlankLines
  }

  /// The text of a heading without its `#` signs; closing signs count only after a blank (CommonMark, "ATX
  /// headings").
  static func words<Bytes: ByteSlice>(of heading: Bytes) -> Bytes {
    let text = heading.trimmingTrailingBlanks
    let closing = text.reversed().prefix { $0 == 0x23 }.count
    let words = text.dropLast(closing)
    return (closing > 0 && words.last.map(\.isBlank) ?? true ? words : text).trimmingBlanks
  }

  /// True for `## Log`, with optional whitespace and closing signs.
  private static func isLog(_ line: ByteView) -> Bool {
    guard line.hasPrefix("##"), !line.hasPrefix("###") else { return false }
    var text = line.dropFirst(2).trimmingBlanks
    while text.last == 0x23 { text = text.dropLast() }
    return text.trimmingTrailingBlanks.isSame(as: "Log")
  }
}
