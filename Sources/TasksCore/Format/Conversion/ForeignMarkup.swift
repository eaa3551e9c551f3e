/// Markup that only one of the formats has: its meaning is lost in the other, and text of the other that
/// happens to look like it gains a meaning.
enum ForeignMarkup {
  /// The kinds of such markup in notes, as names for the user.
  static func names(in notes: Text, _ format: Format) -> [String] {
    var scanner = MarkupScanner(notes, format: format, links: MarkupLinks())
    _ = scanner.scan()
    let kinds = format == .org ? org : markdown
    var lines: [Line] = []
    for line in scanner.lines {
      switch line.role {
      case .text, .item, .heading, .quote, .table, .aside:
        let words = scanner.notes[line.words]
        // Code begins five columns after the marker of a quote.
        let blanks = scanner.notes[..<words.startIndex].reversed().prefix { $0.isBlank }
        let isDeep = blanks.count > 4 || blanks.contains(0x09)
        lines.append(
          Line(words, format, role: line.role, isDeep: isDeep && !line.goesOn))
      case .blank, .underline, .quoteEdge, .fence, .code, .fenceEnd, .fixed, .rule: break
      }
    }
    return kinds.filter { lines.contains(where: $0.isIn) }.map(\.name)
  }

  /// True if a single line, such as a title, contains such markup.
  static func isIn(line: Text, _ format: Format) -> Bool {
    let line = Line(line.bytes[...], format)
    return (format == .org ? org : markdown).contains { $0.isIn(line) }
  }

  private typealias Kind = (name: String, isIn: @Sendable (Line) -> Bool)

  private struct Line {
    let role: MarkupLine.Role
    /// The text without code and link targets.
    let text: ArraySlice<UInt8>
    /// True if a paragraph begins on the line, more than four columns after the marker before it.
    let isDeep: Bool
    let hasLinkTitle: Bool

    init(
      _ words: ArraySlice<UInt8>, _ format: Format, role: MarkupLine.Role = .text,
      isDeep: Bool = false
    ) {
      self.role = role
      self.isDeep = isDeep
      switch format {
      case .org:
        text = plainOrg(words)[...]
        hasLinkTitle = false
      case .markdown:
        let (plain, hasTitle) = plainMarkdown(words)
        text = plain[...]
        hasLinkTitle = hasTitle
      }
    }

    func has(_ signs: StaticString...) -> Bool {
      text.indices.contains { index in signs.contains { text[index...].hasPrefix($0) } }
    }
  }

  private static let org: [Kind] = [
    ("keywords", { $0.role == .aside && $0.text.hasPrefix("#+") }),
    ("drawers", { $0.role == .aside && $0.text.first == 0x3A }),
    ("clocks", { $0.role == .text && $0.text.hasPrefix("CLOCK:") }),
    ("dates", { hasDate($0.text) || $0.has("<%%(") }),
    ("footnotes", { $0.has("[fn:") }), ("macros", { $0.has("{{{") }), ("targets", { $0.has("<<") }),
    ("terms", { $0.role == .item && $0.has(" :: ") }), ("subscripts", { $0.has("_{", "^{") }),
    ("LaTeX", { hasLaTeX($0.role == .table ? TableBar.fromOrg($0.text)[...] : $0.text) }),
    ("snippets", { $0.has("@@", "src_", "call_") }),
  ]

  private static let markdown: [Kind] = [
    ("link titles", { $0.hasLinkTitle }), ("images", { $0.has("![") && !$0.has("![](") }),
    ("footnotes", { $0.has("[^") }),
    ("HTML", { !isComment($0) && !MarkdownHTML.tags(in: $0.text).isEmpty }),
    ("entities", { $0.role != .aside && !MarkdownHTML.entities(in: $0.text).isEmpty }),
    ("comments", { $0.role != .aside && $0.has("<!--") && !$0.has("-->") }),
    (
      "code in quotes",
      { if case .quote = $0.role { $0.isDeep && !$0.text.isEmpty } else { false } }
    ),
    ("quotes and headings in items", { $0.role == .item && hasBlock($0.text) }),
  ]

  private static func isComment(_ line: Line) -> Bool {
    line.role == .aside && (line.text.hasPrefix("<!--") || line.text.hasSuffix("-->"))
  }

  /// True for a quote or a heading as the text of an item: `- > x`, `- # x`.
  private static func hasBlock(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop { $0 == 0x23 }
    return text.first == 0x3E || text.first == 0x23 && rest.first?.isBlank == true
  }

  /// True for `<2026-11-22 Sun>` or `[2026-11-22]`.
  private static func hasDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { index in
      guard text[index] == 0x3C || text[index] == 0x5B else { return false }
      let date = text[(index + 1)...].prefix(10)
      return date.count == 10
        && date.enumerated().allSatisfy { place, byte in
          place == 4 || place == 7 ? byte == 0x2D : byte.isDigit
        }
    }
  }

  /// True for `\alpha`, `\(x\)`, `\[x\]` or `$$x$$`.
  private static func hasLaTeX(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.dropLast().contains { index in
      let next = text[index + 1]
      switch text[index] {
      case 0x5C: return next.isASCIILetter || next == 0x28 || next == 0x5B
      case 0x24: return next == 0x24
      default: return false
      }
    }
  }

  private static func plainOrg(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var inline = MarkupInline(.org, links: MarkupLinks())
    let spans = inline.spans(text)
    return plain(spans, inline.links)
  }

  /// The text without code and link targets.
  private static func plain(_ spans: [MarkupSpan], _ links: MarkupLinks) -> [UInt8] {
    spans.flatMap { span -> [UInt8] in
      switch span {
      case .text(let text): text.bytes
      case .emphasis(_, _, let inner): plain(inner, links)
      case .code: [0x20]
      case .link(let index): links.all[index].label?.bytes ?? [0x20]
      }
    }
  }

  /// The text without code, escaped characters and links, and whether a link has a title.
  private static func plainMarkdown(
    _ text: ArraySlice<UInt8>
  ) -> (text: [UInt8], hasTitle: Bool) {
    var run = MarkupRun(text)
    var inline = MarkupInline(.markdown, links: MarkupLinks())
    var out: [UInt8] = []
    while run.position < text.endIndex {
      let start = run.position
      switch text[start] {
      case 0x5C:
        out.append(0x20)
        run.position = min(start + 2, text.endIndex)
      case 0x60:
        out.append(0x20)
        if let (_, end) = inline.codeSpan(in: &run) { run.position = end }
      case 0x21, 0x5B:
        let end = inline.markdownLink(in: &run)?.1
        // Keep enough to recognize a picture, and whether it has a label.
        out += text[start...].prefix(end == nil ? 1 : 4)
        run.position = end ?? start + 1
      default:
        out.append(text[start])
        run.position += 1
      }
    }
    return (out, inline.links.all.contains(where: \.hasTitle))
  }
}
