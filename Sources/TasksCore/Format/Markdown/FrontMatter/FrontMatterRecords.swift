/// A list of flat maps in front matter, in which other programs store time entries and reminders: `- startTime:
/// …`, then more keys below the first one.
enum FrontMatterRecords {
  /// Parses the maps; returns nil if any line is not a key with a scalar.
  static func read(_ lines: ByteView) -> [[(key: Text, value: Text)]]? {
    var records: [[(key: Text, value: Text)]] = []
    let isRead = walk(lines) { field, text, _, isFirst in
      if isFirst { records.append([]) }
      if let value = field.text(in: text) {
        records[records.count - 1].append((Text(bytes: text[field.key]), value))
      }
    }
    return isRead && !records.isEmpty ? records : nil
  }

  /// True if the lines contain at least one map and nothing else.
  static func stand(in lines: ByteView) -> Bool {
    var isAny = false
    return walk(lines) { _, _, _, _ in isAny = true } && isAny
  }

  /// Calls `show` for each key, with the text and the line it is on, and whether it is the first of its map.
  ///
  /// - Returns: False if any line is not a key with a scalar.
  @inline(__always)
  static func walk(
    _ lines: ByteView,
    _ show: (_ field: FrontMatterEntry, _ text: ByteView, _ line: ByteLine, _ isFirst: Bool) -> Void
  ) -> Bool {
    var dashIndent: Int?
    var keyIndent = 0
    for line in ByteLines(lines) {
      var text = lines[line].trimmingLeadingBlanks
      if text.isEmpty || text.first == 0x23 { continue }
      let indent = text.startIndex - line.start
      let isFirst = text.first == 0x2D
      if isFirst {
        guard indent == dashIndent ?? indent else { return false }
        dashIndent = indent
        let inside = text.dropFirst().trimmingLeadingBlanks
        guard inside.startIndex > text.startIndex + 1 else { return false }
        keyIndent = inside.startIndex - line.start
        text = inside
      } else {
        guard indent == keyIndent, dashIndent != nil else { return false }
      }
      let whole = ByteLine(content: text.indices, next: text.endIndex)
      guard let field = FrontMatterEntry(whole, in: text) else { return false }
      switch field.value {
      case .scalar, .empty: show(field, text, line, isFirst)
      case .list, .records, .other: return false
      }
    }
    return true
  }
}
