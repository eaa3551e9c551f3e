/// Converts the emphasis, code and links of a text to the syntax of the other format.
struct ConvertedInline {
  private let old: Format
  private let new: Format
  /// The link definitions of a Markdown text, by name.
  private let definitions: [Text: Text]

  init(to new: Format, definitions: [Text: Text] = [:]) {
    self.new = new
    old = new.other
    self.definitions = definitions
  }

  /// The text in the new format; parts whose meaning would change stay as written.
  func converted(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { ConvertedInline.signs.contains($0) }) else { return text }
    let (spans, links) = reading(of: text[...], in: old)
    let meaning = MarkupSemantics.list(spans, links.all, in: old, notesAsPlaces: true)
    let printer = InlinePrinter(text: text, links: links, format: new)
    for escapes in escapings {
      guard let printed = printer.print(spans, escapes: escapes) else { break }
      if self.meaning(of: printed, in: new) == meaning { return printed }
    }
    // Parts kept as written may contain characters that Markdown would combine with the text beside them.
    for escapes in escapings {
      if let kept = most(of: spans, links, printer, escapesKept: escapes) { return kept }
    }
    return text
  }

  /// Whether to escape punctuation, in the order to try: only Markdown has escapes.
  private var escapings: [Bool] { new == .markdown ? [false, true] : [false] }

  /// Converts the spans one by one, and keeps those as written that the new format cannot express; returns nil
  /// if the result does not parse as these spans.
  ///
  /// - Parameter escapesKept: Whether to escape punctuation in the spans that are kept.
  private func most(
    of spans: [MarkupSpan], _ links: MarkupLinks, _ printer: InlinePrinter, escapesKept: Bool
  ) -> [UInt8]? {
    var out: [UInt8] = []
    var wanted: [MarkupSemantics] = []
    for (index, span) in spans.enumerated() {
      let marks = MarkupSemantics.list([span], links.all, in: old, notesAsPlaces: true)
        .flatMap(\.marks)
      // The adjacent characters affect parsing.
      let next = index + 1 < spans.count ? printer.written(spans[index + 1]).prefix(1) : []
      let printed = escapings.lazy.compactMap { printer.print([span], escapes: $0) }
        .first { meaning(of: out.suffix(1) + $0 + next, in: new).flatMap(\.marks) == marks }
      if let printed {
        out += printed
        wanted += marks
      } else {
        let written = printer.written(span)
        out += escapesKept && !marks.isEmpty ? InlinePrinter.escaped(written) : written
      }
    }
    var rest = wanted[...]
    for mark in meaning(of: out, in: new).flatMap(\.marks) where mark == rest.first {
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? out : nil
  }

  private static let signs = Set("*/_=~+[]<>`!\\&".utf8)

  private func reading(
    of text: ArraySlice<UInt8>, in format: Format
  ) -> (spans: [MarkupSpan], links: MarkupLinks) {
    var inline = MarkupInline(format, links: MarkupLinks())
    if format == .markdown { inline.definitions = definitions }
    let spans = inline.spans(text)
    return (spans, inline.links)
  }

  private func meaning(of text: [UInt8], in format: Format) -> [MarkupSemantics] {
    // The converted text has no link definitions: Markdown's are not valid in Org, and Org has none.
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(text[...])
    return MarkupSemantics.list(spans, inline.links.all, in: format, notesAsPlaces: true)
  }
}
