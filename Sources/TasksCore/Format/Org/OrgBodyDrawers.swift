/// The drawers of the log in the text of an entry: Org finds one anywhere before the next heading, but not in a block
/// whose text it does not read, not in another drawer, and not where what it stands in ends before it does (checked
/// in Emacs, `org-element-at-point`).
struct OrgBodyDrawers {
  private let bytes: ByteView
  private let name: OrgLogDrawerName
  private var position: Int
  private var blocks = OrgBlocks()
  /// The blocks that hold text like any other, `#+BEGIN_QUOTE` and the like, and may be open here: the names,
  /// outermost first. The first end of a name is that of the outermost, so that each is here once.
  private var open: [[UInt8]] = []
  private var openNames: Set<[UInt8]> = []
  /// Up to where it is known that no drawer closes.
  private var unclosed = 0

  /// - Parameter bytes: From where the text begins.
  init(in bytes: ByteView, _ name: OrgLogDrawerName) {
    self.bytes = bytes
    self.name = name
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
        if self.name.names(name) {
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

  /// The name of the block that a line ends.
  private static func end(_ text: ByteView) -> [UInt8]? {
    guard text.first == 0x23, text.hasPrefixIgnoringCase("#+end_") else { return nil }
    return text.dropFirst(6).trimmingTrailingBlanks.map(\.lowercasedASCII)
  }

  /// Nil where the block it stands in, or the text, ends before it.
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
