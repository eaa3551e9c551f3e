extension MarkdownDocument {
  func check(_ edit: Edit) throws(EditError) { try MarkdownChecks.check(edit, in: self) }
}

/// Checks of values for a Markdown file.
enum MarkdownChecks {
  /// Refuses values that would be read as something else.
  static func check(_ edit: Edit, in document: MarkdownDocument) throws(EditError) {
    try check(clearing: edit, in: document)
    switch edit {
    case .title(let title): try check(title: title)
    case .tags(let tags):
      for tag in tags {
        let bytes = tag.bytes[...]
        guard !bytes.isEmpty, bytes.trimmingBlanks.count == bytes.count, tag != "@",
          !tag.hasControlCharacters
        else { throw .forbiddenTag(tag) }
      }
    case .id(let id): try checkLine(id.text)
    case .field(_, let value): if let text = value.text { try checkLine(text) }
    case .property(let name, let value?): try check(property: name, value: value, in: document)
    case .own(let field, let value):
      if let text = field.text(value, in: .markdown) {
        try check(property: field.name, value: text, in: document)
      }
    default: break
    }
  }

  /// Refuses to clear a field that appears empty only because the value under its key could not be parsed and
  /// is no property either.
  private static func check(
    clearing edit: Edit, in document: MarkdownDocument
  ) throws(EditError) {
    let keys = edit.clearedKeys(of: document.task)
    guard !keys.isEmpty else { return }
    let editor = FrontMatterEditor(document)
    for (index, entry) in document.frontMatter.entries.enumerated()
    where document.fields.isHidden(index) && !document.fields.isSource(entry) {
      guard let key = entry.field?.key, keys.contains(key),
        !entry.isEmptyField(in: document.bytes[...])
      else { continue }
      // Reminders relative to another date are kept.
      if key == .field(.reminders), case .records = entry.value { continue }
      let isText = document.bytes.withView { MarkdownProperty.text(of: entry, in: $0) != nil }
      if !isText { throw editor.unreadable(entry) }
    }
  }

  static func check(title: Text) throws(EditError) {
    guard !title.bytes[...].trimmingBlanks.isEmpty else { throw .emptyTitle }
    try checkLine(title)
  }

  private static func checkLine(_ text: Text) throws(EditError) {
    guard !text.hasControlCharacters else { throw .controlCharacter(in: text) }
  }

  /// Refuses a field's own name unless the task has it as a property already.
  private static func check(
    property name: Text, value: Text, in document: MarkdownDocument
  ) throws(EditError) {
    let isFree = document.isListKey(name) || document.task.property(named: name) != nil
    try check(property: name, value: value, mayBeField: isFree)
  }

  /// - Parameter mayBeField: Whether the name of a field is allowed.
  static func check(
    property name: Text, value: Text, mayBeField: Bool = false
  ) throws(EditError) {
    let bytes = name.bytes[...]
    let isField = FrontMatterKey.named(bytes) != nil
    guard !bytes.isEmpty, bytes.trimmingBlanks.count == bytes.count, !name.hasControlCharacters,
      !bytes.contains(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x5C || $0 == 0x09 }),
      bytes.first != 0x23, !isField || mayBeField
    else { throw .badPropertyName(name) }
    // A property whose key belongs to another program may have several lines.
    if isField || !MarkdownProperty.isSound(value) { try checkLine(value) }
  }

  /// The line of the notes that would be read as the log's heading; the first line if there is none.
  static func logLine(in notes: Text) -> Text {
    notes.lines.last { $0.bytes[...].hasPrefix("## ") } ?? notes.lines.first ?? .empty
  }
}

extension Edit {
  /// The keys of a field that the edit clears although the task has no value for it; for tags, the keys if the
  /// edit changes nothing.
  fileprivate func clearedKeys(of task: Task) -> [FrontMatterKey] {
    switch self {
    case .priority(nil) where task.priority == nil: [.priority]
    case .scheduled(nil) where task.scheduled == nil: [.scheduled]
    case .deadline(nil) where task.deadline == nil: [.due]
    case .field(let field, .nothing) where field.value(in: task).isNothing: [.field(field)]
    case .tags(task.tags): [.tags, .contexts]
    default: []
    }
  }
}
