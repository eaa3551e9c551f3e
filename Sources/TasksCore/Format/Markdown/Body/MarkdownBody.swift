/// The text below the front matter: the notes, and the log if there is one.
struct MarkdownBody {
  /// The first `# ` heading, its text, and whether only blank lines precede it.
  struct TitleHeading {
    let line: ByteLine
    let text: Range<Int>
    let isFirst: Bool
  }

  let titleHeading: TitleHeading?
  /// The heading `## Log`, if no other heading of level 1 or 2 follows it.
  let logHeading: ByteLine?
  /// The start of the notes with preceding blank lines: after the front matter, or after a heading that is the
  /// title.
  let start: Int
  /// Without surrounding blank lines.
  let notes: Range<Int>

  /// - Parameter takesTitle: Whether a heading at the top is the task's title and thus not part of the notes.
  init(_ body: ByteView, takesTitle: Bool) {
    var scan = Scan()
    for line in ByteLines(body) { scan.read(line, body[line], in: body) }
    logHeading = scan.headings.last.flatMap { MarkdownBody.isLog(body[$0]) ? $0 : nil }
    titleHeading = scan.headings.firstTop.map { line in
      TitleHeading(
        line: line, text: MarkdownBody.words(of: body[line].dropFirst(1)).indices,
        isFirst: scan.firstText == line.start)
    }
    let takesIt = takesTitle && titleHeading?.isFirst == true
    start = takesIt ? titleHeading?.line.next ?? body.startIndex : body.startIndex
    let end = logHeading?.start ?? body.endIndex
    notes = body[start..<max(start, end)].withoutBlankLines
  }

  /// The relevant headings of level 1 and 2 outside of code and HTML blocks.
  private struct Headings {
    /// The first one of level 1 with text.
    var firstTop: ByteLine?
    var last: ByteLine?
  }

  /// Scans the lines for headings outside of code and HTML blocks. A block that is never closed hides nothing.
  private struct Scan {
    var headings = Headings()
    var firstText: Int?
    /// The headings before the open block; restored when it closes, so that an unclosed block hides no
    /// headings.
    private var outside = Headings()
    private var fence: (sign: UInt8, count: Int)?
    /// The end condition of the open HTML block.
    private var html: StaticString?
    /// The indent of the open HTML block.
    private var htmlIndent = 0

    mutating func read(_ line: ByteLine, _ content: ByteView, in body: ByteView) {
      let text = content.trimmingLeadingBlanks
      let indent = text.startIndex - line.start
      if MarkdownHTML.isBlankLine(html), text.isBlankLine || indent < htmlIndent {
        (headings, html) = (outside, nil)
      }
      guard let first = text.first, first != 0x0D || !text.isBlankLine else { return }
      if firstText == nil { firstText = line.start }
      if let end = html {
        if MarkdownHTML.isEnd(text, end) { (headings, html) = (outside, nil) }
      } else if first == 0x3C, fence == nil,
        let end = MarkdownHTML.blockEnd(openedBy: text, goesOn: isText(before: line, in: body))
      {
        (outside, html, htmlIndent) = (headings, end, indent)
      } else if first == 0x60 || first == 0x7E {
        return readFence(text, first)
      } else if fence == nil, let sign = MarkdownFence.sign(inItem: content), let first = sign.first
      {
        return readFence(sign, first)
      }
      guard first == 0x23, text.startIndex == line.start else { return }
      var level = 1
      while level < 3, level < content.count, content[line.start + level] == 0x23 { level += 1 }
      guard level <= 2, content.count > level, content[line.start + level].isBlank else { return }
      headings.last = line
      if level == 1, headings.firstTop == nil, !MarkdownBody.words(of: content.dropFirst()).isEmpty
      {
        headings.firstTop = line
      }
    }

    /// True if a paragraph may be open above a line: the line before is neither blank nor a heading.
    private func isText(before line: ByteLine, in body: ByteView) -> Bool {
      guard line.start > body.startIndex else { return false }
      let above = body[body.startIndex..<(line.start - 1)]
      let start = above.lastIndex(of: 0x0A).map { $0 + 1 } ?? body.startIndex
      let text = above[start...].trimmingLeadingBlanks
      return !text.isBlankLine && headings.last?.start != start
    }

    private mutating func readFence(_ text: ByteView, _ sign: UInt8) {
      let run = text.prefix { $0 == sign }
      let rest = text[run.endIndex...]
      if let fence {
        guard fence.sign == sign, run.count >= fence.count, rest.allSatisfy(\.isBlank) else {
          return
        }
        headings = outside
        self.fence = nil
      } else if run.count >= 3, sign == 0x7E || !rest.contains(0x60) {
        fence = (sign, run.count)
        outside = headings
      }
    }
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
