/// The lines between the `---` at the top of a Markdown file and the `---` or `...` that ends them (YAML 1.2,
/// 9.1.2).
package struct FrontMatter {
  package let opening: ByteLine
  package let closing: ByteLine
  /// In file order.
  package let entries: [FrontMatterEntry]

  /// Returns nil if the file does not begin with `---`, after an optional byte order mark, or if no line closes
  /// it.
  init?(_ bytes: ByteView) {
    guard let opening = FrontMatter.opening(of: bytes) else { return nil }
    var entries: [FrontMatterEntry] = []
    entries.reserveCapacity(16)
    var position = opening.next
    // No entry extends past the closing line.
    while true {
      guard let line = bytes.line(at: position) else { return nil }
      if FrontMatter.isClosing(bytes[line]) {
        (self.opening, closing, self.entries) = (opening, line, entries)
        return
      }
      if let entry = FrontMatterEntry(line, in: bytes) {
        position = entry.range.upperBound
        entries.append(entry)
      } else {
        position = line.next
      }
    }
  }

  private static func isClosed(after opening: ByteLine, in bytes: ByteView) -> Bool {
    var position = opening.next
    while let line = bytes.line(at: position) {
      if isClosing(bytes[line]) { return true }
      position = line.next
    }
    return false
  }

  private static func isClosing(_ line: ByteView) -> Bool {
    switch line.first {
    case 0x2D: isFence(line)
    case 0x2E: isFence(line, of: "...")
    default: false
    }
  }

  /// The line number, from 1, of the `status` in a file that begins like a task but whose front matter is never
  /// closed. Such a file must be reported, not ignored.
  static func statusLineOfUnclosed(_ bytes: ByteView) -> Int? {
    guard let opening = opening(of: bytes), !isClosed(after: opening, in: bytes) else {
      return nil
    }
    var number = 1
    var position = opening.next
    while let line = bytes.line(at: position) {
      number += 1
      position = line.next
      let content = bytes[line]
      guard let first = content.first else { return nil }
      if first.isBlank || first == 0x2D || first == 0x23 { continue }
      let alone = ByteLine(content: line.content, next: line.content.upperBound)
      guard let entry = FrontMatterEntry(alone, in: content) else { return nil }
      if entry.field?.key == .status, !entry.isEmpty { return number }
    }
    return nil
  }

  /// The line number, from 1, of a `status` whose value is not a state but a list, a map or an alias; use only
  /// for a file that is not a task.
  static func lineOfUnreadStatus(_ bytes: ByteView) -> Int? {
    guard let frontMatter = FrontMatter(bytes),
      let entry = frontMatter.entries.first(where: { $0.field?.key == .status && !$0.isEmpty })
    else { return nil }
    return bytes[..<entry.range.lowerBound].count { $0 == 0x0A } + 1
  }

  private static func opening(of bytes: ByteView) -> ByteLine? {
    let start = bytes.startIndex + bytes.byteOrderMarkLength
    guard let line = bytes.line(at: start), isFence(bytes[line]), line.hasEnd else {
      return nil
    }
    return line
  }

  private static func isFence(_ line: ByteView, of signs: StaticString = "---") -> Bool {
    line.hasPrefix(signs) && line.dropFirst(3).allSatisfy(\.isBlank)
  }
}

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

/// A Markdown file of another program, with the texts of its keys as they are, also of those that are fields.
package struct ForeignFrontMatter {
  private let document: MarkdownDocument

  /// Returns nil if the file has no front matter with a status.
  package init?(_ bytes: [UInt8], workflow: Workflow) {
    guard let document = MarkdownDocument(bytes, path: "", workflow: workflow) else { return nil }
    self.document = document
  }

  /// The task, with all keys that are no fields as properties.
  package var task: Task { document.shownTask }

  /// The text of a key; nil if it has none.
  package func text(_ key: StaticString) -> Text? { reading(key) { $0.text(in: $1) } ?? nil }

  /// The texts of a list, or of one value.
  package func texts(_ key: StaticString) -> [Text] {
    reading(key) { entry, bytes in
      if case .list(let list) = entry.value { return list.texts(in: bytes) }
      return entry.text(in: bytes).map { [$0] } ?? []
    } ?? []
  }

  /// What stands after the colon of a key, also if it is no YAML; nil if the key is missing or nothing stands there.
  package func line(_ key: StaticString) -> Text? {
    let text = reading(key) { Text(bytes: $1[$0.rest].trimmingBlanks) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a key has a value that is neither a text nor a list of texts.
  package func isNested(_ key: StaticString) -> Bool {
    reading(key) { entry, bytes in
      if case .list = entry.value { return false }
      return entry.text(in: bytes) == nil
    } ?? false
  }

  private func reading<Value>(
    _ key: StaticString, _ read: (FrontMatterEntry, ByteView) -> Value
  ) -> Value? {
    document.bytes.withView { bytes in
      document.frontMatter.entries.first { bytes[$0.key].isSame(as: key) }.map { read($0, bytes) }
    }
  }
}
