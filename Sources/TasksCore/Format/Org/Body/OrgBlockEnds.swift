/// The lines that end drawers and blocks whose content may hold lists (`#+BEGIN_QUOTE` and the like), indexed
/// in one pass.
struct OrgBlockEnds {
  private var drawers: [Int] = []
  private var dynamic: [Int] = []
  /// Keyed by block name in lower case.
  private var blocks: [[UInt8]: [Int]] = [:]

  init(in text: ByteView) {
    for line in ByteLines(text) {
      let content = text[line].trimmingBlanks
      if OrgSyntax.isHeading(text[line]) { break }
      if content.isSame(as: ":END:") {
        drawers.append(line.start)
      } else if content.isSame(as: "#+END:") {
        dynamic.append(line.start)
      } else if content.hasPrefixIgnoringCase("#+end_") {
        blocks[content.dropFirst(6).map(\.lowercasedASCII), default: []].append(line.start)
      }
    }
  }

  /// The start of the line that closes the block or drawer opened by a line; nil if the line opens none, or if
  /// none closes before `limit`.
  func end(ofAreaOpenedBy text: ByteView, at line: ByteLine, within limit: Int) -> Int? {
    let ends: [Int]
    if text.first == 0x3A {
      ends = OrgSyntax.drawerName(text) == nil ? [] : drawers
    } else if text.hasPrefixIgnoringCase("#+begin:") {
      ends = dynamic
    } else if text.hasPrefixIgnoringCase("#+begin_") {
      let rest = text.dropFirst(8)
      ends = blocks[rest[..<rest.endOfWord].map(\.lowercasedASCII)] ?? []
    } else {
      return nil
    }
    var (lower, upper) = (0, ends.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if ends[middle] <= line.start { lower = middle + 1 } else { upper = middle }
    }
    return lower < ends.count && ends[lower] < limit ? ends[lower] : nil
  }
}
