/// Indented comments on lines of their own, below a key.
extension FrontMatterEditor {
  /// The offset after the indented comment lines at `start`; an unindented comment may belong to what follows
  /// it.
  func endOfComments(from start: Int) -> Int {
    var end = start
    for line in ByteLines(bytes[start..<frontMatter.closing.start]) {
      let content = bytes[line]
      guard YAMLScalar.isComment(content), content.first != 0x23 else { break }
      if !content.isBlankLine { end = line.next }
    }
    return end
  }

  /// True if an indented line may be part of a block scalar above, which begins with `|` or `>` after a blank.
  func mayBeText(at position: Int) -> Bool {
    let above = bytes[frontMatter.opening.next..<position]
    return above.indices.contains {
      (above[$0] == 0x7C || above[$0] == 0x3E) && bytes[$0 - 1].isBlank
    }
  }
}
