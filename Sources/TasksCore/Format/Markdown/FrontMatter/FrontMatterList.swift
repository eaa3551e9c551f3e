/// The location of a list of scalars in front matter: `[a, b]`, or `- a` lines with the same indent. The
/// elements are parsed again on demand; only the first one is stored, as most lists have no other.
struct FrontMatterList {
  /// The location of an element. A list may have half a million.
  struct Item {
    let scalar: YAMLScalar
    /// True between two commas, for `- ` alone and for `~` or empty quotes: not an element of the field, and
    /// left in place.
    let isEmpty: Bool
    private let lineSpan: ByteSpan

    fileprivate init(_ scalar: YAMLScalar, in bytes: some ByteSlice, lines: Range<Int>) {
      self.scalar = scalar
      isEmpty =
        scalar.style == .plain
        ? scalar.range.isEmpty || scalar.isNull(in: bytes) : scalar.range.count == 2
      lineSpan = ByteSpan(lines)
    }

    /// Fast path for the usual form of a line: spaces, a dash and plain text; nil if the line may be anything
    /// else.
    fileprivate init?(plainAt start: Int, indent: Int, in bytes: some ByteSlice) {
      guard bytes.endIndex - start > indent + 3 else { return nil }
      for place in start..<start + indent where bytes[place] != 0x20 { return nil }
      guard bytes[start + indent] == 0x2D, bytes[start + indent + 1] == 0x20,
        let scalar = YAMLScalar(plainLineAt: start + indent + 2, in: bytes)
      else { return nil }
      (self.scalar, isEmpty) = (scalar, false)
      lineSpan = ByteSpan(start..<scalar.range.upperBound + 1)
    }

    var range: Range<Int> { scalar.range }
    /// True for an empty item without quotes.
    var isNull: Bool { isEmpty && scalar.style == .plain }
    /// The whole line of a `- a` item; in a flow list, the range of the element.
    var lines: Range<Int> { lineSpan.range }
  }

  private let span: ByteSpan
  /// The first element that is not empty.
  private let first: YAMLScalar
  private let (counted, filled): (UInt32, UInt32)
  private let takesLinks: Bool
  let isFlow: Bool

  private init(_ range: Range<Int>, _ tally: Tally, isFlow: Bool, takesLinks: Bool) {
    span = ByteSpan(range)
    (counted, filled) = (tally.count, tally.filled)
    first = tally.first ?? YAMLScalar(range, .plain)
    (self.isFlow, self.takesLinks) = (isFlow, takesLinks)
  }

  /// A flow list with its brackets; the item lines of a block list.
  var range: Range<Int> { span.range }

  /// True if all items are empty.
  var isEmpty: Bool { filled == 0 }

  /// True if more than one item is not empty.
  var hasSeveral: Bool { filled > 1 }

  /// The first element that is not empty.
  var firstScalar: YAMLScalar? { isEmpty ? nil : first }

