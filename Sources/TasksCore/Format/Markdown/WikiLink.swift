/// A link to a note where the name of a list stands, as Obsidian and its TaskNotes write a project: `[[Quarter]]`,
/// `[[Folder/Quarter]]`, `[[Folder/Quarter|Quarter]]` (Obsidian Help, "Internal links").
///
/// The list is called what such a link shows there: what stands behind the bar, or else the name of the note, without
/// the folders it lies in. A link to a place in a note (`[[Note#Heading]]`) and links with other words around them are
/// text like any other.
enum WikiLink {
  /// The name that the link shows; nil where the text is not just a link.
  static func name(of text: Text) -> Text? {
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

  /// Where the link stands that a slice begins with, without quotes around it: to YAML a list in a list, and to
  /// those who write it a link.
  static func place(in slice: some ByteSlice) -> Range<Int>? {
    guard slice.hasPrefix("[[") else { return nil }
    let line = slice[..<slice.place(of: 0x0A, from: slice.startIndex)]
    let end = line.place(of: 0x5D, from: line.startIndex) + 2
    guard end <= line.endIndex, name(of: Text(bytes: line[..<end])) != nil else { return nil }
    return line.startIndex..<end
  }

  /// The link that shows a name; nil for a name that it would show otherwise.
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
  /// What a file says once it has the edit: a list that is given as a link has the name that the link shows.
  var inMarkdown: Edit {
    if case .list(let list?) = self, let name = WikiLink.name(of: list) { return .list(name) }
    return self
  }
}
