/// Giving a list other elements.
extension FrontMatterList {
  /// The replacements that make the list hold `new`: items that stay keep their bytes, their comments and
  /// their place.
  func replacing(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8]
  ) -> [Replacement] {
    isFlow
      ? replacingFlow(with: new, in: bytes, writer: writer)
      : replacingBlock(with: new, in: bytes, writer: writer, lineEnd: lineEnd)
  }

  /// Another value in the place of one item.
  func replacing(
    _ item: Item, with new: YAMLWriter.Value, in bytes: [UInt8], writer: YAMLWriter
  ) -> Replacement {
    Replacement(
      item.range,
      isFlow
        ? writer.print(new, inFlow: true) : writer.print(new, replacing: item.scalar, in: bytes))
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
        replacements.append(
          replacing(old[oldIndex], with: new[newIndex], in: bytes, writer: writer))
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
