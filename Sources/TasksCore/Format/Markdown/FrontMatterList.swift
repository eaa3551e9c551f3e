/// A list of scalars in front matter: `[a, b]` on one line, or `- a` lines of one indentation.
struct FrontMatterList {
  struct Item {
    let scalar: YAMLScalar
    /// The whole line of a `- a` item; in a flow list as the scalar's range.
    let lines: Range<Int>

    /// Nothing between two commas, `- ` alone or `~`: not an element of ours, and left where it is.
    var isEmpty: Bool { scalar.isNull || scalar.text.isEmpty }
  }

  let isFlow: Bool
  let items: [Item]
  /// A flow list with its brackets; the item lines of the other.
  let range: Range<Int>

  var texts: [Text] { items.lazy.filter { !$0.isEmpty }.map(\.scalar.text) }

  /// Reads `[a, 'b']`; nil when it does not end on the line or holds anything but scalars.
  static func flow(
    _ slice: ArraySlice<UInt8>
  ) -> (list: FrontMatterList, rest: ArraySlice<UInt8>)? {
    var items: [Item] = []
    var rest = slice.dropFirst().trimmingLeadingBlanks
    while rest.first != 0x5D {
      guard let (scalar, tail) = YAMLScalar.parse(rest, inFlow: true) else { return nil }
      items.append(Item(scalar: scalar, lines: scalar.range))
      rest = tail.trimmingLeadingBlanks
      guard rest.first == 0x2C else { break }
      rest = rest.dropFirst().trimmingLeadingBlanks
    }
    guard rest.first == 0x5D else { return nil }
    let range = slice.startIndex..<rest.startIndex + 1
    return (FrontMatterList(isFlow: true, items: items, range: range), rest.dropFirst())
  }

  /// Reads the lines below a key; nil when any of them is more than `- scalar`, a comment or blank.
  static func block(_ lines: ArraySlice<UInt8>) -> FrontMatterList? {
    var items: [Item] = []
    var indent: Int?
    for line in ByteLines(lines) {
      let text = line.content.trimmingLeadingBlanks
      if text.isEmpty || text.first == 0x23 { continue }
      let depth = text.startIndex - line.content.startIndex
      guard text.first == 0x2D, depth == indent ?? depth,
        line.content.prefix(depth).allSatisfy({ $0 == 0x20 })
      else { return nil }
      indent = depth
      let afterDash = text.dropFirst()
      let value = afterDash.trimmingLeadingBlanks
      guard value.startIndex > afterDash.startIndex || value.isEmpty else { return nil }
      if YAMLScalar.isEnd(afterDash) {
        let none = YAMLScalar(
          text: .empty, style: .plain, range: afterDash.startIndex..<afterDash.startIndex)
        items.append(Item(scalar: none, lines: line.range))
        continue
      }
      guard let (scalar, rest) = YAMLScalar.parse(value), YAMLScalar.isEnd(rest) else { return nil }
      items.append(Item(scalar: scalar, lines: line.range))
    }
    guard let first = items.first, let last = items.last else { return nil }
    return FrontMatterList(
      isFlow: false, items: items, range: first.lines.lowerBound..<last.lines.upperBound)
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
    let items = values.map { writer.print($0, inFlow: true) }
    return [0x5B] + Array(items.joined(separator: [0x2C, 0x20])) + [0x5D]
  }

  private func replacingFlow(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter
  ) -> [Replacement] {
    let old = items.filter { !$0.isEmpty }
    var kept = new.map { writer.print($0, inFlow: true) }
    for hunk in FrontMatterList.stretches(old.map(\.scalar.text), new.map(\.text)) {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        kept[newIndex] = Array(bytes[old[oldIndex].scalar.range])
      }
    }
    var separator: [UInt8] = [0x2C, 0x20]
    if items.count > 1 {
      separator = Array(bytes[items[0].scalar.range.upperBound..<items[1].scalar.range.lowerBound])
    }
    let inside = bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
    let leading = new.isEmpty ? [] : inside.prefix { $0.isBlank }
    let isBare = new.isEmpty || leading.count == inside.count
    let trailing = isBare ? [] : Array(inside.reversed().prefix { $0.isBlank })
    let text = leading + Array(kept.joined(separator: separator)) + trailing
    return [Replacement(range.lowerBound + 1..<range.upperBound - 1, Array(text))]
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

  /// What two lists share, as the gaps between the hunks of their difference.
  private static func stretches(_ old: [Text], _ new: [Text]) -> [LineDifference.Hunk] {
    var stretches: [LineDifference.Hunk] = []
    var (x, y) = (0, 0)
    let end = LineDifference.Hunk(old: old.count..<old.count, new: new.count..<new.count)
    for hunk in LineDifference(old, new).hunks + [end] {
      stretches.append(
        LineDifference.Hunk(old: x..<hunk.old.lowerBound, new: y..<hunk.new.lowerBound))
      (x, y) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return stretches
  }
}
