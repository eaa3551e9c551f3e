/// Notes that another program (dstask) keeps under a key.
extension FrontMatterEditor {
  /// Puts them where the key's value stands; those of several lines as a block `|`, as deep as before.
  func setNotes(to new: Text) throws(EditError) -> [Replacement] {
    guard let entry = target(.notes), case .scalar(let old) = entry.value,
      let block = block(new, replacing: old, isExact: false)
    else { return try set(.notes, to: new.isEmpty ? nil : .text(new)) }
    return [Replacement(old.range, block)]
  }

  /// Nil where a quoted scalar says it better, or no block can: one line, signs that need an escape, or a
  /// comment that would become a part of it.
  ///
  /// - Parameter isExact: Whether a line feed at the end of the text counts.
  func block(_ text: Text, replacing old: YAMLScalar, isExact: Bool) -> [UInt8]? {
    var lines = text.lines
    let endsLine = isExact && lines.count > 1 && lines.last?.isEmpty == true
    if endsLine { lines.removeLast() }
    // Blanks alone would be no line, and blank lines at the end none of the text.
    guard lines.count > 1 || endsLine, lines.last?.isEmpty == false,
      lines.allSatisfy({ $0.withBytes(YAMLWriter.isPrintable) && ($0.isEmpty || !$0.isBlank) }),
      bytes[old.range.upperBound...].line(at: old.range.upperBound)
        .map({ bytes[$0].isBlankLine }) ?? true
    else { return nil }
    let clip = endsLine ? "" : "-"
    var (header, indent) = (Array("|\(clip)".utf8), 2)
    let below = ByteLines(bytes[old.range]).map { bytes[$0] }
    let sign = below[0].prefix { !$0.isBlank }
    let kept = isExact ? ["|\(clip)"] : ["|", "|-", "|+"]
    if kept.contains(where: { sign.elementsEqual($0.utf8) }) {
      header = Array(below[0])
      indent = below.dropFirst().first { !$0.isBlankLine }?.prefix { $0 == 0x20 }.count ?? 2
    }
    if lines[0].bytes.first?.isBlank == true { (header, indent) = (Array("|2\(clip)".utf8), 2) }
    let blanks = Array(repeating: UInt8(0x20), count: indent)
    return lines.reduce(into: header) { block, line in
      block += lineEnd + (line.isEmpty ? [] : blanks + line.bytes)
    }
  }
}

extension Text {
  fileprivate var isBlank: Bool { bytes[...].isBlankLine }
}
