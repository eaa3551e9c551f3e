/// A list of scalars in front matter: `[a, b]`, or `- a` lines of one indentation.
struct FrontMatterList {
  /// Where an element stands. There may be half a million of them.
  struct Item {
    let scalar: YAMLScalar
    /// Nothing between two commas, `- ` alone or `~`: not an element of ours, and left where it is.
    let isEmpty: Bool
    fileprivate let lineSpan: ByteSpan

    var range: Range<Int> { scalar.range }
    /// The whole line of a `- a` item; in a flow list as the range.
    var lines: Range<Int> { lineSpan.range }
  }

  private(set) var items: [Item] = []
  private var span = ByteSpan(0..<0)
  let isFlow: Bool

  /// A flow list with its brackets; the item lines of the other.
  var range: Range<Int> { span.range }

  /// - Parameter count: At most about so many items.
  private init(isFlow: Bool, expecting count: Int) {
    self.isFlow = isFlow
    items.reserveCapacity(count)
  }

  private mutating func append(
    _ scalar: YAMLScalar, of bytes: some ByteSlice, lines: Range<Int>
  ) {
    let isEmpty =
      scalar.style == .plain
      ? scalar.range.isEmpty || scalar.isNull(in: bytes) : scalar.range.count == 2
    items.append(Item(scalar: scalar, isEmpty: isEmpty, lineSpan: ByteSpan(lines)))
  }

  /// Whether no item says anything.
  var isEmpty: Bool { items.allSatisfy(\.isEmpty) }

  /// What the items say that are not empty.
  func texts(in bytes: some ByteSlice) -> [Text] {
    var texts: [Text] = []
    texts.reserveCapacity(items.count)
    for item in items where !item.isEmpty { texts.append(item.scalar.text(in: bytes)) }
    return texts
  }

  /// The same, each once.
  func uniqueTexts(in bytes: ByteView) -> [Text] {
    if items.count < 2 { return texts(in: bytes) }
    var pieces = MetPieces(of: bytes, expecting: items.count)
    for item in items where !item.isEmpty {
      guard let inside = item.scalar.inside(in: bytes) else {
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
    return first.scalar.text(in: bytes)
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
        let scalar = YAMLScalar(at: rest, inFlow: true) ?? link(in: rest, where: takesLinks),
        scalar.style == .plain || !rest[scalar.range].contains(0x0A)
      else { return nil }
      list.append(scalar, of: rest, lines: scalar.range)
      rest = rest[scalar.range.upperBound...].trimmingLeadingSpace
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingSpace
    }
    guard rest.first == 0x5D else { return nil }
    list.span = ByteSpan(slice.startIndex..<rest.startIndex + 1)
    return (list, rest.dropFirst())
  }

  private static func link(in slice: some ByteSlice, where isTaken: Bool) -> YAMLScalar? {
    isTaken ? WikiLink.place(in: slice).map { YAMLScalar($0, .plain) } : nil
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
        list.append(YAMLScalar(none, .plain), of: lines, lines: line.range)
        continue
      }
      guard let scalar = YAMLScalar(at: value) ?? link(in: value, where: takesLinks),
        YAMLScalar.isEnd(value[scalar.range.upperBound...])
      else { return nil }
      list.append(scalar, of: value, lines: line.range)
    }
    guard let first = list.items.first, let last = list.items.last else { return nil }
    list.span = ByteSpan(first.lines.lowerBound..<last.lines.upperBound)
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
