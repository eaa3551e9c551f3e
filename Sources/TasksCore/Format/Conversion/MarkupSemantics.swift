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
