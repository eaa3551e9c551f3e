extension MarkdownDocument {
  /// The lines of the front matter that no field and no property shows: comments, maps, what is no YAML.
  public var preamble: Text {
    Text(bytes: Array(preambleLines.map { bytes[$0.text] + [0x0A] }.joined()))
  }

  /// Each with what it says: of comments behind a value how far in they stand is no part of that, for in another
  /// place they might belong to a text.
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

  /// The file with other lines where those of ``preamble`` stand: lines that stay keep their bytes and their
  /// places, new ones follow the line they come after.
  public func replacingPreamble(with text: Text) -> MarkdownDocument {
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
