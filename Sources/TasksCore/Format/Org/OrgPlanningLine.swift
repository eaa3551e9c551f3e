/// The line after a heading that holds its dates: `DEADLINE: <…> SCHEDULED: <…>` (Org manual, "Deadlines and
/// scheduling"). Keywords are read in any order and changed in place.
package struct OrgPlanningLine {
  /// The keywords, in the order of a new line.
  package enum Keyword: Int, CaseIterable {
    case closed
    case deadline
    case scheduled

    var name: String {
      switch self {
      case .closed: "CLOSED"
      case .deadline: "DEADLINE"
      case .scheduled: "SCHEDULED"
      }
    }

    /// The keyword at the start of a text, in either case: Emacs reads `deadline:` too.
    package init?(at text: some ByteSlice) {
      switch text.first?.lowercasedASCII {
      case 0x63 where text.hasPrefixIgnoringCase("CLOSED:"): self = .closed
      case 0x64 where text.hasPrefixIgnoringCase("DEADLINE:"): self = .deadline
      case 0x73 where text.hasPrefixIgnoringCase("SCHEDULED:"): self = .scheduled
      default: return nil
      }
    }

    var text: String { name + ":" }
  }

  package struct Item {
    let keyword: Keyword
    /// The range of keyword and timestamp.
    let range: Range<Int>
    package let stampRange: Range<Int>
    let planning: Planning
  }

  package let line: ByteLine
  private(set) var items: [Item] = []
  /// For each keyword, the offset of its last occurrence before a bracket that holds no date, or -1; empty if
  /// there is no such occurrence.
  private var unread: [Int] = []

  /// Returns nil if the line is not a planning line.
  init?(_ line: ByteLine, in bytes: ByteView) {
    let text = bytes[line].trimmingLeadingBlanks
    guard Keyword(at: text) != nil else { return nil }
    self.line = line
    read(text)
  }

  /// The effective item of a keyword: the last one, or none if a later occurrence of the keyword holds no date,
  /// as in Emacs (org-element).
  package func item(_ keyword: Keyword) -> Item? {
    let last = items.last { $0.keyword == keyword }
    if unread.isEmpty { return last }
    return last.flatMap { $0.range.lowerBound > unread[keyword.rawValue] ? $0 : nil }
  }

  /// The replacements that set the date of a keyword, or remove all its occurrences.
  func replacing(
    _ keyword: Keyword, with plan: Planning?, in bytes: [UInt8]
  ) -> [Replacement] {
    guard let plan else { return removing(keyword, in: bytes) }
    if let item = item(keyword) {
      let stamp = OrgTimestamp(at: bytes[item.stampRange])
      let text = stamp?.replacing(with: plan, in: bytes[...]) ?? ""
      // The Emacs agenda searches for dates in angle brackets after a keyword in capitals.
      let isNamed = bytes[item.range].starts(with: keyword.name.utf8)
      let date = keyword == .closed ? text : OrgTimestamp.active(text)
      return [
        isNamed
          ? Replacement(item.stampRange, date) : Replacement(item.range, keyword.text + " " + date)
      ]
    }
    let new = "\(keyword.text) \(OrgPlanningLine.stamp(keyword, plan))"
    if unread.isEmpty,
      let next = items.first(where: { $0.keyword.rawValue > keyword.rawValue })
    {
      return [Replacement(next.range.lowerBound..<next.range.lowerBound, new + " ")]
    }
    let end = bytes[line].trimmingTrailingBlanks.endIndex
    return [Replacement(end..<end, " " + new)]
  }

  private func removing(_ keyword: Keyword, in bytes: [UInt8]) -> [Replacement] {
    let doomed = items.filter { $0.keyword == keyword }
    guard !doomed.isEmpty else { return [] }
    let rest = Replacement.apply(
      doomed.map {
        Replacement($0.range.lowerBound - line.start..<$0.range.upperBound - line.start, "")
      }, to: Array(bytes[line]))
    if rest.allSatisfy(\.isBlank) { return [Replacement(line.range, "")] }
    if Keyword(at: rest[...].trimmingLeadingBlanks) == nil {
      if let other = items.first(where: { $0.keyword != keyword }) {
        return [keepingInFront(other, in: bytes, doomed)]
      }
      // No other date can begin the line. The text after the dates needs a keyword before it, or the drawers
      // below would become text: keep the first keyword, without its date.
      return doomed.enumerated().map { index, item in
        Replacement(index == 0 ? item.stampRange : item.range, "")
      }
    }
    // Remove the whitespace after each item; for items at the end of the line, the whitespace before them.
    let end = bytes[line].trimmingTrailingBlanks.endIndex
    var tail = end
    while let last = doomed.last(where: { $0.range.upperBound <= tail }),
      bytes[last.range.upperBound..<tail].allSatisfy(\.isBlank)
    {
      tail = last.range.lowerBound
    }
    var gone = doomed.filter { $0.range.lowerBound < tail }.map { item in
      let after = bytes[line][item.range.upperBound...].prefix { $0.isBlank }
      return Replacement(item.range.lowerBound..<after.endIndex, "")
    }
    if tail < end {
      gone.append(Replacement(bytes[line][..<tail].trimmingTrailingBlanks.endIndex..<end, ""))
    }
    return gone
  }

  /// Moves the text before and between the dates after those that stay: the line must begin with a keyword to
  /// be a planning line.
  private func keepingInFront(
    _ first: Item, in bytes: [UInt8], _ doomed: [Item]
  ) -> Replacement {
    let text = bytes[line].trimmingLeadingBlanks
    func kept(_ range: Range<Int>) -> [UInt8] {
      var out: [UInt8] = []
      var position = range.lowerBound
      for item in doomed where range.contains(item.range.lowerBound) {
        out += bytes[position..<item.range.lowerBound]
        position = item.range.upperBound
      }
      return out + bytes[position..<range.upperBound]
    }
    let before = kept(text.startIndex..<first.range.lowerBound)
    let after = kept(first.range.lowerBound..<text.endIndex)
    return Replacement(
      text.startIndex..<text.endIndex,
      Array(after[...].trimmingTrailingBlanks) + [0x20] + Array(before[...].trimmingBlanks))
  }

  /// True if a keyword is followed by a timestamp that is not a date, such as a diary sexp.
  func isUnread(_ keyword: Keyword, in bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes[line.content]
    return text.indices.contains { place in
      (place == text.startIndex || !OrgPlanningLine.isWordByte(text[place - 1]))
        && Keyword(at: text[place...]) == keyword
        && !items.contains { $0.range.lowerBound == place }
        && text[(place + keyword.text.utf8.count)...].trimmingLeadingBlanks.first == 0x3C
    }
  }

  /// Whether the line has nothing but dates as the calendar has them: Org takes 40 December for 9 January.
  func isPlain(in bytes: [UInt8]) -> Bool {
    rest(in: bytes[...]).isEmpty
      && items.allSatisfy { item in
        let stamp = bytes[item.stampRange]
        return stamp.twoDigits(at: stamp.startIndex + 9) == item.planning.start.date.day
      }
  }

  /// The text on the line outside of the parsed dates.
  func rest(in bytes: ArraySlice<UInt8>) -> [Text] {
    var pieces: [Text] = []
    var position = line.start
    for end in items.map(\.range) + [line.content.upperBound..<line.content.upperBound] {
      let piece = bytes[position..<end.lowerBound].trimmingBlanks
      if !piece.isEmpty { pieces.append(Text(bytes: piece)) }
      position = end.upperBound
    }
    return pieces
  }

  /// Prints a date: CLOSED is inactive, the others are active.
  static func stamp(_ keyword: Keyword, _ plan: Planning) -> String {
    OrgTimestamp.print(plan, isActive: keyword != .closed)
  }

  /// True for a byte of a word: a keyword is not recognized inside a word.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte >= 0x80
  }

  private mutating func read(_ text: ByteView) {
    var position = text.startIndex
    // Computed on first use.
    var lastClosing: Int?
    while position < text.endIndex {
      let byte = text[position]
      if byte.isASCIILetter,
        position == text.startIndex || !OrgPlanningLine.isWordByte(text[position - 1]),
        let keyword = Keyword(at: text[position...])
      {
        var start = position + keyword.name.utf8.count + 1
        while start < text.endIndex, text[start] == 0x20 { start += 1 }
        if let (written, range) = OrgTimestamp.planning(at: text[start...]) {
          var planning = written
          // An inactive timestamp does not repeat.
          if text[range.lowerBound] == 0x5B { planning.repeater = nil }
          items.append(
            Item(
              keyword: keyword, range: position..<range.upperBound, stampRange: range,
              planning: planning))
          position = range.upperBound
          continue
        }
        let last =
          lastClosing ?? text.lastIndex(where: OrgPlanningLine.isClosing) ?? text.startIndex
        lastClosing = last
        if OrgPlanningLine.isBracket(text[start...], closedBy: last),
          text[position...].starts(with: keyword.name.utf8)
        {
          if unread.isEmpty { unread = Keyword.allCases.map { _ in -1 } }
          unread[keyword.rawValue] = position
        }
      }
      position += 1
    }
  }

  /// True if the text begins with a bracket that is not empty.
  private static func isBracket(_ text: ByteView, closedBy last: Int) -> Bool {
    guard let sign = text.first, sign == 0x3C || sign == 0x5B, last > text.startIndex + 1 else {
      return false
    }
    return !isClosing(text[text.startIndex + 1])
  }

  private static func isClosing(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x5D }
}
