/// The active repeating timestamps in a task's title, notes and properties.
enum RepeatingTimestamps {
  /// True if a text contains an active repeating timestamp.
  static func isIn(notes text: Text) -> Bool {
    !all(in: text.bytes).isEmpty
  }

  /// The text with each active repeating timestamp moved to its next date, as Org does when a task is done.
  static func repeated(inNotes text: Text, now: Timestamp) -> Text {
    moving(all(in: text.bytes), in: text.bytes, now: now)
  }

  /// True if a title contains an active repeating timestamp. A title is read as text even if it looks like a
  /// comment or a heading.
  static func isIn(title: Text) -> Bool {
    !all(inLine: title.bytes[...]).isEmpty
  }

  static func repeated(inTitle title: Text, now: Timestamp) -> Text {
    moving(all(inLine: title.bytes[...]), in: title.bytes, now: now)
  }

  /// True if a property contains an active repeating timestamp. A value has no markup, so timestamps in what
  /// looks like code or a link count.
  static func isIn(property value: Text) -> Bool {
    !withVerbatim(inLine: value.bytes[...]).isEmpty
  }

  static func repeated(inProperty value: Text, now: Timestamp) -> Text {
    moving(withVerbatim(inLine: value.bytes[...]), in: value.bytes, now: now)
  }

  /// The replacements that set each repeating timestamp of a title to the text it has in another title; nil if
  /// the titles differ in anything else.
  static func moved(
    inTitle old: ArraySlice<UInt8>, to new: Text
  ) -> [Replacement]? {
    let (from, to) = (all(inLine: old), all(inLine: new.bytes[...]))
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

  /// The replacements that turn a property's value into another value that differs in dates only; nil if more
  /// differs.
  ///
  /// - Parameter parts: The parts of the value, each on a line of its own.
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

  private static func moving(_ stamps: [InlineTimestamp], in bytes: [UInt8], now: Timestamp) -> Text
  {
    Text(bytes: Replacement.apply(stamps.map { $0.repeated(now: now, in: bytes) }, to: bytes))
  }

  /// The active repeating timestamps in the task's own text: not below a heading in it, and not in code,
  /// comments or descriptions of links.
  static func all(in bytes: [UInt8]) -> [InlineTimestamp] {
    TimestampLines.ranges(in: bytes, .own).flatMap { all(inLine: bytes[$0]) }
  }

  static func all(inLine line: ArraySlice<UInt8>) -> [InlineTimestamp] {
    let found = withVerbatim(inLine: line)
    if found.isEmpty { return [] }
    let places = VerbatimRanges(in: line)
    return found.filter { !places.hides($0.range.lowerBound) }
  }

  /// All active repeating timestamps, including those in code and links.
  private static func withVerbatim(inLine line: ArraySlice<UInt8>) -> [InlineTimestamp] {
    guard line.contains(0x3C) else { return [] }
    return stamps(inLine: line).filter(\.stamp.comesAgain)
  }

  private static func stamps(inLine line: ArraySlice<UInt8>) -> [InlineTimestamp] {
    var found: [InlineTimestamp] = []
    var position = line.startIndex
    while let open = line[position...].firstIndex(where: { $0 == 0x3C || $0 == 0x5B }) {
      position = open + 1
      if let stamp = InlineTimestamp(at: line[open...]) {
        position = stamp.range.upperBound
        found.append(stamp)
      }
    }
    return found
  }
}
