/// The blocks and drawers of Org that the lines at hand stand in: what one holds belongs to no list outside of it, and
/// ends none (checked in Emacs, `org-list-struct`).
struct OrgListAreas {
  private var open: [(end: Int, items: Int, list: Int)] = []
  /// Found where it is first asked for: most texts have none.
  private var ends: OrgBlockEnds?

  /// How many of the items that are open stand around the innermost.
  var items: Int { open.last?.items ?? 0 }

  /// Whether a line opens one.
  ///
  /// - Parameters:
  ///   - items: How many items are open.
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

  /// What stands around the one that ends with a line; nil where none does.
  mutating func leave(at line: ByteLine) -> (items: Int, list: Int)? {
    guard let area = open.last, area.end == line.start else { return nil }
    open.removeLast()
    return (area.items, area.list)
  }
}
