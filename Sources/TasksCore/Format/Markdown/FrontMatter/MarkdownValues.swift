/// The value of an entry in the type of a field; nil if it cannot be parsed as such.
extension FrontMatterEntry {
  /// Parses the bytes of a scalar.
  func reading<Result>(_ bytes: ByteView, _ read: (ByteView) -> Result?) -> Result? {
    scalar?.withBytes(in: bytes, read)
  }

  /// A text on one line.
  func line(in bytes: ByteView) -> Text? {
    reading(bytes) { $0.isEmpty || $0.hasControlCharacters ? nil : Text(bytes: $0) }
  }

  /// A text whose line ends become spaces; other control characters are kept, as in the heading of an Org file.
  func title(in bytes: ByteView) -> Text? {
    guard let scalar else { return nil }
    let text = scalar.text(in: bytes)
    // A plain scalar on one line is never empty.
    if scalar.style == .plain { return text }
    let isOneLine = text.withBytes { $0.place(of: 0x0A, from: $0.startIndex) == $0.endIndex }
    if isOneLine { return text.withBytes { $0.trimmingBlanks.isEmpty } ? nil : text }
    let lines = text.withoutReturns.lines.map { $0.bytes[...].trimmingBlanks }
    let title = Array(lines.filter { !$0.isEmpty }.joined(separator: [0x20]))
    return title.isEmpty ? nil : Text(bytes: title)
  }

  /// True for a list of more than one element.
  var hasSeveral: Bool {
    if case .list(let list) = value { list.hasSeveral } else { false }
  }

  /// A scalar, or the first element of a list. If a list has several elements, all of them must be texts on one
  /// line.
  func firstText(in bytes: ByteView) -> Text? {
    guard case .list(let list) = value, list.hasSeveral,
      MarkdownProperty.text(of: list, in: bytes) != nil
    else { return onlyText(in: bytes) }
    return list.elements.first?.text(in: bytes)
  }

  /// A scalar, or the only element of a list.
  func onlyText(in bytes: ByteView) -> Text? {
    if scalar != nil { return line(in: bytes) }
    guard case .list(let list) = value, !list.hasSeveral,
      let only = list.elements.first?.text(in: bytes), !only.hasControlCharacters
    else { return nil }
    return only
  }

