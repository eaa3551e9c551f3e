/// Follows the blocks and drawers of an Org text from line to line. Lists and drawers in them are separate from those
/// around them (checked in Emacs, `org-list-struct`, `org-element-at-point`).
struct OrgAreas {
  enum Line {
    /// A line of text, or of a block that does not end before the area around it.
    case text
    /// The first line of a block that Org does not parse, with the offset after the block.
    case code(end: Int)
    /// The first line of a drawer, or of a block that Org parses (`#+BEGIN_QUOTE` and the like).
    case opening(closing: Int)
    /// The last line of the innermost area.
    case closing
  }

  private let text: ByteView
  private var code = OrgBlocks()
  /// The start of the last line of each open area, outermost first.
  private var open: [Int] = []
  /// The starts of the lines that end drawers (`:end:`) and blocks of each name (`#+end_quote`). Built on first use, as
  /// most texts have none.
  private var ends: [[UInt8]: [Int]]?

  init(_ text: ByteView) { self.text = text }

  /// Reads the next line, which is not a heading; lines of code are left out.
  mutating func read(_ line: ByteLine) -> Line {
    if open.last == line.start {
      open.removeLast()
      return .closing
    }
    let content = text[line].trimmingBlanks
    guard content.first == 0x3A || content.hasPrefix("#+") else { return .text }
    if let end = code.end(ofBlockAt: line, in: text) { return .code(end: end) }
    guard let key = OrgAreas.endKey(openedBy: content) else { return .text }
    let ends = ends ?? OrgAreas.ends(in: text)
    self.ends = ends
    guard let end = OrgAreas.first(of: ends[key] ?? [], after: line.start),
      end < open.last ?? text.endIndex
    else { return .text }
    open.append(end)
    return .opening(closing: end)
  }

  /// The line that ends the drawer or block that a line opens, in lower case; nil if it opens none.
  private static func endKey(openedBy text: ByteView) -> [UInt8]? {
    if OrgSyntax.drawerName(text) != nil { return Array(":end:".utf8) }
    guard text.hasPrefixIgnoringCase("#+begin_") else { return nil }
    let name = text.dropFirst(8)
    return Array("#+end_".utf8) + name[..<name.endOfWord].map(\.lowercasedASCII)
  }

  private static func ends(in text: ByteView) -> [[UInt8]: [Int]] {
    var ends: [[UInt8]: [Int]] = [:]
    for line in ByteLines(text) {
      if OrgSyntax.isHeading(text[line]) { break }
      let content = text[line].trimmingBlanks
      if content.isSame(as: ":END:") || content.hasPrefixIgnoringCase("#+end_") {
        ends[content.map(\.lowercasedASCII), default: []].append(line.start)
      }
    }
    return ends
  }

  private static func first(of places: [Int], after start: Int) -> Int? {
    var (lower, upper) = (0, places.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if places[middle] <= start { lower = middle + 1 } else { upper = middle }
    }
    return lower < places.count ? places[lower] : nil
  }
}
