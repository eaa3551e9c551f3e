extension MarkdownDocument {
  /// The file with other lines where those of ``preamble`` stand: lines that stay keep their bytes and their
  /// places, new ones follow the line they come after.
  public func replacingPreamble(with text: Text) -> MarkdownDocument {
    let lines = preambleLines
    var new = text.lines.map(\.bytes)
    if new.last == [] { new.removeLast() }
    let hunks = LineDifference(lines.map { Array(bytes[$0]) }, new).hunks
    guard !hunks.isEmpty else { return self }
    var replacements: [Replacement] = []
    for hunk in hunks {
      let position =
        hunk.old.lowerBound > 0
        ? lines[hunk.old.lowerBound - 1].next : lines.first?.start ?? frontMatter.closing.start
      replacements += hunk.old.map { Replacement(lines[$0].range, "") }
      let added = new[hunk.new].map { $0 + lineEnd }
      replacements.append(Replacement(position..<position, Array(added.joined())))
    }
    return reread(Replacement.apply(replacements, to: bytes, lineEnd: lineEnd)) ?? self
  }
}
