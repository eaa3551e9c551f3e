/// The blocks whose content Org does not parse: `#+BEGIN_SRC` and the like (Org manual, "Literal examples"). A
/// block that does not end before the next heading is ordinary text. A quote is not among them, as its content
/// is parsed.
struct OrgBlocks {
  private static let names: [StaticString] = ["src", "example", "export", "comment", "verse"]

  /// True for the first or the last line of such a block.
  static func isEdge(_ text: some ByteSlice) -> Bool {
    let isBegin = text.hasPrefixIgnoringCase("#+begin_")
    guard isBegin || text.hasPrefixIgnoringCase("#+end_") else { return false }
    let rest = text.dropFirst(isBegin ? 8 : 6)
    let name = rest[..<rest.endOfWord]
    return names.contains { name.isSame(as: $0) }
  }

  /// For each name, the offset before which no block of that name ends, so that no text is searched twice.
  private var endless: [Int] = []

  /// The offset after a block; nil if the line opens none.
  mutating func end(ofBlockAt line: ByteLine, in bytes: some ByteSlice) -> Int? {
    let text = bytes[line].trimmingLeadingBlanks
    guard text.hasPrefixIgnoringCase("#+begin_") else { return nil }
    let name = text.dropFirst(8).prefix { !$0.isBlank }
    guard let index = OrgBlocks.names.firstIndex(where: { name.isSame(as: $0) }) else { return nil }
    if endless.isEmpty { endless = Array(repeating: 0, count: OrgBlocks.names.count) }
    if line.next <= endless[index] { return nil }
    var position = line.next
    while let next = bytes.line(at: position) {
      if OrgSyntax.isHeading(bytes[next]) { break }
      position = next.next
      let text = bytes[next].trimmingBlanks
      if text.first == 0x23, text.hasPrefixIgnoringCase("#+end_"),
        text.dropFirst(6).isSame(as: OrgBlocks.names[index])
      {
        return position
      }
    }
    endless[index] = max(position, line.next)
    return nil
  }
}
