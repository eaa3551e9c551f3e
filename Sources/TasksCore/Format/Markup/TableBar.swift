/// Bars inside table cells, escaped as `\|` in Markdown and `\vert{}` in Org (GitHub, "Tables"; Org manual,
/// "Built-in Table Editor").
enum TableBar {
  static func fromMarkdown(_ cell: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    for byte in cell {
      if byte == 0x7C, out.last == 0x5C { out.removeLast() }
      out.append(byte)
    }
    return out
  }

  static func inMarkdown(_ cell: [UInt8]) -> [UInt8] {
    cell.flatMap { $0 == 0x7C ? [0x5C, 0x7C] : [$0] }
  }

  /// Replaces `\vert` by a bar, except in code and formulas.
  static func fromOrg(_ cell: ArraySlice<UInt8>) -> [UInt8] {
    guard cell.contains(0x5C) else { return Array(cell) }
    let places = VerbatimRanges(in: cell)
    var out: [UInt8] = []
    var position = cell.startIndex
    while position < cell.endIndex {
      if let end = end(ofNameAt: position, in: cell), !places.hides(position) {
        out.append(0x7C)
        position = end
      } else {
        out.append(cell[position])
        position += 1
      }
    }
    return out
  }

  static func inOrg(_ cell: [UInt8]) -> [UInt8] {
    cell.flatMap { $0 == 0x7C ? Array("\\vert{}".utf8) : [$0] }
  }

  /// The spans of an Org cell with `\vert` replaced by bars in their text.
  static func reading(_ spans: [MarkupSpan]) -> [MarkupSpan] {
    spans.map { span in
      switch span {
      case .text(let text) where text.bytes.contains(0x5C):
        .text(Text(bytes: fromOrg(text.bytes[...])))
      case .emphasis(let kind, let sign, let inner):
        .emphasis(kind, sign: sign, reading(inner))
      case .text, .code, .link: span
      }
    }
  }

  /// The offset after `\vert{}`, or after `\vert` without a letter after it; nil for anything else.
  private static func end(ofNameAt position: Int, in text: ArraySlice<UInt8>) -> Int? {
    let rest = text[position...]
    guard rest.first == 0x5C, rest.hasPrefix("\\vert") else { return nil }
    let end = position + 5
    if text[end...].hasPrefix("{}") { return end + 2 }
    return text[end...].first?.isASCIILetter == true ? nil : end
  }
}
