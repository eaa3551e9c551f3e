/// The stamps inside a task's title and its notes.
extension OrgStamp {
  /// True when a text holds an active stamp that repeats.
  static func hasActiveRepeater(in text: Text) -> Bool {
    repeatingStamps(in: text.bytes).contains { $0.planning.isRepeating }
  }

  /// The text with each active repeating stamp moved on, as Org does when a task is done.
  static func repeatingActiveStamps(in text: Text, now: Timestamp) -> Text {
    moving(repeatingStamps(in: text.bytes), in: text.bytes, now: now)
  }

  /// A title that looks like a comment or a heading is none.
  static func titleHasRepeater(_ title: Text) -> Bool {
    !repeatingStamps(inLine: title.bytes[...]).isEmpty
  }

  static func repeatingStamps(ofTitle title: Text, now: Timestamp) -> Text {
    moving(repeatingStamps(inLine: title.bytes[...]), in: title.bytes, now: now)
  }

  /// The replacements that give each repeating stamp of a title the words it has in another one; nil where that is not
  /// all that differs.
  static func moved(
    inTitle old: ArraySlice<UInt8>, to new: Text
  ) -> [Replacement]? {
    let (from, to) = (repeatingStamps(inLine: old), repeatingStamps(inLine: new.bytes[...]))
    guard !from.isEmpty, from.count == to.count else { return nil }
    let replacements = zip(from, to).map { Replacement($0.range, Array(new.bytes[$1.range])) }
    var title = Array(old)
    for one in replacements.reversed() {
      title.replaceSubrange(
        one.range.lowerBound - old.startIndex..<one.range.upperBound - old.startIndex,
        with: one.bytes)
    }
    guard OrgHeading.titleText(title[...]) == new else { return nil }
    return replacements.filter { !$0.bytes.elementsEqual(old[$0.range]) }
  }

  private static func moving(_ stamps: [OrgStamp], in bytes: [UInt8], now: Timestamp) -> Text {
    let replacements = stamps.map {
      Replacement($0.range, $0.replacing(with: $0.planning.repeated(now: now), in: bytes[...]))
    }
    return Text(bytes: Replacement.apply(replacements, to: bytes))
  }

  /// The active stamps with a repeater in the task's own text: headings below it have their own dates, and what is
  /// code, a comment or the words of a link is none.
  private static func repeatingStamps(in bytes: [UInt8]) -> [OrgStamp] {
    guard bytes.contains(0x3C) else { return [] }
    var found: [OrgStamp] = []
    var blocks = OrgBlocks()
    var position = 0
    while let line = bytes[...].line(at: position) {
      let content = bytes[line]
      if OrgSyntax.isHeading(content) { break }
      let block = blocks.end(ofBlockAt: line, in: bytes[...])
      // In a verse they count.
      let isVerse = content.trimmingLeadingBlanks.hasPrefixIgnoringCase("#+begin_verse")
      position = isVerse ? line.next : block ?? line.next
      guard block == nil, !OrgSyntax.isComment(content), !isFixed(content) else { continue }
      found += repeatingStamps(inLine: content)
    }
    return found
  }

  private static func repeatingStamps(inLine line: ArraySlice<UInt8>) -> [OrgStamp] {
    guard line.contains(0x3C) else { return [] }
    var found: [OrgStamp] = []
    var position = line.startIndex
    while let open = line[position...].firstIndex(of: 0x3C) {
      position = open + 1
      if let stamp = OrgStamp(at: line[open...]) {
        position = stamp.range.upperBound
        if stamp.planning.isRepeating { found.append(stamp) }
      }
    }
    if found.isEmpty { return [] }
    let hidden = hiddenPlaces(in: line)
    return found.filter { stamp in
      !hidden.contains { $0.contains(stamp.range.lowerBound) }
    }
  }

  /// `: ` before a line of output.
  private static func isFixed(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmingLeadingBlanks
    return text.first == 0x3A && (text.count == 1 || text.dropFirst().first == 0x20)
  }

  /// Where code and links stand in a line.
  private static func hiddenPlaces(in line: ArraySlice<UInt8>) -> [Range<Int>] {
    var inline = MarkupInline(.org, links: MarkupLinks())
    var hidden: [Range<Int>] = []
    /// What the spans say stands side by side, as it is written.
    func walk(_ spans: [MarkupSpan], from start: Int) -> Int {
      spans.reduce(start) { position, span in
        switch span {
        case .text(let text): return position + text.bytes.count
        case .emphasis(_, let sign, let inner):
          return walk(inner, from: position + sign.utf8.count) + sign.utf8.count
        case .code(let text, let sign):
          hidden.append(position..<position + text.bytes.count + 2 * sign.utf8.count)
          return hidden.last?.upperBound ?? position
        case .link(let index):
          hidden.append(inline.links.places[index])
          return inline.links.places[index].upperBound
        }
      }
    }
    let spans = inline.spans(line)
    _ = walk(spans, from: line.startIndex)
    return hidden
  }
}
