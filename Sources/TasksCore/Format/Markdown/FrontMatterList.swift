/// A list of scalars in front matter: `[a, b]`, or `- a` lines of one indentation.
struct FrontMatterList {
  struct Item {
    let scalar: YAMLScalar
    /// The whole line of a `- a` item; in a flow list as the scalar's range.
    let lines: Range<Int>

    /// Nothing between two commas, `- ` alone or `~`: not an element of ours, and left where it is.
    var isEmpty: Bool { scalar.isNull || scalar.text.isEmpty }
  }

  let items: [Item]
  /// A flow list with its brackets; the item lines of the other.
  let range: Range<Int>
  let isFlow: Bool

  /// The only element.
  var onlyText: Text? {
    var filled = items.indices.lazy.filter { !items[$0].isEmpty }.makeIterator()
    guard let first = filled.next(), filled.next() == nil else { return nil }
    return items[first].scalar.text
  }

  var texts: [Text] {
    var texts: [Text] = []
    texts.reserveCapacity(items.count)
    for index in items.indices where !items[index].isEmpty {
      texts.append(items[index].scalar.text)
    }
    return texts
  }

  /// Reads `[a, 'b']`, which may go on in lines below; nil when it holds anything but scalars, each on a line.
  static func flow<Bytes: ByteSlice>(_ slice: Bytes) -> (list: FrontMatterList, rest: Bytes)? {
    var items: [Item] = []
    items.reserveCapacity(slice.count(of: 0x2C) + 1)
    var rest = slice.dropFirst().trimmingLeadingSpace
    while rest.first != 0x5D {
      guard let (scalar, tail) = YAMLScalar.parse(rest, inFlow: true),
        scalar.style == .plain || !rest[scalar.range].contains(0x0A)
      else { return nil }
      items.append(Item(scalar: scalar, lines: scalar.range))
      rest = tail.trimmingLeadingSpace
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingSpace
    }
    guard rest.first == 0x5D else { return nil }
    let range = slice.startIndex..<rest.startIndex + 1
    return (FrontMatterList(items: items, range: range, isFlow: true), rest.dropFirst())
  }

  /// Reads the lines below a key; nil when any of them is more than `- scalar`, a comment or blank.
  static func block(_ lines: ByteView) -> FrontMatterList? {
    var items: [Item] = []
    items.reserveCapacity(lines.count(of: 0x0A))
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
        let none = YAMLScalar(
          text: .empty, range: afterDash.startIndex..<afterDash.startIndex, style: .plain)
        items.append(Item(scalar: none, lines: line.range))
        continue
      }
      guard let (scalar, rest) = YAMLScalar.parse(value), YAMLScalar.isEnd(rest) else { return nil }
      items.append(Item(scalar: scalar, lines: line.range))
    }
    guard let first = items.first, let last = items.last else { return nil }
    return FrontMatterList(
      items: items, range: first.lines.lowerBound..<last.lines.upperBound, isFlow: false)
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
      separator = Array(bytes[items[0].scalar.range.upperBound..<items[1].scalar.range.lowerBound])
    }
    let old = items.indices.filter { !items[$0].isEmpty }
    let print: (Int) -> [UInt8] = { writer.print(new[$0], inFlow: true) }
    guard !old.isEmpty else {
      return [Replacement(inside, Array(new.indices.map(print).joined(separator: separator)))]
    }
    var replacements: [Replacement] = []
    let texts = old.map { items[$0].scalar.text }
    for hunk in LineDifference(texts, new.map(\.text)).hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        replacements.append(Replacement(items[old[oldIndex]].scalar.range, print(newIndex)))
      }
      let surplus = hunk.old.dropFirst(hunk.new.count)
      if let first = surplus.first, let last = surplus.last {
        replacements.append(Replacement(stretch(old[first]...old[last]), ""))
      }
      let added = hunk.new.dropFirst(hunk.old.count)
      guard !added.isEmpty else { continue }
      let text = Array(added.map(print).joined(separator: separator))
      if hunk.old.upperBound > 0 {
        let end = items[old[hunk.old.upperBound - 1]].scalar.range.upperBound
        replacements.append(Replacement(end..<end, separator + text))
      } else {
        let start = items[old[0]].scalar.range.lowerBound
        replacements.append(Replacement(start..<start, text + separator))
      }
    }
    return replacements
  }

  /// Elements of a flow list with what separates them from the next one, or at the end from the one before.
  private func stretch(_ indices: ClosedRange<Int>) -> Range<Int> {
    let start = items[indices.lowerBound].scalar.range
    if indices.upperBound + 1 < items.count {
      return start.lowerBound..<items[indices.upperBound + 1].scalar.range.lowerBound
    }
    let end = items[indices.upperBound].scalar.range.upperBound
    return
      (indices.lowerBound > 0
      ? items[indices.lowerBound - 1].scalar.range.upperBound : start.lowerBound)..<end
  }

  private func replacingBlock(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8]
  ) -> [Replacement] {
    let old = items.filter { !$0.isEmpty }
    guard let model = old.first ?? items.first else { return [] }
    let dash =
      model.isEmpty
      ? bytes[model.lines.lowerBound..<model.scalar.range.lowerBound] + [0x20]
      : bytes[model.lines.lowerBound..<model.scalar.range.lowerBound]
    var replacements: [Replacement] = []
    for hunk in LineDifference(old.map(\.scalar.text), new.map(\.text)).hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        let scalar = old[oldIndex].scalar
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
