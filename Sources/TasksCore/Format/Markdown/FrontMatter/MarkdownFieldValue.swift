/// The value of a ``PlainField`` in front matter.
enum MarkdownFieldValue {
  /// Parses the value of an entry; nil if it is not of this kind.
  static func read(_ entry: FrontMatterEntry, _ kind: FieldKind, in bytes: ByteView) -> FieldValue?
  {
    switch kind {
    case .text: entry.line(in: bytes).map { .text($0) }
    case .name: entry.firstText(in: bytes).map { .text(WikiLink.name(of: $0) ?? $0) }
    case .count, .lead: entry.number(in: bytes).map { FieldValue($0) }
    // `30m` means minutes except in Org, where `m` is months.
    case .duration:
      entry.reading(bytes) { Effort.minutes($0) ?? OrgDuration.minutes($0) }.map { FieldValue($0) }
    case .rank: entry.reading(bytes) { Rank($0) }.map { .number($0.value) }
    case .flag(let word):
      // Or as in Org.
      entry.text(in: bytes)?.isSameName(as: word) == true
        ? .flag(true) : entry.truth(in: bytes).map { $0 ? .flag(true) : .nothing }
    case .date: entry.moment(in: bytes).map { .moment($0) }
    case .reminders: entry.reminders(in: bytes).map { .list($0.map { .reminder($0) }) }
    case .id: entry.onlyText(in: bytes).flatMap { TaskID($0) }.map { .text($0.text) }
    case .ids: entry.ids(in: bytes).map { FieldValue(list: $0.map { .text($0.text) }) }
    case .coordinates: entry.coordinates(in: bytes).map { .text(Text($0.text)) }
    case .days:
      entry.texts(in: bytes).flatMap {
        kind.value(fromText: Text($0.map(\.string).joined(separator: " ")))
      }
    case .number, .priority, .word: entry.line(in: bytes).flatMap { kind.value(fromText: $0) }
    case .words: entry.texts(in: bytes).flatMap { kind.words($0) }
    }
  }
}

extension MarkdownDocument {
  func replacing(
    _ field: PlainField, with value: FieldValue, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let key = FrontMatterKey.field(field)
    switch field.kind {
    case .name: return try replacingList(with: value.nonEmptyText, editor)
    case .reminders:
      return try replacingReminders(with: value.members.compactMap(\.reminder), key, editor)
    case .coordinates: return try replacingCoordinates(with: value.text, editor)
    case .ids, .words:
      let words = value.members.compactMap(\.text).map { YAMLWriter.Value.text($0) }
      return try editor.set(key, to: words, isScalarFine: false)
    case .text, .priority, .id, .days, .word:
      return try editor.set(key, to: value.nonEmptyText.map { .text($0) })
    case .count, .duration, .lead:
      return try editor.set(key, to: value.integer.map { .literal(String($0)) })
    case .number, .rank:
      return try editor.set(
        key, to: value.text.map { .literal(YAMLWriter.literal(of: $0.string)) })
    case .flag: return try editor.set(key, to: truth(value == .flag(true), key))
    case .date: return try editor.set(key, to: moment(value.moment, key))
    }
  }

  /// Sets a list of reminders; those that stay keep their form.
  private func replacingReminders(
    with reminders: [Reminder], _ key: FrontMatterKey, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let entries = frontMatter.entries.filter { $0.field?.key == key }
    if entries.contains(where: { if case .records = $0.value { true } else { false } }) {
      throw .notEditable("TaskNotes keeps the reminders of this task; change them there")
    }
    let old = (editor.target(key)?.texts(in: bytes[...]) ?? []).map {
      (text: $0, read: Reminder.read(yaml: $0))
    }
    let model = old.first.map { $0.read?.date ?? $0.text }
    var values: [YAMLWriter.Value] = []
    for reminder in reminders {
      if let same = old.first(where: { $0.read?.reminder == reminder })?.text {
        values.append(reminder.repeater == nil ? .literal(same.string) : .text(same))
        continue
      }
      let date = text(of: reminder.at, like: model)
      if let repeater = reminder.repeater {
        // With a repeater it is no date of YAML.
        values.append(.text(Text("\(date) \(repeater.text)")))
      } else {
        values.append(.literal(date))
      }
    }
    return try editor.set(key, to: values, isScalarFine: true)
  }

  /// Sets the coordinates; a list of two numbers stays a list.
  private func replacingCoordinates(
    with place: Text?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let key = FrontMatterKey.field(.coordinates)
    guard let place, let entry = editor.target(key), case .list = entry.value else {
      return try editor.set(key, to: place.map { .quoted($0.string) })
    }
    let numbers = place.string.split(separator: ",").map {
      YAMLWriter.Value.literal(YAMLWriter.literal(of: String($0)))
    }
    return try editor.set(key, to: numbers, isScalarFine: false)
  }

  /// The value of a truth field. An existing key stays and is set to false, in the file's own words.
  private func truth(_ value: Bool, _ key: FrontMatterKey) -> YAMLWriter.Value? {
    guard let old = text(under: key)?.string else { return value ? .literal("true") : nil }
    let pairs = [("yes", "no"), ("on", "off"), ("true", "false")]
    let pair =
      pairs.first { $0.0 == old.lowercased() || $0.1 == old.lowercased() } ?? ("true", "false")
    let word = value ? pair.0 : pair.1
    if old == old.uppercased(), old.utf8.count > 1 { return .literal(word.uppercased()) }
    return .literal(
      old == old.lowercased() ? word : word.prefix(1).uppercased() + word.dropFirst())
  }
}
