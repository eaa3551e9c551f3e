/// Where the blocks of text that holds lists, `#+BEGIN_QUOTE` and the like, and the drawers of a text end, found in
/// one go through it.
struct OrgBlockEnds {
  private var drawers: [Int] = []
  private var dynamic: [Int] = []
  /// By the names of the blocks, in small letters.
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

  /// The start of the line that ends what a line opens; nil where it opens nothing, or nothing that ends before
  /// `limit`.
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
