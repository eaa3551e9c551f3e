/// A text that another program edits, as the notes of a task: a line that the format would read as part of the file, and
/// not of the notes, has a sign in front. In Org this is a comma, as Emacs writes it in source blocks, or a blank, which
/// makes a heading an item of a list; in Markdown it is a backslash.
///
/// Law: ``text(_:_:)`` of ``notes(_:_:)`` is the text.
package enum GuardedNotes {
  package static func notes(_ text: Text, _ format: Format) -> Text {
    lines(text) { line in
      if format == .org, OrgSyntax.isTopHeading(line) { return [0x20] + line }
      guard let place = place(in: line, format) else { return nil }
      return Array(line[..<place]) + [sign(format)] + line[place...]
    }
  }

  package static func text(_ notes: Text, _ format: Format) -> Text {
    lines(notes) { line in
      guard let place = place(in: line, format) else { return nil }
      if line[place] == sign(format) { return Array(line[..<place]) + line[(place + 1)...] }
      return format == .org && isIndentedHeading(line) ? Array(line.dropFirst()) : nil
    }
  }

  private static func sign(_ format: Format) -> UInt8 { format == .org ? 0x2C : 0x5C }

  private static func lines(_ text: Text, _ changed: (ArraySlice<UInt8>) -> [UInt8]?) -> Text {
    var isChanged = false
    let lines = text.lines.map { line in
      guard let new = changed(line.bytes[...]) else { return line }
      isChanged = true
      return Text(bytes: new)
    }
    return isChanged ? Text.joining(lines) : text
  }

  /// Where the sign of a line stands or would stand; nil for a line that needs none.
  private static func place(in line: ArraySlice<UInt8>, _ format: Format) -> Int? {
    let place = format == .org ? line.trimmingLeadingBlanks.startIndex : line.startIndex
    let rest = line[place...].drop { $0 == sign(format) }
    let isGuarded =
      switch format {
      case .org: isIndentedHeading((Array(line[..<place]) + rest)[...]) || isOfFile(rest)
      case .markdown: MarkdownBody.isLog(rest)
      }
    // Clients get none of encrypted notes.
    return isGuarded || rest.trimmingBlanks.elementsEqual(ArmoredNotes.head) ? place : nil
  }

  private static func isIndentedHeading(_ line: some ByteSlice) -> Bool { line.hasPrefix(" * ") }

  /// True for a setting of the whole file, and for the start of a log.
  private static func isOfFile(_ line: some ByteSlice) -> Bool {
    if line.trimmingBlanks.isSame(as: ":LOGBOOK:") { return true }
    guard let name = OrgSyntax.keyword(line)?.name else { return false }
    return OrgSettings.names.contains { name.isSame(as: $0) }
  }
}
