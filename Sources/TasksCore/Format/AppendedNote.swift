extension Task {
  /// Returns the edit that appends a text to the task's own notes: before the first heading in the notes, with a
  /// blank line between it and other text.
  package func appending(note: Text) -> Edit {
    let lines = notes.lines
    var end = lines.firstIndex { OrgSyntax.isHeading($0.bytes[...]) } ?? lines.count
    var fence: [UInt8]?
    if format == .markdown {
      notes.withBytes { notes in
        var scanner = ChecklistScanner(notes, format: .markdown)
        scanner.scan()
        let heading = scanner.headings.first { $0.level == 2 }
        end = heading?.number ?? lines.count
        // An open code block would swallow the appended text, so it is closed first.
        fence = heading == nil ? scanner.closingFence : nil
      }
    }
    var own = Text.joining(Array(lines[..<end])).trimmingBlankLines
    if let fence { own = Text(bytes: own.bytes + [0x0A] + fence) }
    let below = Text.joining(Array(lines[end...]))
    let parts = [own, note.trimmingBlankLines, below].filter { !$0.isEmpty }
    return .notes(Text(bytes: Array(parts.map(\.bytes).joined(separator: [0x0A, 0x0A]))))
  }
}

/// Notes cannot make tasks: a line of them that begins with a star and a blank is a heading of its own in Org, a second
/// task if a keyword follows. What a person types is refused with such a line, and what another program wrote is
/// indented, which makes it an item of a list.
extension Text {
  /// The first line that is such a heading.
  package var headingLine: Text? { lines.first(where: Text.isHeading) }

  /// The text with each such line indented.
  package var indentingHeadings: Text {
    headingLine == nil
      ? self
      : Text.joining(
        lines.map { Text.isHeading($0) ? Text(bytes: [0x20] + $0.bytes) : $0 })
  }

  private static func isHeading(_ line: Text) -> Bool { line.bytes.starts(with: [0x2A, 0x20]) }
}
