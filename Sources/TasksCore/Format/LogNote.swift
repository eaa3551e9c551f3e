/// The note of a log entry as it is written in a file.
enum LogNote {
  /// Returns the text of a note.
  ///
  /// - Parameters:
  ///   - first: The part on the line of the entry itself.
  ///   - lines: The lines after that one.
  ///   - indent: The number of blanks at the start of each line that are not part of the note.
  ///   - step: In Markdown, the offset in each line of one more level of indentation, a tab or up to two blanks,
  ///     which comes before `indent`; else nil.
  static func text(
    _ first: ByteView? = nil, lines: ByteView, indent: Int, step: Int? = nil
  ) -> Text {
    var out = first.map { Array($0) } ?? []
    for line in ByteLines(lines) {
      if line.start > lines.startIndex || first != nil { out.append(0x0A) }
      let content = lines[line]
      if content.isBlankLine { continue }
      let start = step.map { end(ofStep: $0, in: content) } ?? 0
      out.append(contentsOf: content.dropFirst(start + indent))
    }
    return Text(bytes: out)
  }

  /// The offset in a line after its first `step` blanks and the tab, or up to two blanks, that follow.
  static func end(ofStep step: Int, in line: ByteView) -> Int {
    line[line.startIndex + step] == 0x09 ? step + 1 : min(line.indent, step + 2)
  }
}
