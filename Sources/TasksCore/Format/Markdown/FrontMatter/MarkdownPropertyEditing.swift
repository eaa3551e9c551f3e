/// Editing properties: keys that are not fields.
extension MarkdownDocument {
  func replacements(for run: PropertyRun) -> [Replacement]? {
    let duplicates = Set(duplicateKeys.map(\.foldedName))
    let editor = FrontMatterEditor(self)
    let entries = Dictionary(
      frontMatter.entries.map { (bytes[$0.key].map(\.lowercasedASCII), $0) }
    ) { first, _ in first }
    var replacements: [Replacement] = []
    for (name, value) in run.changes {
      guard !duplicates.contains(name.foldedName),
        let change = try? replacing(entries[name.foldedBytes], name, with: value, editor)
      else { return nil }
      replacements += change
    }
    return replacements
  }

  /// Sets a property; a list stays a list, so that `["[[Project]]"]` gets its only element changed.
  ///
  /// - Parameter typed: The value if it is to be read as more than a text.
  func replacingProperty(
    _ name: Text, with value: Text?, as typed: YAMLWriter.Value? = nil,
    _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard value != task.property(named: name) else {
      let isRepeat = value == nil && FrontMatterKey.named(name.bytes[...])?.key == .repeat
      return isRepeat ? try removingUnreadRepeaters(editor) : []
    }
    if duplicateKeys.contains(where: { $0.isSameName(as: name) }) {
      throw .notEditable(
        "`\(name.string)` occurs more than once in the front matter; keep one of them with tasks edit"
      )
    }
    let entry = frontMatter.entries.first { name.isSameName(as: bytes[$0.key]) }
    return try replacing(entry, name, with: value, as: typed, editor)
  }

  /// Removes repeaters that could not be parsed and are not properties either; refuses lists and maps.
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

  /// - Parameter entry: Nil if the front matter has no key of that name.
  private func replacing(
    _ entry: FrontMatterEntry?, _ name: Text, with value: Text?,
    as typed: YAMLWriter.Value? = nil, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    guard let entry else {
      guard let value else { return [] }
      try editor.refuseComplex { $0.isSameName(as: name) }
      let printed = editor.writer.print(.text(Text(bytes: name.bytes[...])))
      // A value in list syntax comes from a list in another file or on another device.
      let elements = typed == nil ? MarkdownProperty.elements(of: value) ?? [] : []
      return [
        editor.inserting(
          printed, elements.isEmpty ? [typed ?? .text(value)] : elements, asList: !elements.isEmpty,
          at: frontMatter.closing.start)
      ]
    }
    try editor.refuseShared(entry)
    if fields.source(.field(.list))?.range == entry.range {
      return try replacingOtherLists(of: entry, with: value, editor)
    }
    guard let value else { return [editor.removing(entry)] }
    // An empty key becomes a list only where it is known to be one.
    let isList =
      if case .list = entry.value { true } else {
        entry.isEmpty && MarkdownDocument.isRecordOfDates(name)
      }
    if isList, let elements = MarkdownDocument.elements(of: value, under: name) {
      return try editor.put(elements, into: entry)
    }
    if case .scalar(let old) = entry.value,
      let block = editor.block(value, replacing: old, isExact: true)
    {
      return [Replacement(old.range, block)]
    }
    return [try editor.put(typed ?? .text(value), into: entry)]
  }
}

/// Lists of flat maps under keys of other programs, shown on one line in YAML's flow style. They are not
/// properties of the task, which are edited and merged as one text; of these, the lines are merged.
extension MarkdownDocument {
  package var shownTask: Task {
    var shown = task
    // A task whose title cannot be read has that of its file's name.
    let mayHaveSome = !task.properties.isEmpty || task.path.hasSuffix(task.title.string + ".md")
    shown.hasUnreadValues = mayHaveSome && !unreadValues.isEmpty
    for entry in frontMatter.entries where entry.field == nil {
      guard case .other = entry.value, bytes[entry.rest].isBlankLine,
        case let name = Text(bytes: bytes[entry.key]), shown.property(named: name) == nil,
        let value = bytes.withView({ MarkdownProperty.text(ofRecords: entry, in: $0) })
      else { continue }
      shown.properties.append(Task.Property(name, value))
    }
    return shown
  }
}

extension MarkdownProperty {
  /// Prints `[{start: 10:00, end: 11:00}, {start: 12:00}]`; returns nil for anything but a list of flat maps.
  fileprivate static func text(ofRecords entry: FrontMatterEntry, in bytes: ByteView) -> Text? {
    var out: [UInt8] = [0x5B]
    let isRead = FrontMatterRecords.walk(bytes[entry.rest.upperBound..<entry.range.upperBound]) {
      field, text, _, isFirst in
      if isFirst, out.count > 1 { out += "}, ".utf8 }
      out += isFirst ? [0x7B] : Array(", ".utf8)
      append(text[field.key], isPlain: true, to: &out)
      out += ": ".utf8
      guard let scalar = field.scalar else { return }
      scalar.withBytes(in: text) { append($0, isPlain: scalar.style == .plain, to: &out) }
    }
    guard isRead, out.count > 1 else { return nil }
    return Text(bytes: out + Array("}]".utf8))
  }

  /// A plain scalar needs quotes here only if it contains flow indicators.
  private static func append(_ word: ByteView, isPlain: Bool, to out: inout [UInt8]) {
    let isSafe =
      isPlain
      ? !word.contains(where: YAMLScalar.isFlowSign) : YAMLWriter.isPlain(word, inFlow: true)
    if isSafe { out += word } else { YAMLEscape.append(quoted: word, to: &out) }
  }
}
