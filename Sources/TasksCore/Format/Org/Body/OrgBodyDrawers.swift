/// The log drawers in the text of an entry. Org finds one anywhere before the next heading, except in a block
/// whose content it does not parse, in another drawer, or if the block around it ends before the drawer does
/// (checked in Emacs, `org-element-at-point`).
struct OrgBodyDrawers {
  private let bytes: ByteView
  private var position: Int
  private var blocks = OrgBlocks()
  /// The names of the open blocks whose content is parsed (`#+BEGIN_QUOTE` and the like), outermost first. An
  /// end line closes the outermost block of its name, so that each name is listed once.
  private var open: [[UInt8]] = []
  private var openNames: Set<[UInt8]> = []
  /// The offset before which no drawer closes, so that no text is searched twice.
  private var unclosed = 0

  /// - Parameter bytes: The bytes from the start of the text.
  init(in bytes: ByteView) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func next() -> OrgLogbook.Drawer? {
    while let line = bytes.line(at: position), !OrgSyntax.isHeading(bytes[line]) {
      position = line.next
      let text = bytes[line].trimmingLeadingBlanks
      if text.first == 0x23 {
        if let end = blocks.end(ofBlockAt: line, in: bytes) {
          position = end
        } else {
          read(text)
        }
      } else if let name = OrgSyntax.drawerName(text), let closing = closing(of: line) {
        position = closing.next
        if name.isSame(as: "LOGBOOK") {
          return OrgLogbook.Drawer(opening: line, closing: closing)
        }
      }
    }
    return nil
  }

  private mutating func read(_ text: ByteView) {
    if text.hasPrefixIgnoringCase("#+begin_") {
      let rest = text.dropFirst(8)
      let name = rest[..<rest.endOfWord].map(\.lowercasedASCII)
      if openNames.insert(name).inserted { open.append(name) }
    } else if let name = OrgBodyDrawers.end(text), openNames.contains(name) {
      while let last = open.popLast() {
        openNames.remove(last)
        if last == name { break }
      }
    }
  }

  /// The name of the block that a line ends; nil if it ends none.
  private static func end(_ text: ByteView) -> [UInt8]? {
    guard text.first == 0x23, text.hasPrefixIgnoringCase("#+end_") else { return nil }
    return text.dropFirst(6).trimmingTrailingBlanks.map(\.lowercasedASCII)
  }

  /// The line that closes a drawer; nil if the block around the drawer, or the text, ends before.
  private mutating func closing(of opening: ByteLine) -> ByteLine? {
    guard opening.start >= unclosed else { return nil }
    var next = opening.next
    while let line = bytes.line(at: next), !OrgSyntax.isHeading(bytes[line]) {
      let text = bytes[line].trimmingLeadingBlanks
      if OrgLogbook.isEnd(text) { return line }
      if let name = OrgBodyDrawers.end(text), openNames.contains(name) { break }
      next = line.next
    }
    unclosed = next
    return nil
  }
}
