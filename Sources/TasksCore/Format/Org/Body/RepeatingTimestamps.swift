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

/// The lines of an Org text in which timestamps count: not those of code, comments, settings and formulas.
enum TimestampLines {
  /// Which lines of a text are asked for.
  enum Part {
    /// Those of the task itself: up to the first heading in the text.
    case own
    /// Those that an agenda reads: the sections below as well, unless they are commented or archived.
    case shown
  }

  /// Returns the ranges of the lines without their ends, in order; there are none in a text without a `<`.
  static func ranges(in bytes: [UInt8], _ part: Part) -> [Range<Int>] {
    guard bytes.contains(0x3C) else { return [] }
    var found: [Range<Int>] = []
    var blocks = OrgBlocks()
    var formulas = OrgFormulas()
    // The captions seen so far. They count only if a line follows that they belong to.
    var captions: [Range<Int>] = []
    // The level of the hidden section that the line is in.
    var hidden: Int?
    var position = 0
    while let line = bytes[...].line(at: position) {
      let content = bytes[line]
      if OrgSyntax.isHeading(content) {
        if part == .own { break }
        (position, captions) = (line.next, [])
        let level = content.prefix { $0 == 0x2A }.count
        if let outer = hidden, level > outer { continue }
        hidden = isHidden(heading: content.dropFirst(level)) ? level : nil
        if hidden == nil { found.append(line.content) }
        continue
      }
      if hidden != nil {
        position = line.next
        continue
      }
      let block = blocks.end(ofBlockAt: line, in: bytes[...])
      // Timestamps in a verse block count.
      let isVerse = content.trimmingLeadingBlanks.hasPrefixIgnoringCase("#+begin_verse")
      position = isVerse ? line.next : block ?? line.next
      if let words = OrgSyntax.caption(content.trimmingLeadingBlanks) {
        captions.append(words)
        continue
      }
      if !OrgSyntax.isAffiliated(content.trimmingLeadingBlanks) {
        if !content.isBlankLine { found += captions }
        captions = []
      }
      guard block == nil, !OrgSyntax.isComment(content), !OrgSyntax.isFixed(content),
        OrgSyntax.keyword(content) == nil
      else { continue }
      if let end = formulas.end(ofFormulaAt: line, in: bytes) {
        position = end
        continue
      }
      found.append(line.content)
    }
    return found
  }

  /// True for the heading of a section that no agenda reads, which begins with COMMENT or has the tag ARCHIVE.
  private static func isHidden(heading: ArraySlice<UInt8>) -> Bool {
    let words = heading.trimmingBlanks
    if words[..<words.endOfWord].isSame(as: "COMMENT") { return true }
    guard let tags = OrgSyntax.tagString(of: words) else { return false }
    return tags.split(separator: 0x3A).contains { $0.elementsEqual(Task.archiveTag.bytes) }
  }
}

/// A timestamp in a title, a property or a note. Includes the end of its range if only the start has a
/// repeater.
///
/// Emacs leaves such an end unchanged until it lies before the start; here a range keeps its length, as that of
/// SCHEDULED does. If both ends have a repeater, each is a timestamp of its own and moves by itself.
struct InlineTimestamp {
  let stamp: OrgTimestamp
  private let planning: Planning
  /// The end, if the start is itself a range between two times of a day; start and end then move by whole days.
  private let tail: OrgTimestamp?
  /// Including the end.
  let range: Range<Int>

  /// Parses the timestamp that starts at the first byte; returns nil if there is none.
  init?(at text: ArraySlice<UInt8>) {
    guard let stamp = OrgTimestamp(at: text) else { return nil }
    self.stamp = stamp
    let rest = text[stamp.range.upperBound...]
    guard stamp.comesAgain, rest.hasPrefix("--"), let end = OrgTimestamp(at: rest.dropFirst(2)),
      end.isActive, end.planning.end == nil, end.planning.repeater == nil
    else {
      (planning, tail, range) = (stamp.planning, nil, stamp.range)
      return
    }
    var plan = stamp.planning
    tail = plan.end == nil ? nil : end
    plan.end = plan.end ?? end.planning.start
    planning = plan
    range = stamp.range.lowerBound..<end.range.upperBound
  }

  /// The replacement that moves it to its next date when the task is completed at `now`.
  func repeated(now: Timestamp, in bytes: [UInt8]) -> Replacement {
    let new = planning.repeated(now: now)
    let start = stamp.replacing(with: new, in: bytes[...])
    guard let tail else { return Replacement(range, start) }
    // Moves the end by as many days as the start.
    let days = Planning(Timestamp(planning.start.date), end: tail.planning.start)
    var end = tail.planning
    end.start = days.moved(to: Timestamp(new.start.date)).end ?? end.start
    return Replacement(range, start + "--" + tail.replacing(with: end, in: bytes[...]))
  }
}
