/// The byte ranges of Org objects whose content is not parsed, apart from code and links: macros, LaTeX
/// fragments, export snippets, inline source blocks, targets and citations (Org syntax, "Objects").
struct OpaqueObjects {
  private(set) var ranges: [Range<Int>] = []
  private let text: ArraySlice<UInt8>
  /// Closing delimiters that were not found; they do not occur further on either.
  private var missing: Set<[UInt8]> = []
  /// The offset before which no inline source block begins: the language name tried last extends to here, and
  /// no bracket follows it.
  private var noCode = 0

  init(in text: ArraySlice<UInt8>) {
    self.text = text
    var position = text.startIndex
    while position < text.endIndex {
      if let end = end(ofObjectAt: position) {
        ranges.append(position..<end)
        position = end
      } else {
        position += 1
      }
    }
  }

  private mutating func end(ofObjectAt start: Int) -> Int? {
    let rest = text[start...]
    switch text[start] {
    case UInt8(ascii: "{"):
      return rest.hasPrefix("{{{") ? end("}}}", behind: start + 3) : nil
    case UInt8(ascii: "@"):
      guard rest.hasPrefix("@@") else { return nil }
      let name = rest.dropFirst(2).prefix { $0.isASCIILetterOrDigit || $0 == 0x2D }
      guard !name.isEmpty, byte(at: name.endIndex) == 0x3A else { return nil }
      return end("@@", behind: name.endIndex)
    case UInt8(ascii: "\\"):
      if rest.hasPrefix("\\(") { return end("\\)", behind: start + 2) }
      return rest.hasPrefix("\\[") ? end("\\]", behind: start + 2) : nil
    case UInt8(ascii: "$"): return endOfFormula(at: start)
    case UInt8(ascii: "<"): return endOfTarget(at: start)
    case UInt8(ascii: "["):
      guard rest.hasPrefix("[cite"), [0x3A, 0x2F].contains(byte(at: start + 5)) else { return nil }
      return end("]", behind: start + 5)
    case UInt8(ascii: "s"): return endOfCode(at: start)
    default: return nil
    }
  }

  private func byte(at position: Int) -> UInt8? {
    position < text.endIndex ? text[position] : nil
  }

  /// The offset after the next `closing`; nil if there is none.
  private mutating func end(_ closing: StaticString, behind start: Int) -> Int? {
    let sign = closing.withUTF8Buffer { Array($0) }
    guard !missing.contains(sign) else { return nil }
    var position = start
    while let next = text[position...].firstIndex(of: sign[0]) {
      if text[next...].starts(with: sign) { return next + sign.count }
      position = next + 1
    }
    missing.insert(sign)
    return nil
  }

  /// The end of `$$…$$`, or of `$…$` without whitespace inside its delimiters and without a letter right after
  /// it.
  private mutating func endOfFormula(at start: Int) -> Int? {
    if byte(at: start + 1) == 0x24 { return end("$$", behind: start + 2) }
    if start > text.startIndex, text[start - 1] == 0x24 { return nil }
    guard let first = byte(at: start + 1), !first.isBlank, !Array("\n,.;".utf8).contains(first),
      let close = text[(start + 1)...].firstIndex(of: 0x24), close > start + 1
    else { return nil }
    let last = text[close - 1]
    guard !last.isBlank, !Array("\n,.".utf8).contains(last) else { return nil }
    guard let next = byte(at: close + 1) else { return close + 1 }
    return next.isASCIILetterOrDigit || next >= 0x80 || next == 0x24 ? nil : close + 1
  }

  /// The end of `<<name>>` or `<<<name>>>`.
  private func endOfTarget(at start: Int) -> Int? {
    guard byte(at: start + 1) == 0x3C else { return nil }
    let signs = byte(at: start + 2) == 0x3C ? 3 : 2
    let name = text[(start + signs)...].prefix { $0 != 0x3C && $0 != 0x3E && $0 != 0x0A }
    guard let first = name.first, let last = name.last, !first.isBlank, !last.isBlank,
      text[name.endIndex...].prefix(signs).elementsEqual(repeatElement(0x3E, count: signs))
    else { return nil }
    return name.endIndex + signs
  }

  /// The end of `src_sh[options]{code}`.
  private mutating func endOfCode(at start: Int) -> Int? {
    guard start >= noCode, text[start...].hasPrefix("src_"),
      start == text.startIndex || !(text[start - 1].isASCIILetterOrDigit || text[start - 1] >= 0x80)
    else { return nil }
    let name = text[(start + 4)...].prefix { !$0.isBlank && ![0x0A, 0x5B, 0x7B].contains($0) }
    guard !name.isEmpty, [0x5B, 0x7B].contains(byte(at: name.endIndex)) else {
      noCode = name.endIndex
      return nil
    }
    var position = name.endIndex
    if byte(at: position) == 0x5B {
      guard let close = end("]", behind: position) else { return nil }
      position = close
    }
    guard byte(at: position) == 0x7B, !missing.contains([0x7B]) else { return nil }
    var depth = 0
    for place in text[position...].indices {
      if text[place] == 0x7B { depth += 1 }
      if text[place] == 0x7D { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    missing.insert([0x7B])
    return nil
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}

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
