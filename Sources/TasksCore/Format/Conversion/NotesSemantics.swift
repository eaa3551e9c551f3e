/// What the markup of notes means, by kind, so that notes of two formats can be compared.
struct NotesSemantics {
  /// The kinds of markup that both formats have, as names for the user, with what is found of each.
  private var shared: [String: [MarkupSemantics]] = [:]
  /// The kinds found that only this format has.
  private var foreign: Set<String> = []
  private let format: Format

  private static let kinds = [
    "headings", "links", "emphasis", "code", "quotes", "tables", "checkboxes", "items",
  ]

  init(_ notes: Text, format: Format) {
    self.format = format
    let markup = Markup(notes, format: format)
    var code: [[Text]] = []
    // Indented code continues after blank lines.
    var isInCode = false
    for block in markup.blocks {
      if case .blank = block { continue }
      defer { if case .code = block { isInCode = true } else { isInCode = false } }
      switch block {
      case .heading(_, _, let spans):
        add("headings", [.emphasis(.bold, read(spans, .heading, markup))])
      case .text(_, let spans): _ = read(spans, .text, markup)
      case .item(let item):
        let words = read(item.spans, .item, markup).flatMap(\.words.bytes)
        if let box = item.checkbox {
          add("checkboxes", [.text(Text("\(box.mark) \(box.number ?? 0)"))])
        }
        // Formats differ in which lines are part of an item: whitespace is ignored, and so are backslashes of
        // hard line breaks.
        let plain = words.filter { !$0.isBlank && $0 != 0x0A && $0 != 0x5C }
        add("items", [.text(Text(bytes: plain))])
      case .quote(_, let depth, let spans):
        let words = Text(bytes: read(spans, .quote, markup).flatMap(\.words.bytes))
        for line in words.lines where !line.isEmpty {
          add("quotes", [.text(Text("\(depth) ")), .text(line)])
        }
      case .code(let lines):
        if !isInCode { code.append([]) }
        code[code.count - 1] += lines.filter { !$0.bytes[...].isBlankLine }
      case .table(let table):
        add("tables", [.code("")])
        for case .cells(let cells) in table.rows {
          for cell in cells { add("tables", [.emphasis(.bold, read(cell, .table, markup))]) }
        }
      case .aside(let text):
        foreign.formUnion(ForeignMarkup.names(in: [.text(text)], [], .aside, format))
      case .rule, .blank: break
      }
    }
    add("code", code.map { .code(NotesSemantics.dedented($0)) })
  }

  /// The kinds of markup that have not the same meaning in both notes.
  static func differences(_ one: NotesSemantics, _ other: NotesSemantics) -> [String] {
    kinds.filter { one.shared[$0] != other.shared[$0] }
      + (one.format == .org ? [one, other] : [other, one]).flatMap { notes in
        ForeignMarkup.all(in: notes.format).map(\.name).filter(notes.foreign.contains)
      }
  }

  private mutating func add(_ kind: String, _ meanings: [MarkupSemantics]) {
    if !meanings.isEmpty { shared[kind, default: []] += meanings }
  }

  /// Reads the links, emphasis and foreign markup of a text, and returns its meaning.
  private mutating func read(
    _ spans: [MarkupSpan], _ place: ForeignMarkup.Place, _ markup: Markup
  ) -> [MarkupSemantics] {
    let meanings = MarkupSemantics.list(spans, markup.links, in: format)
    let marks = meanings.flatMap(\.marks)
    add("links", marks.filter(\.isLink))
    add("emphasis", marks.filter { !$0.isLink })
    foreign.formUnion(ForeignMarkup.names(in: spans, markup.links, place, format))
    return meanings
  }

  /// Removes the common indent: code inside an item is indented too.
  private static func dedented(_ lines: [Text]) -> Text {
    let blanks = lines.map { $0.bytes[...].endOfBlanks }.min() ?? 0
    return Text.joining(lines.map { Text(bytes: $0.bytes.dropFirst(blanks)) })
  }
}

/// The meaning of inline markup, independent of syntax: texts of two formats mean the same if these values are
/// equal.
indirect enum MarkupSemantics: Hashable {
  case text(Text)
  case emphasis(MarkupSpan.Emphasis, [MarkupSemantics])
  case code(Text)
  /// The label is empty if the link shows its target.
  case link(LinkDestination, label: [MarkupSemantics])

  /// The meaning of spans.
  ///
  /// - Parameter notesAsPlaces: Whether a note link with a label equals an Org link that searches for the name,
  ///   which is the only way to express it in Org.
  static func list(
    _ spans: [MarkupSpan], _ links: [MarkupLink], in format: Format, notesAsPlaces: Bool = false
  ) -> [MarkupSemantics] {
    var list: [MarkupSemantics] = []
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
  static func marks(ofLine line: Text, in format: Format) -> [MarkupSemantics] {
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(line.bytes[...])
    return list(spans, inline.links.all, in: format).flatMap(\.marks)
  }

  /// The meaning of a link's label; a link inside it counts as text.
  private static func label(_ text: Text, in format: Format) -> [MarkupSemantics] {
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(text.bytes[...])
    guard inline.links.all.isEmpty else { return [.text(text)] }
    return list(spans, [], in: format)
  }

  /// The links, emphasis and code inside, without the text.
  var marks: [MarkupSemantics] {
    switch self {
    case .text: []
    case .emphasis(_, let inner): [self] + inner.flatMap(\.marks)
    case .code, .link: [self]
    }
  }

  var words: Text {
    switch self {
    case .text(let text), .code(let text): text
    case .emphasis(_, let inner): Text(bytes: Array(inner.map(\.words.bytes).joined()))
    case .link(_, let label): Text(bytes: Array(label.map(\.words.bytes).joined()))
    }
  }

  var isLink: Bool { if case .link = self { true } else { false } }
}
