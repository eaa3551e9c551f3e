/// A list of flat maps in front matter, as other programs keep time entries in it:
/// `- startTime: …`, then more keys under the first one.
enum FrontMatterRecords {
  /// Nil when any line is something else than a key with a scalar.
  static func read(_ lines: ByteView) -> [[(key: Text, value: Text)]]? {
    var records: [[(key: Text, value: Text)]] = []
    var dashIndent: Int?
    var keyIndent = 0
    for line in ByteLines(lines) {
      var text = lines[line].trimmingLeadingBlanks
      if text.isEmpty || text.first == 0x23 { continue }
      let indent = text.startIndex - line.start
      if text.first == 0x2D {
        guard indent == dashIndent ?? indent else { return nil }
        dashIndent = indent
        let inside = text.dropFirst().trimmingLeadingBlanks
        guard inside.startIndex > text.startIndex + 1 else { return nil }
        keyIndent = inside.startIndex - line.start
        text = inside
        records.append([])
      } else {
        guard indent == keyIndent, !records.isEmpty else { return nil }
      }
      let whole = ByteLine(content: text.indices, next: text.endIndex)
      guard let field = FrontMatterEntry(whole, in: text) else { return nil }
      switch field.value {
      case .scalar(let scalar):
        records[records.count - 1].append((Text(bytes: text[field.key]), scalar.text))
      case .empty: break
      case .list, .records, .other: return nil
      }
    }
    return records.isEmpty ? nil : records
  }
}
