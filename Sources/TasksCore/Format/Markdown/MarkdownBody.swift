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
  init(_ body: ArraySlice<UInt8>, takesTitle: Bool) {
    var scan = Scan()
    for line in ByteLines(body) { scan.read(line) }
    let headings = scan.headings
    logHeading = headings.last.flatMap { MarkdownBody.isLog($0.line.content) ? $0.line : nil }
    let first = headings.first { $0.isTop }
    titleHeading = first.map { heading in
      let text = heading.line.content.dropFirst(2).trimmingBlanks
      return TitleHeading(
        line: heading.line, text: text.startIndex..<text.endIndex,
        isFirst: scan.firstText == heading.line.start)
    }
    let takesIt = takesTitle && titleHeading?.isFirst == true
    start = takesIt ? titleHeading?.line.next ?? body.startIndex : body.startIndex
    let end = logHeading?.start ?? body.endIndex
    notes = MarkdownBody.withoutBlankLines(body[start..<max(start, end)])
  }

  /// A heading of level 1 or 2 that is not in a block of code.
  private struct Heading {
    let line: ByteLine
    let isTop: Bool
  }

  /// Walks the lines and knows which of them are code. A fence that is never closed hides nothing.
  private struct Scan {
    var headings: [Heading] = []
    var firstText: Int?
    private var hidden: [Heading] = []
    private var fence: ArraySlice<UInt8>?

    mutating func read(_ line: ByteLine) {
      let content = line.content
      guard let first = content.first(where: { !$0.isBlank }), first != 0x0D || !line.isBlank else {
        return
      }
      firstText = firstText ?? line.start
      if first == 0x60 || first == 0x7E {
        readFence(content.trimmingLeadingBlanks, first)
        return
      }
      guard content.first == 0x23 else { return }
      let level = content.prefix { $0 == 0x23 }.count
      guard level <= 2, content.count > level, content[content.startIndex + level].isBlank else {
        return
      }
      headings.append(
        Heading(line: line, isTop: level == 1 && !content.dropFirst(2).trimmingBlanks.isEmpty))
    }

    private mutating func readFence(_ text: ArraySlice<UInt8>, _ sign: UInt8) {
      let run = text.prefix { $0 == sign }
      let rest = text[run.endIndex...]
      if let fence {
        guard fence.first == sign, run.count >= fence.count, rest.allSatisfy(\.isBlank) else {
          return
        }
        headings = hidden
        self.fence = nil
      } else if run.count >= 3, sign == 0x7E || !rest.contains(0x60) {
        fence = run
        hidden = headings
      }
    }
  }

  /// `## Log`, with any blanks and closing signs after it.
  private static func isLog(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.hasPrefix("##"), !line.hasPrefix("###") else { return false }
    var text = line.dropFirst(2).trimmingBlanks
    while text.last == 0x23 { text = text.dropLast() }
    return text.trimmingTrailingBlanks.isSame(as: "Log")
  }

  private static func withoutBlankLines(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    var start: Int?
    var end = bytes.startIndex
    for line in ByteLines(bytes) where !line.isBlank {
      start = start ?? line.start
      end = line.content.endIndex
    }
    return start.map { $0..<end } ?? bytes.endIndex..<bytes.endIndex
  }
}
