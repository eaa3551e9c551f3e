/// A list of scalars in front matter: `[a, b]`, or `- a` lines with the same indent.
package struct FrontMatterList {
  package struct Item {
    let scalar: YAMLScalar
    /// True between two commas, for `- ` alone and for `~` or empty quotes: not an element of the field, and
    /// left in place.
    package let isEmpty: Bool
    /// The whole line of a `- a` item; in a flow list, the range of the element.
    let lines: Range<Int>

    fileprivate init(_ scalar: YAMLScalar, in bytes: some ByteSlice, lines: Range<Int>) {
      self.scalar = scalar
      isEmpty =
        scalar.style == .plain
        ? scalar.range.isEmpty || scalar.isNull(in: bytes) : scalar.range.count == 2
      self.lines = lines
    }

    var range: Range<Int> { scalar.range }
    /// True for an empty item without quotes.
    var isNull: Bool { isEmpty && scalar.style == .plain }
  }

  /// All items in order, including empty ones.
  package let items: [Item]
  /// A flow list with its brackets; the item lines of a block list.
  let range: Range<Int>
  let isFlow: Bool

  /// The elements: the items that are not empty.
  var elements: [YAMLScalar] { items.compactMap { $0.isEmpty ? nil : $0.scalar } }

  /// True if all items are empty.
  var isEmpty: Bool { items.allSatisfy(\.isEmpty) }

  /// True if more than one item is not empty.
  var hasSeveral: Bool { elements.count > 1 }

  package func texts(in bytes: some ByteSlice) -> [Text] { elements.map { $0.text(in: bytes) } }

  // MARK: Reading

  /// Parses `[a, 'b']`, which may span several lines; returns nil if an element is not a scalar or spans lines.
  ///
  /// - Parameter takesLinks: Whether wiki links may be unquoted, as in `[[[Quarter]], b]`.
  static func flow<Bytes: ByteSlice>(
    _ slice: Bytes, takesLinks: Bool = false
  ) -> (list: FrontMatterList, rest: Bytes)? {
    var items: [Item] = []
    var rest = slice.dropFirst().trimmingLeadingSpace
    while rest.first != 0x5D {
      guard
        let scalar = YAMLScalar(at: rest, inFlow: true) ?? link(in: rest, where: takesLinks),
        scalar.style == .plain || !rest[scalar.range].contains(0x0A)
      else { return nil }
      items.append(Item(scalar, in: rest, lines: scalar.range))
      rest = rest[scalar.range.upperBound...].trimmingLeadingSpace
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingSpace
    }
    guard rest.first == 0x5D else { return nil }
    rest = rest.dropFirst()
    let list = FrontMatterList(
      items: items, range: slice.startIndex..<rest.startIndex, isFlow: true)
    return (list, rest)
  }

  /// Parses the lines below a key; returns nil if any of them is not `- scalar`, a comment or blank.
  static func block(_ lines: ByteView, takesLinks: Bool = false) -> FrontMatterList? {
    var items: [Item] = []
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
        let none = YAMLScalar(afterDash.startIndex..<afterDash.startIndex, .plain)
        items.append(Item(none, in: lines, lines: line.range))
        continue
      }
      guard let scalar = YAMLScalar(at: value) ?? link(in: value, where: takesLinks),
        YAMLScalar.isEnd(value[scalar.range.upperBound...])
      else { return nil }
      items.append(Item(scalar, in: value, lines: line.range))
    }
    guard let first = items.first, let last = items.last else { return nil }
    return FrontMatterList(
      items: items, range: first.lines.lowerBound..<last.lines.upperBound, isFlow: false)
  }

  private static func link(in slice: some ByteSlice, where isTaken: Bool) -> YAMLScalar? {
    isTaken ? WikiLink.place(in: slice).map { YAMLScalar($0, .plain) } : nil
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
