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

  /// The same, items that are written alike once.
  func uniqueTexts(in bytes: ByteView) -> [Text] {
    var pieces = MetPieces(of: bytes, expecting: items.count)
    for item in items where !item.isEmpty {
      pieces.append(item.range) { _ in text(of: item, in: bytes) }
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

  /// Reads `[a, 'b']`, which may go on in lines below; nil when it holds anything but scalars, each on a line.
  static func flow<Bytes: ByteSlice>(_ slice: Bytes) -> (list: FrontMatterList, rest: Bytes)? {
    var list = FrontMatterList(isFlow: true, expecting: slice.count(of: 0x2C) + 1)
    var rest = slice.dropFirst().trimmingLeadingSpace
    while rest.first != 0x5D {
      guard let place = YAMLScalar.place(in: rest, inFlow: true),
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

  /// Reads the lines below a key; nil when any of them is more than `- scalar`, a comment or blank.
  static func block(_ lines: ByteView) -> FrontMatterList? {
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
      guard let place = YAMLScalar.place(in: value),
        YAMLScalar.isEnd(value[place.range.upperBound...])
      else { return nil }
      list.append(place, of: value, lines: line.range)
    }
    guard let first = list.items.first, let last = list.items.last else { return nil }
    list.range = first.lines.lowerBound..<last.lines.upperBound
    return list
  }

  /// The replacements that make the list hold `new`: items that stay keep their bytes, their comments and
  /// their place.
  func replacing(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8]
  ) -> [Replacement] {
    isFlow
      ? replacingFlow(with: new, in: bytes, writer: writer)
      : replacingBlock(with: new, in: bytes, writer: writer, lineEnd: lineEnd)
  }

  /// `[a, b]` of texts.
  static func printFlow(_ values: [YAMLWriter.Value], writer: YAMLWriter) -> [UInt8] {
    var out: [UInt8] = [0x5B]
    for value in values {
      if out.count > 1 { out += [0x2C, 0x20] }
      out += writer.print(value, inFlow: true)
    }
    return out + [0x5D]
  }

  private func replacingFlow(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter
  ) -> [Replacement] {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    if new.isEmpty { return [Replacement(inside, "")] }
    var separator: [UInt8] = [0x2C, 0x20]
    if items.count > 1 {
      separator = Array(bytes[items[0].range.upperBound..<items[1].range.lowerBound])
    }
    let old = items.indices.filter { !items[$0].isEmpty }
    let print: (Int) -> [UInt8] = { writer.print(new[$0], inFlow: true) }
    guard !old.isEmpty else {
      return [Replacement(inside, Array(new.indices.map(print).joined(separator: separator)))]
    }
    var replacements: [Replacement] = []
    let texts = self.texts(in: bytes[...])
    for hunk in LineDifference(texts, new.map(\.text)).hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        replacements.append(Replacement(items[old[oldIndex]].range, print(newIndex)))
      }
      let surplus = hunk.old.dropFirst(hunk.new.count)
      if let first = surplus.first, let last = surplus.last {
        replacements.append(Replacement(stretch(old[first]...old[last]), ""))
      }
      let added = hunk.new.dropFirst(hunk.old.count)
      guard !added.isEmpty else { continue }
      let text = Array(added.map(print).joined(separator: separator))
      if hunk.old.upperBound > 0 {
        let end = items[old[hunk.old.upperBound - 1]].range.upperBound
        replacements.append(Replacement(end..<end, separator + text))
      } else {
        let start = items[old[0]].range.lowerBound
        replacements.append(Replacement(start..<start, text + separator))
      }
    }
    return replacements
  }

  /// Elements of a flow list with what separates them from the next one, or at the end from the one before.
  private func stretch(_ indices: ClosedRange<Int>) -> Range<Int> {
    let start = items[indices.lowerBound].range
    if indices.upperBound + 1 < items.count {
      return start.lowerBound..<items[indices.upperBound + 1].range.lowerBound
    }
    let end = items[indices.upperBound].range.upperBound
    return
      (indices.lowerBound > 0
      ? items[indices.lowerBound - 1].range.upperBound : start.lowerBound)..<end
  }

  private func replacingBlock(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8]
  ) -> [Replacement] {
    let old = items.filter { !$0.isEmpty }
    guard let model = old.first ?? items.first else { return [] }
    let dash =
      model.isEmpty
      ? bytes[model.lines.lowerBound..<model.range.lowerBound] + [0x20]
      : bytes[model.lines.lowerBound..<model.range.lowerBound]
    var replacements: [Replacement] = []
    let texts = self.texts(in: bytes[...])
    for hunk in LineDifference(texts, new.map(\.text)).hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        let item = old[oldIndex]
        let scalar = YAMLScalar(text: texts[oldIndex], range: item.range, style: item.style)
        replacements.append(
          Replacement(scalar.range, writer.print(new[newIndex], replacing: scalar)))
      }
      let surplus = hunk.old.dropFirst(hunk.new.count)
      replacements += surplus.map { Replacement(old[$0].lines, "") }
      let added = new[hunk.new.dropFirst(hunk.old.count)]
      guard !added.isEmpty else { continue }
      let before = hunk.old.upperBound - 1
      let position =
        before >= 0 ? old[before].lines.upperBound : old.first?.lines.lowerBound ?? range.upperBound
      let lines = added.map { dash + writer.print($0) + lineEnd }
      replacements.append(Replacement(position..<position, Array(lines.joined())))
    }
    return replacements
  }
}

extension ByteSlice {
  /// Without blanks and line ends.
  fileprivate var trimmingLeadingSpace: Self {
    var rest = trimmingLeadingBlanks
    while rest.hasPrefix("\n") || rest.hasPrefix("\r\n") {
      rest = rest.dropFirst(rest.first == 0x0A ? 1 : 2).trimmingLeadingBlanks
    }
    return rest
  }
}
