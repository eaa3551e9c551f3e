/// What stands below the front matter: the notes, and the log where there is one.
struct MarkdownBody {
  /// The first `# ` heading: its text, and whether nothing but blank lines stands before it.
  struct TitleHeading {
    let line: ByteLine
    let text: Range<Int>
    let isFirst: Bool
  }

  let titleHeading: TitleHeading?
  /// `## Log`, when it is the last heading of its level or above.
  let logHeading: ByteLine?
  /// Where the notes may begin: behind the front matter, or behind a heading that is the title.
  let start: Int
  /// Without the blank lines around them.
  let notes: Range<Int>

  /// - Parameter takesTitle: Whether a heading that comes first is the task's title, and so no part of the notes.
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

  /// The headings of level 1 and 2 that are not in a block of code or HTML, as far as they count.
  private struct Headings {
    /// Of level 1, with a text.
    var firstTop: ByteLine?
    var last: ByteLine?
  }

  /// Walks the lines and knows which of them are code or a comment. What is never closed hides nothing.
  private struct Scan {
    var headings = Headings()
    var firstText: Int?
    /// What was known where the fence opened.
    private var outside = Headings()
    private var fence: (sign: UInt8, count: Int)?
    /// What ends the block of HTML we are in.
    private var html: StaticString?
    /// How far it is indented.
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

    /// Whether a paragraph may be open above a line: what stands there is no blank line, and no heading.
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

  /// What a heading says behind its signs: those that close it, with a blank before them, are no part of it
  /// (CommonMark, "ATX headings").
  static func words<Bytes: ByteSlice>(of heading: Bytes) -> Bytes {
    let text = heading.trimmingTrailingBlanks
    let closing = text.reversed().prefix { $0 == 0x23 }.count
    let words = text.dropLast(closing)
    return (closing > 0 && words.last.map(\.isBlank) ?? true ? words : text).trimmingBlanks
  }

  /// `## Log`, with any blanks and closing signs after it.
  private static func isLog(_ line: ByteView) -> Bool {
    guard line.hasPrefix("##"), !line.hasPrefix("###") else { return false }
    var text = line.dropFirst(2).trimmingBlanks
    while text.last == 0x23 { text = text.dropLast() }
    return text.trimmingTrailingBlanks.isSame(as: "Log")
  }
}
