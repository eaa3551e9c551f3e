/// The stamps inside a task's title and its notes.
extension OrgStamp {
  /// True when a text holds an active stamp that repeats.
  static func hasActiveRepeater(in text: Text) -> Bool {
    !repeatingStamps(in: text.bytes).isEmpty
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

  /// In a property code is none, and a link neither.
  static func propertyHasRepeater(_ value: Text) -> Bool {
    !allRepeating(inLine: value.bytes[...]).isEmpty
  }

  static func repeatingStamps(ofProperty value: Text, now: Timestamp) -> Text {
    moving(allRepeating(inLine: value.bytes[...]), in: value.bytes, now: now)
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

  /// The replacements that make the parts of a property's value, each of a line of its own, say another value; nil where
  /// more than dates differs.
  static func moved(in parts: [Range<Int>], of bytes: [UInt8], to new: Text) -> [Replacement]? {
    let to = stamps(inLine: new.bytes[...]).map { Array(new.bytes[$0.range]) }
    var replacements: [Replacement] = []
    var value: [UInt8] = []
    for part in parts where !part.isEmpty {
      if !value.isEmpty { value.append(0x20) }
      var position = part.lowerBound
      for stamp in stamps(inLine: bytes[part]) {
        guard replacements.count < to.count else { return nil }
        value += bytes[position..<stamp.range.lowerBound] + to[replacements.count]
        position = stamp.range.upperBound
        replacements.append(Replacement(stamp.range, to[replacements.count]))
      }
      value += bytes[position..<part.upperBound]
    }
    guard !to.isEmpty, value == new.bytes else { return nil }
    return replacements.filter { !$0.bytes.elementsEqual(bytes[$0.range]) }
  }

  private static func moving(_ stamps: [OrgTextStamp], in bytes: [UInt8], now: Timestamp) -> Text {
    Text(bytes: Replacement.apply(stamps.map { $0.repeated(now: now, in: bytes) }, to: bytes))
  }

  /// The active stamps with a repeater in the task's own text: headings below it have their own dates, and what is
  /// code, a comment or the words of a link is none.
  static func repeatingStamps(in bytes: [UInt8]) -> [OrgTextStamp] {
    guard bytes.contains(0x3C) else { return [] }
    var found: [OrgTextStamp] = []
    var blocks = OrgBlocks()
    var formulas = OrgFormulas()
    // Those of captions: one of nothing is no caption.
    var captions: [OrgTextStamp] = []
    var position = 0
    while let line = bytes[...].line(at: position) {
      let content = bytes[line]
      if OrgSyntax.isHeading(content) { break }
      let block = blocks.end(ofBlockAt: line, in: bytes[...])
      // In a verse they count.
      let isVerse = content.trimmingLeadingBlanks.hasPrefixIgnoringCase("#+begin_verse")
      position = isVerse ? line.next : block ?? line.next
      if let words = OrgCookies.caption(content.trimmingLeadingBlanks) {
        captions += repeatingStamps(inLine: content[words])
        continue
      }
      if !OrgCookies.isAffiliated(content.trimmingLeadingBlanks) {
        if !content.isBlankLine { found += captions }
        captions = []
      }
      guard block == nil, !OrgSyntax.isComment(content), !OrgSyntax.isFixed(content),
        !isSetting(content)
      else { continue }
      if let end = formulas.end(ofFormulaAt: line, in: bytes) {
        position = end
        continue
      }
      found += repeatingStamps(inLine: content)
    }
    return found
  }

  /// `#+NAME: …`.
  private static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
    OrgSyntax.keyword(line.trimmingLeadingBlanks) != nil
  }

  static func repeatingStamps(inLine line: ArraySlice<UInt8>) -> [OrgTextStamp] {
    let found = allRepeating(inLine: line)
    if found.isEmpty { return [] }
    let places = OrgObjectPlaces(in: line)
    return found.filter { !places.hides($0.range.lowerBound) }
  }

  /// Those in code and in links too.
  private static func allRepeating(inLine line: ArraySlice<UInt8>) -> [OrgTextStamp] {
    guard line.contains(0x3C) else { return [] }
    return stamps(inLine: line).filter(\.stamp.comesAgain)
  }

  private static func stamps(inLine line: ArraySlice<UInt8>) -> [OrgTextStamp] {
    var found: [OrgTextStamp] = []
    var position = line.startIndex
    while let open = line[position...].firstIndex(where: { $0 == 0x3C || $0 == 0x5B }) {
      position = open + 1
      if let stamp = OrgTextStamp(at: line[open...]) {
        position = stamp.range.upperBound
        found.append(stamp)
      }
    }
    return found
  }
}
