/// The line right after a heading that holds its dates: `DEADLINE: <…> SCHEDULED: <…>` (Org manual,
/// "Deadlines and scheduling"). Read in any order, changed in place.
struct OrgPlanningLine {
  /// The keywords, in the order a new line has them.
  enum Keyword: Int, CaseIterable {
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

    /// The keyword that stands at the beginning of a text, in any letters: Emacs reads `deadline:` too.
    init?(at text: some ByteSlice) {
      switch text.first?.lowercasedASCII {
      case 0x63 where text.hasPrefixIgnoringCase("CLOSED:"): self = .closed
      case 0x64 where text.hasPrefixIgnoringCase("DEADLINE:"): self = .deadline
      case 0x73 where text.hasPrefixIgnoringCase("SCHEDULED:"): self = .scheduled
      default: return nil
      }
    }

    /// With the colon behind it.
    var text: String { name + ":" }
  }

  struct Item {
    let keyword: Keyword
    /// Keyword and stamp.
    let range: Range<Int>
    let stampRange: Range<Int>
    let planning: Planning
  }

  let line: ByteLine
  private(set) var items: [Item] = []
  /// By keyword, where the last one stands that has something in brackets which is no date, -1 for none; empty while
  /// there is no such keyword.
  private var unread: [Int] = []

  /// Nil when the line is no planning line.
  init?(_ line: ByteLine, in bytes: ByteView) {
    let text = bytes[line].trimmingLeadingBlanks
    guard Keyword(at: text) != nil else { return nil }
    self.line = line
    read(text)
  }

  /// The last one counts where a keyword stands twice; none does where that is no date, as in Emacs (org-element).
  func item(_ keyword: Keyword) -> Item? {
    let last = items.last { $0.keyword == keyword }
    if unread.isEmpty { return last }
    return last.flatMap { $0.range.lowerBound > unread[keyword.rawValue] ? $0 : nil }
  }

  /// The replacement that gives a keyword another date, or takes every mention of it away.
  func replacing(
    _ keyword: Keyword, with plan: Planning?, in bytes: [UInt8]
  ) -> [Replacement] {
    guard let plan else { return removing(keyword, in: bytes) }
    if let item = item(keyword) {
      let stamp = OrgStamp(at: bytes[item.stampRange])
      let text = stamp?.replacing(with: plan, in: bytes[...]) ?? ""
      // The agenda of Emacs looks for dates in angles, behind a keyword in capitals.
      let isNamed = bytes[item.range].starts(with: keyword.name.utf8)
      let date = keyword == .closed ? text : OrgStamp.active(text)
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
      // No other date can begin the line: what stands behind the dates needs the first keyword in front of it, or
      // the drawers below would be text.
      return doomed.enumerated().map { index, item in
        Replacement(index == 0 ? item.stampRange : item.range, "")
      }
    }
    // The blanks after each go too; for those at the end of the line, the ones before them.
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

  /// A line is one of planning only as long as a keyword begins it: what stood between the dates goes behind
  /// those that stay.
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

  /// Whether a keyword stands there with a stamp behind it that is no date (a diary sexp, say).
  func isUnread(_ keyword: Keyword, in bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes[line.content]
    return text.indices.contains { place in
      (place == text.startIndex || !OrgPlanningLine.isWordByte(text[place - 1]))
        && Keyword(at: text[place...]) == keyword
        && !items.contains { $0.range.lowerBound == place }
        && text[(place + keyword.text.utf8.count)...].trimmingLeadingBlanks.first == 0x3C
    }
  }

  /// What stands on the line beside the dates that were read.
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

  /// CLOSED is inactive, the others are what an agenda shows.
  static func stamp(_ keyword: Keyword, _ plan: Planning) -> String {
    OrgStamp.print(plan, isActive: keyword != .closed)
  }

  /// A keyword inside a word is none.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte >= 0x80
  }

  private mutating func read(_ text: ByteView) {
    var position = text.startIndex
    // Found when first asked for.
    var lastClosing: Int?
    while position < text.endIndex {
      let byte = text[position]
      if byte.isASCIILetter,
        position == text.startIndex || !OrgPlanningLine.isWordByte(text[position - 1]),
        let keyword = Keyword(at: text[position...])
      {
        var start = position + keyword.name.utf8.count + 1
        while start < text.endIndex, text[start] == 0x20 { start += 1 }
        if let (written, range) = OrgStamp.planning(at: text[start...]) {
          var planning = written
          // What is not active does not come again.
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

  /// Whether a bracket with something in it begins there.
  private static func isBracket(_ text: ByteView, closedBy last: Int) -> Bool {
    guard let sign = text.first, sign == 0x3C || sign == 0x5B, last > text.startIndex + 1 else {
      return false
    }
    return !isClosing(text[text.startIndex + 1])
  }

  private static func isClosing(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x5D }
}