  /// All items in order.
  func items(in bytes: some ByteSlice) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(count)
    walk(bytes) { items.append($0) }
    return items
  }

  /// The number of items, including empty ones.
  var count: Int { Int(counted) }

  /// Calls `show` for each item in order.
  @inline(__always)
  func walk(_ bytes: some ByteSlice, _ show: (Item) -> Void) {
    let slice = bytes[range]
    if isFlow {
      _ = FrontMatterList.walkFlow(slice, takesLinks, show)
    } else {
      _ = FrontMatterList.walkBlock(slice, takesLinks, show)
    }
  }

  /// The texts of all items that are not empty.
  func texts(in bytes: some ByteSlice) -> [Text] {
    guard hasSeveral else { return firstScalar.map { [$0.text(in: bytes)] } ?? [] }
    return items(in: bytes).compactMap { $0.isEmpty ? nil : $0.scalar.text(in: bytes) }
  }

  // MARK: Reading

  /// The counts and first element found by one pass over a list.
  private struct Tally {
    var (count, filled): (UInt32, UInt32) = (0, 0)
    var first: YAMLScalar?
    var lines: Range<Int>?

    @inline(__always)
    mutating func add(_ item: Item) {
      count += 1
      lines = (lines?.lowerBound ?? item.lines.lowerBound)..<item.lines.upperBound
      if item.isEmpty { return }
      filled += 1
      first = first ?? item.scalar
    }
  }

  /// Parses `[a, 'b']`, which may span several lines; returns nil if an element is not a scalar or spans lines.
  ///
  /// - Parameter takesLinks: Whether wiki links may be unquoted, as in `[[[Quarter]], b]`.
  static func flow<Bytes: ByteSlice>(
    _ slice: Bytes, takesLinks: Bool = false
  ) -> (list: FrontMatterList, rest: Bytes)? {
    var tally = Tally()
    guard let rest = walkFlow(slice, takesLinks, { tally.add($0) }) else { return nil }
    let list = FrontMatterList(
      slice.startIndex..<rest.startIndex, tally, isFlow: true, takesLinks: takesLinks)
    return (list, rest)
  }

  /// Parses the lines below a key; returns nil if any of them is not `- scalar`, a comment or blank.
  static func block(_ lines: ByteView, takesLinks: Bool = false) -> FrontMatterList? {
    var tally = Tally()
    guard walkBlock(lines, takesLinks, { tally.add($0) }), let range = tally.lines else {
      return nil
    }
    return FrontMatterList(range, tally, isFlow: false, takesLinks: takesLinks)
  }

  /// Calls `show` for each item of a flow list.
  ///
  /// - Returns: The text after the list; nil if it is not a valid list.
  @inline(__always)
  private static func walkFlow<Bytes: ByteSlice>(
    _ slice: Bytes, _ takesLinks: Bool, _ show: (Item) -> Void
  ) -> Bytes? {
    var rest = slice.dropFirst().trimmingLeadingSpace
    while rest.first != 0x5D {
      guard
        let scalar = YAMLScalar(at: rest, inFlow: true) ?? link(in: rest, where: takesLinks),
        scalar.style == .plain || !rest[scalar.range].contains(0x0A)
      else { return nil }
      show(Item(scalar, in: rest, lines: scalar.range))
      rest = rest[scalar.range.upperBound...].trimmingLeadingSpace
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingSpace
    }
    return rest.first == 0x5D ? rest.dropFirst() : nil
  }

  private static func link(in slice: some ByteSlice, where isTaken: Bool) -> YAMLScalar? {
    isTaken ? WikiLink.place(in: slice).map { YAMLScalar($0, .plain) } : nil
  }

  /// Calls `show` for each item of a block list; returns false if a line is anything else.
  @inline(__always)
  private static func walkBlock(
    _ lines: some ByteSlice, _ takesLinks: Bool, _ show: (Item) -> Void
  ) -> Bool {
    var indent: Int?
    var position = lines.startIndex
    while position < lines.endIndex {
      if let indent, let item = Item(plainAt: position, indent: indent, in: lines) {
        position = item.lines.upperBound
        show(item)
        continue
      }
      guard let line = lines.line(at: position) else { return true }
      position = line.next
      let content = lines[line]
      let text = content.trimmingLeadingBlanks
      if text.isEmpty || text.first == 0x23 { continue }
      let depth = text.startIndex - line.start
      guard text.first == 0x2D, depth == indent ?? depth,
        content.prefix(depth).allSatisfy({ $0 == 0x20 })
      else { return false }
      indent = depth
      let afterDash = text.dropFirst()
      let value = afterDash.trimmingLeadingBlanks
      guard value.startIndex > afterDash.startIndex || value.isEmpty else { return false }
      if YAMLScalar.isEnd(afterDash) {
        let none = YAMLScalar(afterDash.startIndex..<afterDash.startIndex, .plain)
        show(Item(none, in: lines, lines: line.range))
        continue
      }
      guard let scalar = YAMLScalar(at: value) ?? link(in: value, where: takesLinks),
        YAMLScalar.isEnd(value[scalar.range.upperBound...])
      else { return false }
      show(Item(scalar, in: value, lines: line.range))
    }
    return true
  }
}

extension ByteSlice {
  /// Without leading whitespace and line ends.
  fileprivate var trimmingLeadingSpace: Self {
    guard let first, first <= 0x20 else { return self }
    var rest = trimmingLeadingBlanks
    while rest.hasPrefix("\n") || rest.hasPrefix("\r\n") {
      rest = rest.dropFirst(rest.first == 0x0A ? 1 : 2).trimmingLeadingBlanks
    }
    return rest
  }
}
