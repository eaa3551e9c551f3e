extension Text {
  /// As the name of a property.
  fileprivate var isKeyOfLists: Bool { MarkdownKey.named(bytes[...])?.key == .list }
}

extension [Edit] {
  /// With the list going behind the other lists, where both go: it cannot while they stand there.
  var listGoingLast: [Edit] {
    guard contains(.list(nil)), contains(where: \.takesOtherLists) else { return self }
    return filter { $0 != .list(nil) } + [.list(nil)]
  }
}

extension Edit {
  fileprivate var takesOtherLists: Bool {
    if case .property(let name, nil) = self { name.isKeyOfLists } else { false }
  }
}

/// The list of a task, and the others it is in: `projects` of TaskNotes may name several notes.
extension MarkdownDocument {
  /// Puts a list in the place of the first. None is refused where there are others, which nothing asked to go: the
  /// next of them would be the list then.
  func replacingList(
    with list: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let list, !list.isEmpty else {
      if let others = task.properties.first(where: { $0.name.isKeyOfLists }) {
        let (name, value) = (Visible.text(others.name), Visible.text(others.value))
        throw .notEditable(
          "the property `\(name)` names other lists, \(value), and the next of them would be the list then; "
            + "take them out with `tasks edit` first")
      }
      return try editor.set(.list, to: nil)
    }
    try editor.refuseDuplicate(.list)
    guard let entry = fields.source(.list) else { return try newList(list, editor) }
    let old = bytes.withView { entry.firstText(in: $0) }
    let isLink = old.map { WikiLink.name(of: $0) != nil } ?? false
    let value = YAMLWriter.Value.text(isLink ? MarkdownDocument.linked(list) : list)
    guard case .list(let lists) = entry.value,
      let first = lists.items(in: bytes[...]).first(where: { !$0.isEmpty })
    else { return try editor.set(.list, to: value) }
    return [lists.replacing(first, with: value, in: bytes, writer: editor.writer)]
  }

  /// The replacements that put lists behind the first one, as the property of the key's name has them.
  func replacingOtherLists(
    of entry: FrontMatterEntry, with value: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let first = bytes.withView({ entry.firstText(in: $0) }) else { return [] }
    let others = value.map { MarkdownProperty.elements(of: $0) ?? [.text($0)] } ?? []
    return try editor.put([.text(first)] + others, into: entry)
  }

  /// Whether a key of that name holds the list, and may hold others behind it.
  func isListKey(_ name: Text) -> Bool {
    fields.source(.list).map { name.isSameName(as: bytes[$0.key]) } ?? false
  }

  /// TaskNotes looks for a list of links under a key of its own.
  private func newList(
    _ list: Text, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let link = YAMLWriter.Value.text(MarkdownDocument.linked(list))
    let spelling = 2
    let entry = editor.target(.list)
    if isTaskNotes, let entry, entry.field?.spelling == UInt8(spelling) {
      try editor.refuseUnshown(entry, .list)
      return try editor.putAsList([link], into: entry)
    }
    let isTaken = frontMatter.entries.contains {
      $0.field?.key == .list && $0.field?.spelling == UInt8(spelling)
    }
    guard isTaskNotes, entry == nil, !isTaken else {
      return try editor.set(.list, to: .text(list))
    }
    return [editor.inserting(.list, spelling: spelling, link, asList: true)]
  }

  /// A list as a link to the note of its name, where that shows the name.
  private static func linked(_ list: Text) -> Text {
    WikiLink.name(of: list) == nil ? WikiLink.link(to: list) ?? list : list
  }
}
