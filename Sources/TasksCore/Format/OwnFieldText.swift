/// How the values of a store's own fields are written as properties.
extension OwnField {
  /// Parses a value as either format has it; nil if it is not of the kind.
  package func read(_ text: Text) -> FieldValue? {
    let bytes = text.bytes[...].trimmingBlanks
    switch kind {
    case .text: return .text(text)
    case .number: return OwnField.number(text).map { .number($0) }
    case .duration:
      return (Effort.minutes(bytes) ?? OrgDuration.minutes(bytes)).map { FieldValue($0) }
    case .date:
      return (OrgTimestamp.moment(in: bytes) ?? text.withBytes { Timestamp(yaml: $0) }).map {
        .moment($0)
      }
    case .word(let known): return known.first { $0.isSameName(as: text) }.map { .text($0) }
    case .words(let known):
      if let whole = known.first(where: { $0.isSameName(as: text) }) {
        return .list([.text(whole)])
      }
      let parts = bytes.split { bytes.contains(0x2C) ? $0 == 0x2C : $0.isBlank }
      let words =
        MarkdownProperty.texts(of: text) ?? parts.map { Text(bytes: $0.trimmingBlanks) }
      return FieldKind.all(words) { OwnField.member($0, of: known) }.map {
        FieldValue(list: $0.uniqued())
      }
    }
  }

  /// Prints a value as the property of a file of this format; nil for nothing.
  package func text(_ value: FieldValue, in format: Format) -> Text? {
    switch (value, kind) {
    case (.nothing, _): nil
    case (.number(let minutes), .duration):
      Text(format == .org ? Effort.text(Int(minutes)) : Effort.brief(Int(minutes)))
    case (.moment(let moment), _) where format == .org: Text(OrgTimestamp.printInactive(moment))
    case (.list(let members), _):
      OwnField.text(ofWords: members.compactMap(\.text), in: format)
    default: value.text
    }
  }

  /// The same as YAML has it.
  func yaml(_ value: FieldValue) -> YAMLWriter.Value? {
    switch value {
    case .number where kind == .number, .moment: value.text.map { .literal($0.string) }
    default: text(value, in: .markdown).map { .text($0) }
    }
  }

  /// Org has blanks between the values of a property.
  private static func text(ofWords words: [Text], in format: Format) -> Text {
    if format == .markdown { return MarkdownProperty.text(ofTexts: words) }
    let isOpen = words.contains { $0.bytes.contains(where: \.isBlank) }
    return Text(words.map(\.string).joined(separator: isOpen ? ", " : " "))
  }

  private static func number(_ text: Text) -> Double? {
    let signs = "+-.0123456789".utf8
    guard text.bytes.allSatisfy(signs.contains) else { return nil }
    return Double(text.string).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func member(_ word: Text, of known: [Text]) -> FieldValue? {
    if known.isEmpty { return .text(word) }
    return known.first { $0.isSameName(as: word) }.map { .text($0) }
  }
}

extension OwnFields {
  /// A property as a file of this format has it.
  package func written(_ property: Task.Property, in format: Format) -> Task.Property {
    guard let field = self[property.name],
      let text = field.read(property.value).flatMap({ field.text($0, in: format) })
    else { return property }
    return Task.Property(property.name, text)
  }
}

extension [Edit] {
  /// The edits, those of properties that are fields of the store's own as such.
  package func typed(by fields: OwnFields) -> [Edit] {
    if fields.all.isEmpty { return self }
    return map { edit in
      guard case .property(let name, let text?) = edit, let field = fields[name],
        let value = field.read(text)
      else { return edit }
      return .own(field, value)
    }
  }
}
