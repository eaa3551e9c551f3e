/// Comments on lines of their own, further in than the key above them.
extension FrontMatterEditor {
  /// Behind those that follow; comments at the left edge may be about what stands below them.
  func endOfComments(from start: Int) -> Int {
    var end = start
    for line in ByteLines(bytes[start..<frontMatter.closing.start]) {
      let content = bytes[line]
      guard YAMLScalar.isComment(content), content.first != 0x23 else { break }
      if !content.isBlankLine { end = line.next }
    }
    return end
  }

  /// Whether a line that is far enough in may be part of a text above: `|` or `>` begins one, behind a blank.
  func mayBeText(at position: Int) -> Bool {
    let above = bytes[frontMatter.opening.next..<position]
    return above.indices.contains {
      (above[$0] == 0x7C || above[$0] == 0x3E) && bytes[$0 - 1].isBlank
    }
  }
}
