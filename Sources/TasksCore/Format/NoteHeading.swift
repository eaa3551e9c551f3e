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
