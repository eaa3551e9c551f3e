/// A list of scalars in front matter: `[a, b]`, or `- a` lines of one indentation.
struct FrontMatterList {
  /// Where an element stands. There may be half a million of them, so they are kept small: no file that is read has
  /// more places than these numbers.
  struct Item {
    /// Nothing between two commas, `- ` alone or `~`: not an element of ours, and left where it is.
    let isEmpty: Bool
    let style: YAMLScalar.Style
    private let start, end, lineStart, lineEnd: UInt32

    fileprivate init(
      _ range: Range<Int>, _ style: YAMLScalar.Style, isEmpty: Bool, lines: Range<Int>
    ) {
      self.isEmpty = isEmpty
      self.style = style
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
      lineStart = UInt32(truncatingIfNeeded: lines.lowerBound)
      lineEnd = UInt32(truncatingIfNeeded: lines.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
    /// The whole line of a `- a` item; in a flow list as the range.
    var lines: Range<Int> { Int(lineStart)..<Int(lineEnd) }
  }

  private(set) var items: [Item] = []
  /// A flow list with its brackets; the item lines of the other.
  private(set) var range = 0..<0
  let isFlow: Bool

  /// - Parameter count: At most about so many items.
  private init(isFlow: Bool, expecting count: Int) {
    self.isFlow = isFlow
    items.reserveCapacity(count)
  }

  private mutating func append(
    _ place: (range: Range<Int>, style: YAMLScalar.Style), of bytes: some ByteSlice,
    lines: Range<Int>
  ) {
    let isEmpty =
      place.style == .plain
      ? place.range.isEmpty || YAMLScalar.isNull(bytes[place.range]) : place.range.count == 2
    items.append(Item(place.range, place.style, isEmpty: isEmpty, lines: lines))
  }

  /// Whether no item says anything.
  var isEmpty: Bool { items.allSatisfy(\.isEmpty) }

  /// What the items say that are not empty.
  func texts(in bytes: some ByteSlice) -> [Text] {
    var texts: [Text] = []
    texts.reserveCapacity(items.count)
    for item in items where !item.isEmpty { texts.append(text(of: item, in: bytes)) }
    return texts
  }

  /// The same, each once.
  func uniqueTexts(in bytes: ByteView) -> [Text] {
    if items.count < 2 { return texts(in: bytes) }
    var pieces = MetPieces(of: bytes, expecting: items.count)
    for item in items where !item.isEmpty {
      guard let inside = inside(of: item, in: bytes) else {
        var texts: [Text] = []
        texts.append(new: self.texts(in: bytes))
        return texts
      }
      pieces.append(inside)
    }
    return pieces.texts
  }

  /// The only element.
  func onlyText(in bytes: some ByteSlice) -> Text? {
    var filled = items.lazy.filter { !$0.isEmpty }.makeIterator()
    guard let first = filled.next(), filled.next() == nil else { return nil }
    return text(of: first, in: bytes)
  }

  func text(of item: Item, in bytes: some ByteSlice) -> Text {
    let written = bytes[item.range]
    return item.style == .plain ? Text(bytes: written) : YAMLScalar.text(in: written) ?? .empty
  }

  /// The bytes of what an item says, which need not become a text first.
  func withBytes<Result>(
    of item: Item, in bytes: ByteView, _ body: (ByteView) -> Result
  ) -> Result {
    if let inside = inside(of: item, in: bytes) { return body(bytes[inside]) }
    return text(of: item, in: bytes).withBytes(body)
  }

  /// What stands between the quotes of an item, or all of it where it has none; nil where that is not yet what it
  /// says.
  private func inside(of item: Item, in bytes: ByteView) -> Range<Int>? {
    if item.style == .plain { return item.range }
    let inside = item.range.lowerBound + 1..<item.range.upperBound - 1
    let sign: UInt8 = item.style == .single ? 0x27 : 0x5C
    return bytes[inside].place(of: sign, from: inside.lowerBound) < inside.upperBound ? nil : inside
  }

  /// Reads `[a, 'b']`, which may go on in lines below; nil when it holds anything but scalars, each on a line.
  ///
  /// - Parameter takesLinks: Whether links to notes need no quotes, as in `[[[Quarter]], b]`.
  static func flow<Bytes: ByteSlice>(
    _ slice: Bytes, takesLinks: Bool = false
  ) -> (list: FrontMatterList, rest: Bytes)? {
    var list = FrontMatterList(isFlow: true, expecting: slice.count(of: 0x2C) + 1)
    var rest = slice.dropFirst().trimmingLeadingSpace
    while rest.first != 0x5D {
      guard
        let place = YAMLScalar.place(in: rest, inFlow: true) ?? link(in: rest, where: takesLinks),
        place.style == .plain || !rest[place.range].contains(0x0A)
      else { return nil }
      list.append(place, of: rest, lines: place.range)
      rest = rest[place.range.upperBound...].trimmingLeadingSpace
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingSpace
    }
    guard rest.first == 0x5D else { return nil }
    list.range = slice.startIndex..<rest.startIndex + 1
    return (list, rest.dropFirst())
  }

  private static func link(
    in slice: some ByteSlice, where isTaken: Bool
  ) -> (range: Range<Int>, style: YAMLScalar.Style)? {
    isTaken ? WikiLink.place(in: slice).map { ($0, .plain) } : nil
  }

  /// Reads the lines below a key; nil when any of them is more than `- scalar`, a comment or blank.
  static func block(_ lines: ByteView, takesLinks: Bool = false) -> FrontMatterList? {
    var list = FrontMatterList(isFlow: false, expecting: lines.count(of: 0x0A))
    var indent: Int?
    for line in ByteLines(lines) {
      let content = lines[line]
      let text = content.trimmingLeadingBlanks
      if text.isEmpty || text.first == 0x23 { continue }
      let depth = text.startIndex - line.start
      guard text.first == 0x2D, depth == indent ?? depth,
        content.prefix(depth).allSatisfy({ $0 == 0x20 })
      else { return nil }
      indent = depth
      let afterDash = text.dropFirst()
      let value = afterDash.trimmingLeadingBlanks
      guard value.startIndex > afterDash.startIndex || value.isEmpty else { return nil }
      if YAMLScalar.isEnd(afterDash) {
        let none = afterDash.startIndex..<afterDash.startIndex
        list.append((none, .plain), of: lines, lines: line.range)
        continue
      }
      guard let place = YAMLScalar.place(in: value) ?? link(in: value, where: takesLinks),
        YAMLScalar.isEnd(value[place.range.upperBound...])
      else { return nil }
      list.append(place, of: value, lines: line.range)
    }
    guard let first = list.items.first, let last = list.items.last else { return nil }
    list.range = first.lines.lowerBound..<last.lines.upperBound
    return list
  }
}

extension ByteSlice {
  /// Without blanks and line ends.
  fileprivate var trimmingLeadingSpace: Self {
    guard let first, first <= 0x20 else { return self }
    var rest = trimmingLeadingBlanks
    while rest.hasPrefix("\n") || rest.hasPrefix("\r\n") {
      rest = rest.dropFirst(rest.first == 0x0A ? 1 : 2).trimmingLeadingBlanks
    }
    return rest
  }
}
