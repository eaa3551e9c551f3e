/// The lines of an Org text in which timestamps count: not those of code, comments, settings and formulas.
enum TimestampLines {
  /// Which lines of a text are asked for.
  enum Part {
    /// Those of the task itself: up to the first heading in the text.
    case own
    /// Those that an agenda reads: the sections below as well, unless they are commented or archived.
    case shown
  }

  /// Returns the ranges of the lines without their ends, in order; there are none in a text without a `<`.
  static func ranges(in bytes: [UInt8], _ part: Part) -> [Range<Int>] {
    guard bytes.contains(0x3C) else { return [] }
    var found: [Range<Int>] = []
    var blocks = OrgBlocks()
    var formulas = OrgFormulas()
    // The captions seen so far. They count only if a line follows that they belong to.
    var captions: [Range<Int>] = []
    // The level of the hidden section that the line is in.
    var hidden: Int?
    var position = 0
    while let line = bytes[...].line(at: position) {
      let content = bytes[line]
      if OrgSyntax.isHeading(content) {
        if part == .own { break }
        (position, captions) = (line.next, [])
        let level = content.prefix { $0 == 0x2A }.count
        if let outer = hidden, level > outer { continue }
        hidden = isHidden(heading: content.dropFirst(level)) ? level : nil
        if hidden == nil { found.append(line.content) }
        continue
      }
      if hidden != nil {
        position = line.next
        continue
      }
      let block = blocks.end(ofBlockAt: line, in: bytes[...])
      // Timestamps in a verse block count.
      let isVerse = content.trimmingLeadingBlanks.hasPrefixIgnoringCase("#+begin_verse")
      position = isVerse ? line.next : block ?? line.next
      if let words = OrgSyntax.caption(content.trimmingLeadingBlanks) {
        captions.append(words)
        continue
      }
      if !OrgSyntax.isAffiliated(content.trimmingLeadingBlanks) {
        if !content.isBlankLine { found += captions }
        captions = []
      }
      guard block == nil, !OrgSyntax.isComment(content), !OrgSyntax.isFixed(content),
        OrgSyntax.keyword(content) == nil
      else { continue }
      if let end = formulas.end(ofFormulaAt: line, in: bytes) {
        position = end
        continue
      }
      found.append(line.content)
    }
    return found
  }

  /// True for the heading of a section that no agenda reads, which begins with COMMENT or has the tag ARCHIVE.
  private static func isHidden(heading: ArraySlice<UInt8>) -> Bool {
    let words = heading.trimmingBlanks
    if words[..<words.endOfWord].isSame(as: "COMMENT") { return true }
    guard let tags = OrgSyntax.tagString(of: words) else { return false }
    return tags.split(separator: 0x3A).contains { $0.elementsEqual(Task.trashTag.bytes) }
  }
}
