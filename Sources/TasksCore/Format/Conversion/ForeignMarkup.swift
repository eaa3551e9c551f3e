/// Markup that only one of the formats has: its meaning is lost in the other, and text of the other that happens to
/// look like it gains a meaning.
struct ForeignMarkup: Sendable {
  /// The kind of block that a text is in.
  enum Place { case text, item, heading, quote, table, aside }

  private struct Line {
    let place: Place
    /// The text without code, link targets, and characters that a backslash escapes.
    let text: ArraySlice<UInt8>
    let links: [MarkupLink]

    func has(_ sign: StaticString) -> Bool { text.indices.contains { text[$0...].hasPrefix(sign) } }
  }

  let name: String
  private let isIn: @Sendable (Line) -> Bool

  static func all(in format: Format) -> [ForeignMarkup] { format == .org ? org : markdown }

  private static let org = [
    ForeignMarkup(name: "keywords") {
      $0.place == .aside && $0.text.hasPrefix("#+") && !OrgBlocks.isEdge($0.text)
    },
    ForeignMarkup(name: "drawers") { $0.place == .aside && $0.text.first == 0x3A },
    ForeignMarkup(name: "clocks") { $0.place == .text && $0.text.hasPrefix("CLOCK:") },
    ForeignMarkup(name: "dates") { hasDate($0.text) || $0.has("<%%(") },
    ForeignMarkup(name: "footnotes") { $0.has("[fn:") },
    ForeignMarkup(name: "macros") { $0.has("{{{") },
    ForeignMarkup(name: "targets") { $0.has("<<") },
    ForeignMarkup(name: "terms") { $0.place == .item && $0.has(" :: ") },
    ForeignMarkup(name: "subscripts") { $0.has("_{") || $0.has("^{") },
    ForeignMarkup(name: "LaTeX") { hasLaTeX($0.text) },
    ForeignMarkup(name: "snippets") { $0.has("@@") || $0.has("src_") || $0.has("call_") },
  ]

  private static let markdown = [
    ForeignMarkup(name: "link titles") { $0.links.contains(where: \.hasTitle) },
    ForeignMarkup(name: "images") {
      $0.links.contains { $0.isPicture && ($0.isNote || $0.label != nil) }
    },
    ForeignMarkup(name: "footnotes") { $0.has("[^") },
    ForeignMarkup(name: "HTML") {
      let isComment =
        $0.place == .aside && ($0.text.hasPrefix("<!--") || $0.text.hasSuffix("-->"))
      return !isComment && !MarkdownHTML.tags(in: $0.text).isEmpty
    },
    ForeignMarkup(name: "entities") {
      $0.place != .aside && !MarkdownHTML.entities(in: $0.text).isEmpty
    },
    ForeignMarkup(name: "comments") { $0.place != .aside && $0.has("<!--") && !$0.has("-->") },
  ]

  static func names(
    in spans: [MarkupSpan], _ links: [MarkupLink], _ place: Place, _ format: Format
  ) -> [String] {
    let text = plain(spans, links)
    let links = self.links(in: spans).map { links[$0] }
    let lines = text.split(separator: 0x0A).map { Line(place: place, text: $0, links: links) }
    return all(in: format).filter { lines.contains(where: $0.isIn) }.map(\.name)
  }

  /// True if a single line, such as a title, contains such markup.
  static func isIn(line: Text, _ format: Format) -> Bool {
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(line.bytes[...])
    return !names(in: spans, inline.links.all, .text, format).isEmpty
  }

  private static func links(in spans: [MarkupSpan]) -> [Int] {
    spans.flatMap { span -> [Int] in
      switch span {
      case .link(let index): [index]
      case .emphasis(_, _, let inner): links(in: inner)
      case .text, .code: []
      }
    }
  }

  private static func plain(_ spans: [MarkupSpan], _ links: [MarkupLink]) -> [UInt8] {
    spans.flatMap { span -> [UInt8] in
      switch span {
      case .text(let text) where text.bytes.count == 1 && text.bytes[0].isPunctuation: [0x20]
      case .text(let text): text.bytes
      case .emphasis(_, _, let inner): plain(inner, links)
      case .code: [0x20]
      case .link(let index): links[index].label?.bytes ?? [0x20]
      }
    }
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
}