  /// The ids of a list. A scalar with commas is split if each part is a single word, as many people write lists
  /// like that.
  func ids(in bytes: ByteView) -> [TaskID]? {
    guard let texts = texts(in: bytes), !texts.contains(where: \.hasControlCharacters) else {
      return nil
    }
    if let text = text(in: bytes), text.bytes.contains(0x2C) {
      let parts = text.bytes.split(separator: 0x2C, omittingEmptySubsequences: false)
        .map(\.trimmingBlanks)
      if parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isBlank) }) {
        return parts.compactMap { TaskID(Text(bytes: $0)) }
      }
    }
    return texts.compactMap { TaskID($0) }
  }

  func moment(in bytes: ByteView) -> Timestamp? {
    reading(bytes) { Timestamp(yaml: $0) }
  }

  func number(in bytes: ByteView) -> Int? { reading(bytes) { OrgTimestamp.number($0) } }

  /// Parses `50.08750,14.42130`, or a list of the two numbers.
  func coordinates(in bytes: ByteView) -> Location.Coordinates? {
    guard case .list(let list) = value else {
      return text(in: bytes).flatMap { Location.Coordinates($0.string) }
    }
    let numbers = list.texts(in: bytes)
    guard numbers.count == 2 else { return nil }
    return Location.Coordinates("\(numbers[0].string),\(numbers[1].string)")
  }

  func truth(in bytes: ByteView) -> Bool? {
    guard let text = text(in: bytes) else { return nil }
    switch text.string.lowercased() {
    case "true", "yes", "on", "t": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// One date or a list of dates, each with its repeater if it has one; for TaskNotes' maps, the `absoluteTime` of
  /// each. Reminders relative to another date are skipped. Nil if any date cannot be parsed, or if there is none.
  func reminders(in bytes: ByteView) -> [Reminder]? {
    let reminders: [Reminder?]?
    if let records = records(in: bytes) {
      reminders = records.lazy.filter { !FrontMatterEntry.isRelativeReminder($0) }
        .map { record in
          let time = record.first { $0.key == "absoluteTime" }?.value
          return time.flatMap { Timestamp(yaml: $0) }.map { Reminder($0) }
        }
    } else {
      reminders = texts(in: bytes)?.map { Reminder.read(yaml: $0)?.reminder }
    }
    guard let reminders, !reminders.isEmpty else { return nil }
    return FieldKind.all(reminders) { $0 }
  }

  /// True for `relatedTo: due` with `offset: -PT15M`.
  private static func isRelativeReminder(_ record: [(key: Text, value: Text)]) -> Bool {
    record.contains { $0.key == "relatedTo" || $0.key == "offset" }
      && !record.contains { $0.key == "absoluteTime" && !$0.value.isEmpty }
  }

  /// The `startTime` and `endTime` of TaskNotes' time entries.
  func timeEntries(in bytes: ByteView) -> [Clock]? {
    records(in: bytes).flatMap(FrontMatterEntry.clocks)
  }

  static func clocks(of records: [[(key: Text, value: Text)]]) -> [Clock]? {
    var clocks: [Clock] = []
    for record in records {
      let start = record.first { $0.key == "startTime" }?.value
      let end = record.first { $0.key == "endTime" }?.value
      guard let start = start.flatMap({ Timestamp(yaml: $0) }) else { return nil }
      clocks.append(Clock(start: start, end: end.flatMap { Timestamp(yaml: $0) }))
    }
    return clocks
  }
}

/// Keys that are not fields, as properties.
package enum MarkdownProperty {
  /// The text of a scalar as it is; a list as `[a, b]`. Nil for a map, and for a value of several lines under a
  /// field's key.
  static func text(of entry: FrontMatterEntry, in bytes: ByteView) -> Text? {
    switch entry.value {
    case .scalar(let scalar):
      guard entry.field == nil else {
        let text = scalar.text(in: bytes)
        return text.hasControlCharacters ? nil : text
      }
      let text = whole(scalar, of: entry, in: bytes)
      return isSound(text) ? text : nil
    case .list(let list): return text(of: list, in: bytes, keepsEmpty: entry.field == nil)
    case .empty, .records, .other: return nil
    }
  }

  /// The text of a scalar. Unlike the value of a field, that of a block scalar (`|` or `>`) includes the final
  /// line feed and blank lines that its chomping indicator keeps: they belong to what another program has
  /// written.
  private static func whole(
    _ scalar: YAMLScalar, of entry: FrontMatterEntry, in bytes: ByteView
  ) -> Text {
    let text = scalar.text(in: bytes)
    guard scalar.style == .severalLines, let first = bytes[scalar.range].first,
      first == 0x7C || first == 0x3E
    else { return text }
    let sign = bytes[scalar.range].prefix { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
    if sign.contains(0x2D) { return text }
    var ends = text.isEmpty ? 0 : 1
    if sign.contains(0x2B) {
      // The first line end is that of the value's last line.
      ends += bytes[scalar.range.upperBound..<entry.range.upperBound].count(of: 0x0A) - 1
    }
    return Text(bytes: text.bytes + Array(repeating: 0x0A, count: max(0, ends)))
  }

  /// True if a text contains no control characters other than line ends.
  static func isSound(_ text: Text) -> Bool {
    !text.hasControlCharacters || !text.lines.contains(where: \.hasControlCharacters)
  }

  /// Prints a list in YAML's flow style; nil if an element contains a control character.
  ///
  /// - Parameters:
  ///   - isRest: Whether to omit the first element, because it is the value of a field.
  ///   - keepsEmpty: Whether to include empty elements, as `null` or `""`; a field ignores them.
  static func text(
    of list: FrontMatterList, in bytes: ByteView, isRest: Bool = false, keepsEmpty: Bool = false
  ) -> Text? {
    var out: [UInt8] = [0x5B]
    out.reserveCapacity(2 * list.range.count)
    var isPassed = !isRest
    for item in list.items where keepsEmpty || !item.isEmpty {
      guard isPassed else {
        isPassed = true
        continue
      }
      if out.count > 1 {
        out.append(0x2C)
        out.append(0x20)
      }
      if item.isNull {
        out += "null".utf8
        continue
      }
      let isSound = item.scalar.withBytes(in: bytes) { said in
        if YAMLWriter.isPlain(said, inFlow: true) {
          out.append(contentsOf: said)
        } else if said.hasControlCharacters {
          return false
        } else {
          YAMLEscape.append(quoted: said, to: &out)
        }
        return true
      }
      guard isSound else { return nil }
    }
    out.append(0x5D)
    return Text(bytes: out)
  }

  /// Parses a property's value as a list; returns nil unless it is in the form that `text(of:in:)` prints.
  package static func elements(of value: Text) -> [YAMLWriter.Value]? {
    value.withBytes { bytes in
      guard bytes.first == 0x5B, let (list, rest) = FrontMatterList.flow(bytes), rest.isEmpty,
        text(of: list, in: bytes, keepsEmpty: true) == value
      else { return nil }
      return list.items.map { $0.isNull ? .null : .text($0.scalar.text(in: bytes)) }
    }
  }

  /// The texts in a property's value that is a list; nil for any other value.
  static func texts(of value: Text) -> [Text]? {
    elements(of: value)?.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// Prints texts as the value of a property that is a list.
  static func text(ofTexts texts: [Text]) -> Text {
    let items = texts.map { text in
      YAMLWriter.isPlain(text, inFlow: true) ? text.bytes : YAMLEscape.quoted(text)
    }
    return Text(bytes: [0x5B] + Array(items.joined(separator: [0x2C, 0x20])) + [0x5D])
  }
}
