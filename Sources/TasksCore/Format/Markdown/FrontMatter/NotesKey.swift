/// Notes that another program (dstask) stores under a key.
extension FrontMatterEditor {
  /// Replaces the key's value; several lines become a literal block scalar (`|`) with the same indent as
  /// before.
  func setNotes(to new: Text) throws(EditError) -> [Replacement] {
    guard let entry = target(.notes), case .scalar(let old) = entry.value,
      let block = block(new, replacing: old, isExact: false)
    else { return try set(.notes, to: new.isEmpty ? nil : .text(new)) }
    return [Replacement(old.range, block)]
  }

  /// Prints a literal block scalar; returns nil if the text needs a quoted scalar instead: a single line,
  /// characters that need an escape, or a comment below that would become part of the block.
  ///
  /// - Parameter isExact: Whether a line feed at the end of the text is significant.
  func block(_ text: Text, replacing old: YAMLScalar, isExact: Bool) -> [UInt8]? {
    var lines = text.lines
    let endsLine = isExact && lines.count > 1 && lines.last?.isEmpty == true
    if endsLine { lines.removeLast() }
    let wasBlock = YAMLBlockHeader(of: bytes[old.range]) != nil
    // Blank lines at the end would not be part of the value.
    guard lines.count > 1 || endsLine, lines.last?.isEmpty == false,
      lines.allSatisfy({ $0.withBytes(YAMLWriter.isPrintable) }),
      lines.contains(where: { !$0.isBlank }),
      bytes[old.range.upperBound...].line(at: old.range.upperBound)
        .map({ bytes[$0].isBlankLine && (wasBlock || endOfComments(from: $0.next) == $0.next) })
        ?? true
    else { return nil }
    let chomping: UInt8? = endsLine ? nil : 0x2D
    var header = YAMLBlockHeader(of: bytes[old.range]) ?? YAMLBlockHeader(chomping: chomping)
    if isExact { header.chomping = chomping }
    if lines.first(where: { !$0.isEmpty })?.bytes.first?.isBlank == true { header.sayIndent() }
    let blanks = Array(repeating: UInt8(0x20), count: header.indent)
    return lines.reduce(into: header.bytes) { block, line in
      block += lineEnd + (line.isEmpty ? [] : blanks + line.bytes)
    }
  }
}

extension Text {
  fileprivate var isBlank: Bool { bytes[...].isBlankLine }
}
