/// Properties: keys that are no fields.
extension MarkdownDocument {
  /// The file with properties changed in one go; nil where one after the other says better what is wrong.
  func applying(_ run: PropertyRun) -> MarkdownDocument? {
    for edit in run.edits {
      guard (try? MarkdownChecks.check(edit, in: self)) != nil else { return nil }
    }
    let changes = run.changing(task)
    let duplicates = Set(duplicateKeys.map(\.foldedName))
    let editor = FrontMatterEditor(self)
    let entries = Dictionary(
      frontMatter.entries.map { (bytes[$0.key].map(\.lowercasedASCII), $0) }
    ) { first, _ in first }
    var replacements: [Replacement] = []
    for (name, value) in changes.changes {
      guard !duplicates.contains(name.foldedName),
        let change = try? replacing(entries[name.foldedBytes], name, with: value, editor)
      else { return nil }
      replacements += change
    }
    let edited = reread(Replacement.apply(replacements, to: bytes, lineEnd: lineEnd))
    guard let edited, changes.leads(from: task, to: edited.task) else { return nil }
    return edited
  }

  /// A list stays a list: `["[[Project]]"]` gets its only element changed.
  func replacingProperty(
    _ name: Text, with value: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard value != task.property(named: name) else {
      let isRepeat = value == nil && MarkdownKey.named(name.bytes[...])?.key == .repeat
      return isRepeat ? try removingUnreadRepeaters(editor) : []
    }
    if duplicateKeys.contains(where: { $0.isSameName(as: name) }) {
      throw .notEditable("`\(name.string)` stands there more than once")
    }
    let entry = frontMatter.entries.first { name.isSameName(as: bytes[$0.key]) }
    return try replacing(entry, name, with: value, editor)
  }

  /// The lines of the repeaters that could not be read, and are no properties either: what is a list or a map stays.
  private func removingUnreadRepeaters(
    _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    var replacements: [Replacement] = []
    for (index, entry) in frontMatter.entries.enumerated()
    where fields.isHidden(index) && !fields.isSource(entry) && !entry.isEmptyField(in: bytes[...]) {
      switch entry.field?.key {
      case .repeat, .scheduledRepeat, .recurrenceAnchor: break
      default: continue
      }
      guard ByteLines(bytes[entry.range]).dropFirst().allSatisfy({ bytes[$0].isBlankLine }) else {
        throw editor.unreadable(entry)
      }
      try editor.refuseShared(entry)
      replacements.append(editor.removing(entry))
    }
    return replacements
  }

  /// - Parameter entry: Nil where no key of that name stands there.
  private func replacing(
    _ entry: FrontMatterEntry?, _ name: Text, with value: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let entry else {
      guard let value else { return [] }
      try editor.refuseComplex { $0.isSameName(as: name) }
      let printed = editor.writer.print(.text(Text(bytes: name.bytes[...])))
      // What is written as a list comes from one, in another file or on another device.
      let elements = MarkdownProperty.elements(of: value) ?? []
      return [
        editor.inserting(
          printed, elements.isEmpty ? [.text(value)] : elements, asList: !elements.isEmpty,
          at: frontMatter.closing.start)
      ]
    }
    try editor.refuseShared(entry)
    if fields.source(.list)?.range == entry.range {
      return try replacingOtherLists(of: entry, with: value, editor)
    }
    guard let value else { return [editor.removing(entry)] }
    if case .list = entry.value, let elements = MarkdownProperty.elements(of: value) {
      return try editor.put(elements, into: entry)
    }
    if case .scalar(let old) = entry.value,
      let block = editor.block(value, replacing: old, isExact: true)
    {
      return [Replacement(old.range, block)]
    }
    return [try editor.put(.text(value), into: entry)]
  }
}
