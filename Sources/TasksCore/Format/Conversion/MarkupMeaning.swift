/// The meaning of inline markup, independent of syntax: texts of two formats mean the same if these values are
/// equal.
indirect enum MarkupMeaning: Hashable {
  case text(Text)
  case emphasis(MarkupSpan.Emphasis, [MarkupMeaning])
  case code(Text)
  /// The label is empty if the link shows its target.
  case link(LinkDestination, label: [MarkupMeaning])

  /// The meaning of spans.
  ///
  /// - Parameter notesAsPlaces: Whether a note link with a label equals an Org link that searches for the name,
  ///   which is the only way to express it in Org.
  static func list(
    _ spans: [MarkupSpan], _ links: [MarkupLink], in format: Format, notesAsPlaces: Bool = false
  ) -> [MarkupMeaning] {
    var list: [MarkupMeaning] = []
    for span in spans {
      switch span {
      case .text(let text):
        // An escaped character is a text span of its own; merge it.
        if case .text(var before)? = list.last {
          list.removeLast()
          before.append(text)
          list.append(.text(before))
        } else {
          list.append(.text(text))
        }
      case .emphasis(let kind, _, let inner):
        let inside = self.list(inner, links, in: format, notesAsPlaces: notesAsPlaces)
        list.append(.emphasis(kind, inside))
      case .code(let text, _): list.append(.code(text))
      case .link(let index):
        let link = links[index]
        let label = link.label.map { $0 == link.target ? [] : self.label($0, in: format) }
        let isPlace = notesAsPlaces && link.isNote && link.label != nil
        let target =
          isPlace
          ? LinkDestination(link.target, format: .org)
          : LinkDestination(link, format: format).meant(in: format)
        list.append(.link(target, label: label ?? []))
      }
    }
    return list
  }

  /// The links, emphasis and code of a single line.
  static func marks(ofLine line: Text, in format: Format) -> [MarkupMeaning] {
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(line.bytes[...])
    return list(spans, inline.links.all, in: format).flatMap(\.marks)
  }

  /// The meaning of a link's label; a link inside it counts as text.
  private static func label(_ text: Text, in format: Format) -> [MarkupMeaning] {
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(text.bytes[...])
    guard inline.links.all.isEmpty else { return [.text(text)] }
    return list(spans, [], in: format)
  }

  /// The links, emphasis and code inside, without the text.
  var marks: [MarkupMeaning] {
    switch self {
    case .text: []
    case .emphasis(_, let inner): [self] + inner.flatMap(\.marks)
    case .code, .link: [self]
    }
  }

  /// The visible text.
  var words: Text {
    switch self {
    case .text(let text), .code(let text): text
    case .emphasis(_, let inner): Text(bytes: Array(inner.map(\.words.bytes).joined()))
    case .link(_, let label): Text(bytes: Array(label.map(\.words.bytes).joined()))
    }
  }

  var isLink: Bool { if case .link = self { true } else { false } }
}

/// The meaning of the markup of notes, as a list for each kind.
struct MarkupMeanings: Equatable {
  var headings: [[MarkupMeaning]] = []
  var links: [MarkupMeaning] = []
  var emphasis: [MarkupMeaning] = []
  var code: [[Text]] = []
  var quotes: [Quote] = []
  var tables: [[[MarkupMeaning]]] = []
  var boxes: [MarkupItem.Box] = []
  /// The text of each item, as the formats may differ in which lines belong to it.
  var items: [[UInt8]] = []

  /// A line of a quote.
  struct Quote: Hashable {
    let depth: Int
    let words: Text
  }

  init(_ notes: Text, format: Format) {
    let markup = Markup(notes, format: format)
    func meanings(_ spans: [MarkupSpan]) -> [MarkupMeaning] {
      MarkupMeaning.list(spans, markup.links, in: format)
    }
    // Indented code continues after blank lines.
    var isInCode = false
    for block in markup.blocks {
      var texts: [[MarkupMeaning]] = []
      defer {
        switch block {
        case .code: isInCode = true
        case .blank: break
        default: isInCode = false
        }
      }
      switch block {
      case .heading(_, _, let spans):
        texts = [meanings(spans)]
        headings += texts
      case .text(_, let spans): texts = [meanings(spans)]
      case .item(let item):
        texts = [meanings(item.spans)]
        if let box = item.box { boxes.append(box) }
        // Ignore whitespace, which may differ between lines, and backslashes of hard line breaks.
        let words = texts[0].flatMap(\.words.bytes)
        items.append(words.filter { !$0.isBlank && $0 != 0x0A && $0 != 0x5C })
      case .quote(_, let depth, let spans):
        texts = [meanings(spans)]
        for line in Text(bytes: Array(texts[0].map(\.words.bytes).joined())).lines
        where !line.isEmpty {
          quotes.append(Quote(depth: depth, words: line))
        }
      case .code(let lines):
        if !isInCode { code.append([]) }
        code[code.count - 1] += lines.filter { !$0.bytes[...].isBlankLine }
      case .table(let table):
        for case .cells(let cells) in table.rows { texts += cells.map(meanings) }
        tables.append(texts)
      case .rule, .aside, .blank: break
      }
      let marks = texts.joined().flatMap(\.marks)
      links += marks.filter(\.isLink)
      emphasis += marks.filter { !$0.isLink }
    }
    code = code.map(MarkupMeanings.dedented)
  }

  /// Removes the common indent: code inside an item is indented too.
  private static func dedented(_ lines: [Text]) -> [Text] {
    let blanks =
      lines.map { $0.bytes[...].endOfBlanks }.min() ?? 0
    return lines.map { Text(bytes: $0.bytes.dropFirst(blanks)) }
  }

  /// The kinds of markup that differ between two texts, as names for the user.
  func differences(from other: MarkupMeanings) -> [String] {
    let kinds: [(String, Bool)] = [
      ("headings", headings == other.headings), ("links", links == other.links),
      ("emphasis", emphasis == other.emphasis), ("code", code == other.code),
      ("quotes", quotes == other.quotes), ("tables", tables == other.tables),
      ("checkboxes", boxes == other.boxes), ("items", items == other.items),
    ]
    return kinds.filter { !$0.1 }.map(\.0)
  }
}
