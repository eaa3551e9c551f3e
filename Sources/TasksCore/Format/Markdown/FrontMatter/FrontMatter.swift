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
    let start = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let line = bytes.line(at: start), isFence(bytes[line]), line.hasEnd else {
      return nil
    }
    return line
  }

  private static func isFence(_ line: ByteView, of signs: StaticString = "---") -> Bool {
    line.hasPrefix(signs) && line.dropFirst(3).allSatisfy(\.isBlank)
  }
}
