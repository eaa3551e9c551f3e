/// A heading of level 1 or 2 at the start of a line (CommonMark, "ATX headings").
struct MarkdownHeading {
  let line: ByteLine
  /// The number of the line, from 0.
  let number: Int
  let level: Int

  /// Reads a heading; nil if the line is none.
  init?(_ line: ByteLine, _ content: ByteView, number: Int) {
    guard content.first == 0x23 else { return nil }
    level = content.hasPrefix("##") ? 2 : 1
    guard content.count > level, content[line.start + level].isBlank else { return nil }
    self.line = line
    self.number = number
  }
}
