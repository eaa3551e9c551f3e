/// A link to a note as the name of a list, as Obsidian and TaskNotes write a project: `[[Quarter]]`,
/// `[[Folder/Quarter]]`, `[[Folder/Quarter|Quarter]]` (Obsidian Help, "Internal links").
///
/// The list's name is the text that the link shows: the text after the bar, or else the name of the note
/// without its folders. A link to a heading (`[[Note#Heading]]`) and links with text around them are ordinary
/// text.
package enum WikiLink {
  /// The name that the link shows; nil if the text is not exactly one link.
  package static func name(of text: Text) -> Text? {
    text.withBytes { bytes in
      guard bytes.hasPrefix("[["), bytes.hasSuffix("]]"), bytes.count > 4 else { return nil }
      let inside = bytes.dropFirst(2).dropLast(2)
      guard !inside.contains(where: { $0 == 0x5B || $0 == 0x5D }) else { return nil }
      let bar = inside.place(of: 0x7C, from: inside.startIndex)
      let note = inside[..<bar].trimmingBlanks
      guard !note.isEmpty, !note.contains(0x23) else { return nil }
      let shown = inside[bar...].dropFirst().trimmingBlanks
      let name = shown.isEmpty ? WikiLink.withoutFolders(note) : shown
      return name.isEmpty ? nil : Text(bytes: name)
    }
  }

  /// The range of the unquoted link that a slice begins with. YAML would read it as a list in a list, but its
  /// authors mean a link.
  static func place(in slice: some ByteSlice) -> Range<Int>? {
    guard slice.hasPrefix("[[") else { return nil }
    let line = slice[..<slice.place(of: 0x0A, from: slice.startIndex)]
    let end = line.place(of: 0x5D, from: line.startIndex) + 2
    guard end <= line.endIndex, name(of: Text(bytes: line[..<end])) != nil else { return nil }
    return line.startIndex..<end
  }

  /// The link that shows a name; nil if the link would show another one.
  static func link(to name: Text) -> Text? {
    let link = Text(bytes: [0x5B, 0x5B] + name.bytes + [0x5D, 0x5D])
    return self.name(of: link) == name ? link : nil
  }

  private static func withoutFolders(_ note: ByteView) -> ByteView {
    guard let slash = note.lastIndex(of: 0x2F) else { return note }
    return note[(slash + 1)...].trimmingLeadingBlanks
  }
}

extension Edit {
  /// The edit as it reads back from a Markdown file: a list that is given as a link has the name that the link
  /// shows.
  var inMarkdown: Edit {
    if case .field(.list, .text(let list)) = self, let name = WikiLink.name(of: list) {
      return .list(name)
    }
    return self
  }
}
