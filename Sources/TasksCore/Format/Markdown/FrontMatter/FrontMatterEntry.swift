/// A key of front matter with its value and lines.
package struct FrontMatterEntry {
  package enum Value {
    /// Nothing or `~`. The span of the value; if there is none, empty and right after the colon.
    case empty(Range<Int>)
    case scalar(YAMLScalar)
    case list(FrontMatterList)
    /// A list of flat maps (`- start: …` with `end: …` below it), for fields that allow one. Parsed on demand.
    case records
    /// Nested maps, aliases or invalid YAML: left as it is.
    case other
  }

  package let value: Value
  /// The field that the key names, and in which spelling.
  let field: KeySpelling?
  /// The key without quotes.
  let key: Range<Int>
  /// All lines of the entry, including those below the key's line, but not the comment lines after the value,
  /// which stay if the value is removed.
  package let range: Range<Int>
  /// From after the colon to the end of that line.
  let rest: Range<Int>
  /// The name of the value's anchor, `&name`, by which aliases refer to it.
  let anchor: Range<Int>?

  /// Parses the entry that begins with `line`; returns nil if the line has no key.
  package init?(_ line: ByteLine, in bytes: ByteView) {
    guard let (key, field) = FrontMatterEntry.key(of: line, in: bytes) else { return nil }
    let rest = bytes[key.afterColon..<line.content.upperBound]
    var (anchor, text): (Range<Int>?, ByteView) = (nil, rest.trimmingLeadingBlanks)
    if text.first == 0x26 || text.first == 0x21 { (anchor, text) = FrontMatterEntry.node(text) }
    var below = FrontMatterEntry.linesBelow(
      line, takesItems: text.isEmpty || text.first == 0x23, value: text, in: bytes)
    if FrontMatterEntry.areComments(below, behind: text) { below = below.prefix(0) }
    self.key = key.range
    self.field = field
    self.rest = rest.indices
    self.anchor = anchor
    let value = FrontMatterEntry.value(rest, text, below, field?.key, in: bytes)
    range = line.start..<FrontMatterEntry.end(of: value, text, below, in: bytes)
    // After an anchor or a tag alone there is no position to insert a value.
    if case .empty(let place) = value, place.isEmpty,
      rest.endOfBlanks < text.startIndex
    {
      self.value = .other
    } else {
      self.value = value
    }
  }

  /// The value if it is a scalar; else nil.
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = value { scalar } else { nil }
  }

  /// The text of a scalar; nil for any other value.
  package func text(in bytes: some ByteSlice) -> Text? { scalar?.text(in: bytes) }

  /// The elements of a list; a scalar counts as one element.
  func texts(in bytes: some ByteSlice) -> [Text]? {
    switch value {
    case .scalar(let scalar): [scalar.text(in: bytes)]
    case .list(let list): list.texts(in: bytes)
    case .empty: []
    case .records, .other: nil
    }
  }

  func linesBelow(in bytes: ByteView) -> ByteView {
    let start = bytes.line(at: rest.upperBound)?.next ?? range.upperBound
    return bytes[start..<range.upperBound]
  }

  /// The keys and values of each map; nil if the value is not a list of maps.
  func records(in bytes: ByteView) -> [[(key: Text, value: Text)]]? {
    if case .records = value { FrontMatterRecords.read(linesBelow(in: bytes)) } else { nil }
  }

  /// True for nothing, `~`, or a list without elements.
  var isEmpty: Bool {
    switch value {
    case .empty: true
    case .list(let list): list.isEmpty
    case .scalar, .records, .other: false
    }
  }

  /// True for an empty value and for empty quotes, which are no value of a field.
  func isEmptyField(in bytes: some ByteSlice) -> Bool {
    guard let scalar else { return isEmpty }
    return scalar.style != .plain && scalar.text(in: bytes).isEmpty
  }

  // MARK: Reading

  private typealias Key = (range: Range<Int>, afterColon: Int)

  /// Parses the key of a line; fast path for the names of fields.
  private static func key(
    of line: ByteLine, in bytes: ByteView
  ) -> (key: Key, field: KeySpelling?)? {
    let end = line.content.upperBound
    let colon = bytes[line.start..<end].place(of: 0x3A, from: line.start)
    if colon < end, colon + 1 == end || bytes[colon + 1].isBlank,
      let field = FrontMatterKey.named(bytes[line.start..<colon])
    {
      return ((line.start..<colon, colon + 1), field)
    }
    return key(of: bytes[line]).map { ($0, FrontMatterKey.named(bytes[$0.range])) }
  }

  /// Parses `key:` at the start of a line, followed by a blank or the end; the key may be quoted.
  private static func key(of line: ByteView) -> Key? {
    guard let first = line.first, !first.isBlank else { return nil }
    if first == 0x22 || first == 0x27 {
      guard let close = YAMLScalar.closingQuote(of: line) else { return nil }
      let key = line[(line.startIndex + 1)..<close]
      let rest = line[(close + 1)...].trimmingLeadingBlanks
      guard rest.first == 0x3A, rest.count == 1 || rest[rest.startIndex + 1].isBlank,
        !key.isEmpty, !key.contains(0x5C), !key.contains(0x27)
      else { return nil }
      return (key.indices, rest.startIndex + 1)
    }
    guard !YAMLScalar.isIndicator(first) else { return nil }
    if first == 0x2D || first == 0x3F || first == 0x3A {
      guard let second = line.dropFirst().first, !second.isBlank else { return nil }
    }
    var position = line.startIndex
    while position < line.endIndex {
      let byte = line[position]
      if byte == 0x3A, position + 1 == line.endIndex || line[position + 1].isBlank {
        let key = line[..<position].trimmingTrailingBlanks
        return key.isEmpty ? nil : (key.indices, position + 1)
      }
      if byte == 0x23, line[position - 1].isBlank { return nil }
      position += 1
    }
    return nil
  }

  /// Splits off the anchor and the string tag in front of a value, `&name !!str`, in either order (YAML 1.2,
  /// 6.9). Other tags are not split off, as they may change the meaning of the value.
  private static func node(_ text: ByteView) -> (anchor: Range<Int>?, content: ByteView) {
    var (anchor, hasTag): (Range<Int>?, Bool) = (nil, false)
    var rest = text
    while let sign = rest.first, sign == 0x26 || sign == 0x21 {
      let word = rest[..<rest.endOfWord]
      let isOne =
        sign == 0x26
        ? anchor == nil && word.count > 1 && !word.contains(where: YAMLScalar.isFlowSign)
        : !hasTag && (word.count == 1 || word.isSame(as: "!!str"))
      guard isOne else { return (nil, text) }
      if sign == 0x26 { anchor = word.dropFirst().indices } else { hasTag = true }
      rest = rest[word.endIndex...].trimmingLeadingBlanks
    }
    return (anchor, rest)
  }

  /// The lines that belong to a key: those that are indented, and unindented list items if the key's line has
  /// no value. Blank lines and comments are included only if another such line follows.
  ///
  /// - Parameter value: The value on the line itself: a block scalar may end with blank lines.
  private static func linesBelow(
    _ line: ByteLine, takesItems: Bool, value: ByteView, in bytes: ByteView
  ) -> ByteView {
    let isBlock = value.first == 0x7C || value.first == 0x3E
    let keepsBlanks = isBlock && YAMLFolding.keeps(value)
    var block = isBlock ? YAMLBlockLines(value) : nil
    var position = line.next
    var end = line.next
    while position < bytes.endIndex {
      // Usually the next key follows, and the end of its line need not be found.
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x23, 0x2D: break
      default: return bytes[line.next..<end]
      }
      guard let next = bytes.line(at: position) else { break }
      position = next.next
      let content = bytes[next]
      guard let first = content.first else {
        if keepsBlanks, end == next.start { end = next.next }
        continue
      }
      if first.isBlank {
        let isText = if case .text? = block?.kind(of: content) { true } else { false }
        if isText || !content.isBlankLine || keepsBlanks && end == next.start { end = next.next }
      } else if takesItems, first == 0x2D,
        content.count == 1 || content[content.startIndex + 1].isBlank
      {
        end = next.next
      } else if first == 0x23 {
        block?.endAtComment()
      } else if !content.isBlankLine {
        break
      }
    }
    return bytes[line.next..<end]
  }

  /// True if the lines below are only comments, not part of a value that begins on the line above.
  private static func areComments(_ below: ByteView, behind text: ByteView) -> Bool {
    if below.isEmpty || text.first == 0x7C || text.first == 0x3E { return false }
    let isQuoted = text.first == 0x22 || text.first == 0x27
    return (!isQuoted || YAMLScalar.closingQuote(of: text) != nil)
      && ByteLines(below).allSatisfy { YAMLScalar.isComment(below[$0]) }
  }

  /// The offset after the last line of a value, including trailing blank lines that belong to it.
  private static func end(
    of value: Value, _ text: ByteView, _ below: ByteView, in bytes: ByteView
  ) -> Int {
    let last: Int
    switch value {
    case .empty, .other: return below.endIndex
    case _ where below.isEmpty: return below.endIndex
    case .records: return lastLine(of: below)
    case .list(let list) where !list.isFlow: return list.range.upperBound
    case .list(let list): last = list.range.upperBound
    case .scalar(let scalar): last = scalar.range.upperBound
    }
    let end = bytes.line(at: last)?.next ?? below.endIndex
    return YAMLFolding.keeps(text) ? bytes[..<below.endIndex].endOfBlankLines(from: end) : end
  }

  /// The offset after the last line that is not a comment.
  private static func lastLine(of lines: ByteView) -> Int {
    ByteLines(lines).reduce(lines.startIndex) {
      YAMLScalar.isComment(lines[$1]) ? $0 : $1.next
    }
  }

  private static func value(
    _ rest: ByteView, _ text: ByteView, _ below: ByteView, _ field: FrontMatterKey?,
    in bytes: ByteView
  ) -> Value {
    guard let first = text.first, !(first == 0x23) else {
      let none = rest.startIndex..<rest.startIndex
      if below.isEmpty { return .empty(none) }
      if firstSign(of: below) == 0x2D {
        if let list = FrontMatterList.block(below, takesLinks: field == .field(.list)) {
          return .list(list)
        }
        if field == .timeEntries || field == .field(.reminders), FrontMatterRecords.stand(in: below)
        {
          return .records
        }
      }
      return valueBelow(below, field, in: bytes)
    }
    guard first == 0x7C || first == 0x3E else { return value(text, below, field, in: bytes) }
    guard let (_, last) = YAMLFolding.block(text, below) else { return .other }
    let end = last ?? text.trimmingTrailingBlanks.endIndex
    return .scalar(YAMLScalar(text.startIndex..<end, .severalLines))
  }

  /// The first character of the first line that is neither blank nor a comment.
  private static func firstSign(of lines: ByteView) -> UInt8? {
    // Usually on the first line.
    let first = lines.trimmingLeadingBlanks.first
    if let first, first > 0x20, first != 0x23 { return first }
    for line in ByteLines(lines) {
      if let sign = lines[line].trimmingLeadingBlanks.first, sign != 0x23 { return sign }
    }
    return nil
  }

  /// Parses a scalar or a flow list that begins on a line below its key; all of its lines must be indented.
  private static func valueBelow(
    _ below: ByteView, _ field: FrontMatterKey?, in bytes: ByteView
  ) -> Value {
    var first: ByteLine?
    for line in ByteLines(below) where !below[line].isBlankLine {
      let sign = below[line].trimmingLeadingBlanks.first
      if first == nil, sign == 0x23 { continue }
      guard below[line].first == 0x20, first != nil || sign != 0x7C && sign != 0x3E else {
        return .other
      }
      first = first ?? line
    }
    guard let first else { return .other }
    return value(below[first].trimmingLeadingBlanks, below[first.next...], field, in: bytes)
  }

  /// Parses a scalar or a flow list.
  ///
  /// - Parameters:
  ///   - text: The rest of the line it begins on.
  ///   - below: The lines after that one.
  private static func value(
    _ text: ByteView, _ below: ByteView, _ field: FrontMatterKey?, in bytes: ByteView
  ) -> Value {
    if text.first == 0x5B {
      let lines = bytes[text.startIndex..<(below.isEmpty ? text.endIndex : below.endIndex)]
      if let (list, tail) = FrontMatterList.flow(lines, takesLinks: field == .field(.list)),
        ByteLines(tail).allSatisfy({ YAMLScalar.isEnd(tail[$0]) })
      {
        return .list(list)
      }
      guard field == .field(.list), below.isEmpty, let link = WikiLink.place(in: text),
        YAMLScalar.isEnd(text[link.upperBound...])
      else { return .other }
      return .scalar(YAMLScalar(link, .plain))
    }
    func several(_ read: (text: Text, end: Int)?) -> Value {
      read.map { .scalar(YAMLScalar(text.startIndex..<$0.end, .severalLines)) } ?? .other
    }
    guard let scalar = YAMLScalar(at: text) else {
      guard text.first == 0x22 || text.first == 0x27, !below.isEmpty else { return .other }
      return several(YAMLFolding.quoted(bytes[text.startIndex..<below.endIndex]))
    }
    let tail = text[scalar.range.upperBound...]
    guard YAMLScalar.isEnd(tail) else { return .other }
    let isAlone = ByteLines(below).allSatisfy { YAMLScalar.isComment(below[$0]) }
    if isAlone { return scalar.isNull(in: text) ? .empty(scalar.range) : .scalar(scalar) }
    guard scalar.style == .plain, tail.trimmingBlanks.isEmpty else { return .other }
    return several(YAMLFolding.plain(text[scalar.range], below))
  }
}
