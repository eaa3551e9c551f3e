/// The blocks whose text Org does not read: `#+BEGIN_SRC` and the like (Org manual, "Literal examples"). A
/// block that does not end before the next heading is none, and a quote holds text like any other.
struct OrgBlocks {
  private static let names: [StaticString] = ["src", "example", "export", "comment", "verse"]

  /// By name: up to where it is known that no block of that name ends.
  private var endless: [Int] = []

  /// Where the text behind a block goes on; nil when the line opens none.
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
