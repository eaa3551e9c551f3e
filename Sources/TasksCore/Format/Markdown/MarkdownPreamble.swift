extension MarkdownDocument {
  /// The lines of the front matter that no field and no property shows: comments, maps and invalid YAML.
  package var preamble: Text {
    Text(bytes: Array(preambleLines.map { bytes[$0.text] + [0x0A] }.joined()))
  }

  /// Each line with the range of its text. The indent of a comment after a value is not part of the text: in
  /// another position it could make the comment part of a block scalar.
  private var preambleLines: [(line: ByteLine, text: Range<Int>)] {
    var lines: [(line: ByteLine, text: Range<Int>)] = []
    var position = frontMatter.opening.next
    func add(upTo end: Int) {
      var isBehindValue = true
      for line in ByteLines(bytes[position..<max(position, end)]) where !bytes[line].isBlankLine {
        isBehindValue = isBehindValue && YAMLScalar.isComment(bytes[line])
        let text = isBehindValue ? bytes[line].trimmingLeadingBlanks : bytes[line]
        lines.append((line, text.indices))
      }
    }
    for (index, entry) in frontMatter.entries.enumerated() where !fields.isHidden(index) {
      add(upTo: entry.range.lowerBound)
      position = entry.range.upperBound
    }
    add(upTo: frontMatter.closing.start)
    return lines
  }

  /// Replaces the lines of ``preamble``: lines that stay keep their bytes and positions, new ones follow the
  /// line before them.
  package func replacingPreamble(with text: Text) -> MarkdownDocument {
    let lines = preambleLines
    var new = text.lines.map(\.bytes)
    if new.last == [] { new.removeLast() }
    let hunks = LineDifference(lines.map { Array(bytes[$0.text]) }, new).hunks
    guard !hunks.isEmpty else { return self }
    var replacements: [Replacement] = []
    for hunk in hunks {
      let position =
        hunk.old.lowerBound > 0
        ? lines[hunk.old.lowerBound - 1].line.next
        : lines.first?.line.start ?? frontMatter.closing.start
      replacements += hunk.old.map { Replacement(lines[$0].line.range, "") }
      let added = new[hunk.new].map { $0 + lineEnd }
      replacements.append(Replacement(position..<position, Array(added.joined())))
    }
    return reread(Replacement.apply(replacements, to: bytes, lineEnd: lineEnd)) ?? self
  }
}
