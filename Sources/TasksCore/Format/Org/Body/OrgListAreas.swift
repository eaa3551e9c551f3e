/// The stack of Org blocks and drawers that contain the current line. Their content belongs to no list outside
/// of them, and ends none (checked in Emacs, `org-list-struct`).
struct OrgListAreas {
  private var open: [(end: Int, items: Int, list: Int)] = []
  /// Built on first use, as most texts have no blocks or drawers.
  private var ends: OrgBlockEnds?

  /// The number of open items around the innermost area.
  var items: Int { open.last?.items ?? 0 }

  /// Enters a block or drawer if the line opens one; returns whether it does.
  ///
  /// - Parameters:
  ///   - items: The number of open items.
  ///   - list: The list they are in.
  mutating func enter(at line: ByteLine, in notes: ByteView, items: Int, list: Int) -> Bool {
    let text = notes[line].trimmingBlanks
    guard text.first == 0x3A || text.hasPrefixIgnoringCase("#+begin_") else { return false }
    let ends = ends ?? OrgBlockEnds(in: notes)
    self.ends = ends
    let limit = open.last?.end ?? notes.endIndex
    guard let end = ends.end(ofAreaOpenedBy: text, at: line, within: limit) else { return false }
    open.append((end, items, list))
    return true
  }

  /// Leaves the area that ends with a line, and returns the items and list around it; nil if no area ends
  /// there.
  mutating func leave(at line: ByteLine) -> (items: Int, list: Int)? {
    guard let area = open.last, area.end == line.start else { return nil }
    open.removeLast()
    return (area.items, area.list)
  }
}
