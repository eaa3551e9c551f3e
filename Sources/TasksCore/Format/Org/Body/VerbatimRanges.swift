/// The byte ranges of an Org text in which Org finds no timestamps and no cookies: code, links, LaTeX fragments
/// and the like.
package struct VerbatimRanges {
  /// In order, without overlaps.
  private var hidden: [Range<Int>] = []

  package init(in text: ArraySlice<UInt8>) {
    var inline = MarkupInline(.org, links: MarkupLinks())
    let spans = inline.spans(text)
    _ = walk(spans, from: text.startIndex, inline.links)
    let opaque = OpaqueObjects(in: text).ranges.filter { !hides($0.lowerBound) }
    if opaque.isEmpty { return }
    // Of two overlapping ranges, the first wins.
    hidden = (hidden + opaque).sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) {
      all, next in
      if next.lowerBound >= all.last?.upperBound ?? 0 { all.append(next) }
    }
  }

  func hides(_ place: Int) -> Bool {
    var (lower, upper) = (0, hidden.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if hidden[middle].upperBound <= place { lower = middle + 1 } else { upper = middle }
    }
    return lower < hidden.count && hidden[lower].contains(place)
  }

  /// Walks the spans and their lengths in the source text; returns the offset after them.
  private mutating func walk(
    _ spans: [MarkupSpan], from start: Int, _ links: MarkupLinks
  ) -> Int {
    var position = start
    for span in spans {
      switch span {
      case .text(let text): position += text.bytes.count
      case .emphasis(_, let sign, let inner):
        position = walk(inner, from: position + sign.utf8.count, links) + sign.utf8.count
      case .code(let code, let sign):
        let end = position + code.bytes.count + 2 * sign.utf8.count
        hidden.append(position..<end)
        position = end
      case .link(let index):
        hidden.append(links.places[index])
        position = links.places[index].upperBound
      }
    }
    return position
  }
}
