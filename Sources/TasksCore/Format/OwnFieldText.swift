/// How values are written as properties of any name, as those of a store's own fields are.
extension FieldKind {
  /// Parses a value as either format has it; nil if it is not of the kind.
  func value(ofProperty text: Text) -> FieldValue? {
    let bytes = text.bytes[...].trimmingBlanks
    switch self {
    case .duration:
      let minutes =
        Effort.minutes(bytes) ?? OrgDuration.minutes(bytes) ?? FieldKind.minutes(iso: text)
      return minutes.map { FieldValue($0) }
    case .date:
      let moment =
        OrgTimestamp.moment(in: bytes) ?? Timestamp(yaml: text)
        ?? Timestamp(yaml: FieldKind.extended(text))
      return moment.map { .moment($0) }
    case .words(let known):
      if let whole = known.first(where: { $0.isSameName(as: text) }) {
        return .list([.text(whole)])
      }
      let parts = bytes.split { bytes.contains(0x2C) ? $0 == 0x2C : $0.isBlank }
      return words(
        MarkdownProperty.texts(of: text) ?? parts.map { Text(bytes: $0.trimmingBlanks) })
    default: return value(fromText: text)
    }
  }

  /// Prints a value as the property of a file of this format; nil for nothing.
  func property(_ value: FieldValue, in format: Format) -> Text? {
    switch (value, self) {
    case (.nothing, _): nil
    case (.number(let minutes), .duration):
      Text(format == .org ? Effort.text(Int(minutes)) : Effort.brief(Int(minutes)))
    case (.moment(let moment), _) where format == .org: Text(OrgTimestamp.printInactive(moment))
    case (.list(let members), _):
      FieldKind.text(ofWords: members.compactMap(\.text), in: format)
    default: value.text
    }
  }

  /// The same as YAML has it.
  func yaml(_ value: FieldValue) -> YAMLWriter.Value? {
    switch value {
    case .number where self == .number, .moment: value.text.map { .literal($0.string) }
    case .list: nil
    default: property(value, in: .markdown).map { .text($0) }
    }
  }

  /// Org has blanks between the values of a property. A comma tells that a blank is part of one.
  private static func text(ofWords words: [Text], in format: Format) -> Text {
    if format == .markdown { return MarkdownProperty.text(ofTexts: words) }
    let isOpen = words.contains { $0.bytes.contains(where: \.isBlank) }
    return Text(
      words.map(\.string).joined(separator: isOpen ? ", " : " ")
        + (isOpen && words.count == 1 ? "," : ""))
  }

  /// The minutes of a duration of ISO 8601 without months and years, `PT1H30M`.
  private static func minutes(iso text: Text) -> Int? {
    let parts = text.string.uppercased().split(separator: "T", omittingEmptySubsequences: false)
    guard let days = parts.first, days.first == "P", parts.count <= 2, !days.contains("M") else {
      return nil
    }
    let amount = Text(days.dropFirst() + parts.dropFirst().joined())
    return Effort.minutes(amount.bytes[...])
  }

  /// A date of the basic form of ISO 8601, `20261127T160000Z`, in the extended one.
  private static func extended(_ text: Text) -> Text {
    let bytes = text.bytes
    guard bytes.count >= 15, bytes[8] == 0x54, bytes[..<8].allSatisfy(\.isDigit) else {
      return text
    }
    var out: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if place == 4 || place == 6 { out.append(0x2D) }
      if place == 11 || place == 13 { out.append(0x3A) }
      out.append(byte)
    }
    return Text(bytes: out)
  }
}

extension OwnFields {
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
