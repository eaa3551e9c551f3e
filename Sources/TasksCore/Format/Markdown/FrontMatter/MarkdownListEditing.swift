extension Text {
  /// True for a property name that is also a spelling of the list's key.
  fileprivate var isKeyOfLists: Bool { FrontMatterKey.named(bytes[...])?.key == .field(.list) }
}

extension [Edit] {
  /// Moves the removal of the list after the removal of the other lists: it is refused while they exist.
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

/// Editing the list of a task and the other lists it is in: TaskNotes' `projects` may name several notes.
extension MarkdownDocument {
  /// Replaces the first list. Refuses to remove it while there are others, as the next one would become the
  /// task's list.
  func replacingList(
    with list: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let list, !list.isEmpty else {
      if let others = task.properties.first(where: { $0.name.isKeyOfLists }) {
        let (name, value) = (
          ControlCharacters.escaped(others.name), ControlCharacters.escaped(others.value)
        )
        throw .notEditable(
          "the property `\(name)` names more lists, \(value), and the next one would become the list; "
            + "remove them with tasks edit first")
      }
      return try editor.set(.field(.list), to: nil)
    }
    try editor.refuseDuplicate(.field(.list))
    guard let entry = fields.source(.field(.list)) else { return try newList(list, editor) }
    let old = bytes.withView { entry.firstText(in: $0) }
    let isLink = old.map { WikiLink.name(of: $0) != nil } ?? false
    let value = YAMLWriter.Value.text(isLink ? MarkdownDocument.linked(list) : list)
    guard case .list(let lists) = entry.value,
      let first = lists.items.first(where: { !$0.isEmpty })
    else { return try editor.set(.field(.list), to: value) }
    return [lists.replacing(first, with: value, in: bytes, writer: editor.writer)]
  }

  /// The replacements that set the lists after the first one, from the property with the key's name.
  func replacingOtherLists(
    of entry: FrontMatterEntry, with value: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let first = bytes.withView({ entry.firstText(in: $0) }) else { return [] }
    let others = value.map { MarkdownProperty.elements(of: $0) ?? [.text($0)] } ?? []
    return try editor.put([.text(first)] + others, into: entry)
  }

  /// True if the key with this name holds the list; it may hold others after it.
  func isListKey(_ name: Text) -> Bool {
    fields.source(.field(.list)).map { name.isSameName(as: bytes[$0.key]) } ?? false
  }

  /// Adds the list; TaskNotes expects a list of links under its own key.
  private func newList(
    _ list: Text, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let link = YAMLWriter.Value.text(MarkdownDocument.linked(list))
    let spelling = 2
    let entry = editor.target(.field(.list))
    if isTaskNotes, let entry, entry.field?.spelling == UInt8(spelling) {
      try editor.refuseUnshown(entry, .field(.list))
      return try editor.putAsList([link], into: entry)
    }
    let isTaken = frontMatter.entries.contains {
      $0.field?.key == .field(.list) && $0.field?.spelling == UInt8(spelling)
    }
    guard isTaskNotes, entry == nil, !isTaken else {
      return try editor.set(.field(.list), to: .text(list))
    }
    return [editor.inserting(.field(.list), spelling: spelling, link, asList: true)]
  }

  /// The list as a link to the note of that name, if such a link is possible.
  private static func linked(_ list: Text) -> Text {
    WikiLink.name(of: list) == nil ? WikiLink.link(to: list) ?? list : list
  }
}
