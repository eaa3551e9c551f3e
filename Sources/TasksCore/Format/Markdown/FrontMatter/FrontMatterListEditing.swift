/// Editing the elements of a list.
extension FrontMatterList {
  /// The replacements that set the elements to `new`. Items that stay keep their bytes, comments and position.
  ///
  /// - Parameter keepsEmpty: Whether `new` includes empty elements; otherwise they stay as they are.
  func replacing(
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8],
    keepsEmpty: Bool
  ) -> [Replacement] {
    let places = items.indices.filter { keepsEmpty || !items[$0].isEmpty }
    let texts = places.map { items[$0].isNull ? nil : items[$0].scalar.text(in: bytes[...]) }
    let hunks = LineDifference(texts, new.map(\.text)).hunks
    return isFlow
      ? replacingFlow(items, places, hunks, with: new, in: bytes, writer: writer)
      : replacingBlock(
        items, places.map { items[$0] }, hunks, with: new, in: bytes, writer: writer,
        lineEnd: lineEnd)
  }

  func replacing(
    _ item: Item, with new: YAMLWriter.Value, in bytes: [UInt8], writer: YAMLWriter
  ) -> Replacement {
    Replacement(
      item.range,
      isFlow
        ? writer.print(new, inFlow: true) : writer.print(new, replacing: item.scalar, in: bytes))
  }

  /// Prints a flow list, `[a, b]`.
  static func printFlow(_ values: [YAMLWriter.Value], writer: YAMLWriter) -> [UInt8] {
    var out: [UInt8] = [0x5B]
    for value in values {
      if out.count > 1 { out += [0x2C, 0x20] }
      out += writer.print(value, inFlow: true)
    }
    return out + [0x5D]
  }

  /// - Parameter old: The indices of the items that may be replaced.
  private func replacingFlow(
    _ items: [Item], _ old: [Int], _ hunks: [LineDifference.Hunk],
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter
  ) -> [Replacement] {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    if new.isEmpty { return [Replacement(inside, "")] }
    var separator: [UInt8] = [0x2C, 0x20]
    if items.count > 1 {
      separator = Array(bytes[items[0].range.upperBound..<items[1].range.lowerBound])
    }
    let print: (Int) -> [UInt8] = { writer.print(new[$0], inFlow: true) }
    guard !old.isEmpty else {
      return [Replacement(inside, Array(new.indices.map(print).joined(separator: separator)))]
    }
    var replacements: [Replacement] = []
    for hunk in hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        replacements.append(Replacement(items[old[oldIndex]].range, print(newIndex)))
      }
      let surplus = hunk.old.dropFirst(hunk.new.count)
      if let first = surplus.first, let last = surplus.last {
        replacements.append(Replacement(stretch(old[first]...old[last], of: items), ""))
      }
      let added = hunk.new.dropFirst(hunk.old.count)
      guard !added.isEmpty else { continue }
      let text = Array(added.map(print).joined(separator: separator))
      if hunk.old.upperBound > 0 {
        let end = items[old[hunk.old.upperBound - 1]].range.upperBound
        replacements.append(Replacement(end..<end, separator + text))
      } else {
        let start = items[old[0]].range.lowerBound
        replacements.append(Replacement(start..<start, text + separator))
      }
    }
    return replacements
  }

  /// The range of flow list elements with the separator after them, or before them at the end of the list.
  private func stretch(_ indices: ClosedRange<Int>, of items: [Item]) -> Range<Int> {
    let start = items[indices.lowerBound].range
    if indices.upperBound + 1 < items.count {
      return start.lowerBound..<items[indices.upperBound + 1].range.lowerBound
    }
    let end = items[indices.upperBound].range.upperBound
    return
      (indices.lowerBound > 0
      ? items[indices.lowerBound - 1].range.upperBound : start.lowerBound)..<end
  }

  private func replacingBlock(
    _ items: [Item], _ old: [Item], _ hunks: [LineDifference.Hunk],
    with new: [YAMLWriter.Value], in bytes: [UInt8], writer: YAMLWriter, lineEnd: [UInt8]
  ) -> [Replacement] {
    guard let model = items.first(where: { !$0.isEmpty }) ?? items.first else { return [] }
    let dash =
      model.isEmpty
      ? bytes[model.lines.lowerBound..<model.range.lowerBound] + [0x20]
      : bytes[model.lines.lowerBound..<model.range.lowerBound]
    var replacements: [Replacement] = []
    for hunk in hunks {
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        replacements.append(
          replacing(old[oldIndex], with: new[newIndex], in: bytes, writer: writer))
      }
      let surplus = hunk.old.dropFirst(hunk.new.count)
      replacements += surplus.map { Replacement(old[$0].lines, "") }
      let added = new[hunk.new.dropFirst(hunk.old.count)]
      guard !added.isEmpty else { continue }
      let before = hunk.old.upperBound - 1
      let position =
        before >= 0 ? old[before].lines.upperBound : old.first?.lines.lowerBound ?? range.upperBound
      let lines = added.map { dash + writer.print($0) + lineEnd }
      replacements.append(Replacement(position..<position, Array(lines.joined())))
    }
    return replacements
  }
}

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
