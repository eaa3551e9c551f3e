/// A line of a task's file whose value is not what its field holds: a date, a number or a title that cannot be read. The
/// task has no such value then, whatever a person believes to have written.
package struct UnreadValue: Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// The line without blanks around it.
  package let text: Text
}

extension TaskDocument {
  /// The unread values of the fields that hold a single value, in the order of the file.
  package var unreadValues: [UnreadValue] {
    let lines = Text(bytes: bytes).lines
    return task.format == .org ? unreadInOrg(lines) : unreadInFrontMatter(lines)
  }

  /// The planning line has dates in angle brackets, and properties are read or kept as they are.
  private func unreadInOrg(_ lines: [Text]) -> [UnreadValue] {
    guard let heading = lines.firstIndex(where: { $0.string.hasPrefix("* ") }) else { return [] }
    var found: [UnreadValue] = []
    let end = lines[heading...].firstIndex { $0.string.hasPrefix(":END:") } ?? heading + 1
    for (number, line) in lines.enumerated() where number > heading && number <= end {
      let text = line.string.withoutBlanks
      let isPlanning = number == heading + 1 && text.isPlanning
      if isPlanning ? !hasEveryDate(of: text) : isUnread(orgProperty: text) {
        found.append(UnreadValue(line: number + 1, text: Text(text)))
      }
    }
    return found
  }

  private func hasEveryDate(of line: String) -> Bool {
    [("SCHEDULED:", task.scheduled), ("DEADLINE:", task.deadline)].allSatisfy { word, date in
      guard let place = line.firstRange(of: word)?.upperBound else { return true }
      // Org takes 40 December for 9 January; nobody means that.
      return date.map { line[place...].contains($0.start.date.iso) } ?? false
    }
  }

  private func isUnread(orgProperty line: String) -> Bool {
    guard line.hasPrefix(":"), let colon = line.dropFirst().firstIndex(of: ":") else {
      return false
    }
    let name = Text(String(line[line.index(after: line.startIndex)..<colon]))
    return PlainField.single.contains { field in
      field.spellings(in: .org).contains { name.isSameName(as: Text($0)) }
    } && task.property(named: name) != nil
  }

  private func unreadInFrontMatter(_ lines: [Text]) -> [UnreadValue] {
    let keys =
      PlainField.single.flatMap { $0.spellings(in: .markdown) }
      + ["due", "due_date", "scheduled", "title"]
    guard lines.first?.string.withoutBlanks == "---" else { return [] }
    var found: [UnreadValue] = []
    for (number, line) in lines.enumerated().dropFirst() {
      if line.string.withoutBlanks == "---" { break }
      guard let colon = line.string.firstIndex(of: ":"), case let key = line.string[..<colon],
        keys.contains(String(key))
      else { continue }
      let value = String(line.string[line.string.index(after: colon)...]).withoutBlanks
      // A plain scalar of YAML has no colon before a blank.
      let isTorn =
        key == "title" && value.contains(": ")
        && !["\"", "'", "|", ">"].contains { value.hasPrefix($0) }
      if isTorn || !value.isEmpty && task.property(named: Text(String(key))) != nil {
        found.append(UnreadValue(line: number + 1, text: Text(line.string.withoutBlanks)))
      }
    }
    return found
  }
}

extension OrgDocument {
  package var shownTask: Task {
    var shown = task
    let mayHaveSome =
      !task.properties.isEmpty || planning.map { !$0.isPlain(in: bytes) } ?? false
    shown.hasUnreadValues = mayHaveSome && !unreadValues.isEmpty
    return shown
  }
}

extension PlainField {
  /// Fields of one date or number, which other programs do not write in ways of their own.
  fileprivate static let single: [PlainField] = [
    .rank, .created, .effort, .firstAlert, .secondAlert, .coordinates, .radius, .lastRepeat,
    .repeatDays, .repeatUntil, .repeatTimes,
  ]
}

extension String {
  fileprivate var withoutBlanks: String {
    let isBlank = { (character: Character) in
      character == " " || character == "\t" || character == "\r"
    }
    let rest = drop(while: isBlank)
    return String(
      rest.prefix(upTo: rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex))
  }

  fileprivate var isPlanning: Bool {
    ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { hasPrefix($0) }
  }
}

/// A field that can be cleared although its value could not be parsed. The unparsed text is among the task's
/// properties.
enum UnreadField: Equatable {
  case priority, scheduled, deadline, repeater
  case field(PlainField)

  fileprivate var keys: [FrontMatterKey] {
    switch self {
    case .priority: [.priority]
    case .scheduled: [.scheduled]
    case .deadline: [.due]
    case .repeater: [.repeat, .scheduledRepeat, .recurrenceAnchor]
    case .field(let field): [.field(field)]
    }
  }

  /// The property in the drawer; nil for a field in the heading or on the planning line.
  fileprivate var property: OrgProperty? {
    if case .field(let field) = self { .field(field) } else { nil }
  }

  /// Returns the edit for an unparsed value that is not among the properties: a date in Org, any field in front
  /// matter. Applying it clears the value, or throws if the value cannot be cleared.
  fileprivate func edit(in format: Format) -> Edit? {
    switch self {
    case .scheduled: .scheduled(nil)
    case .deadline: .deadline(nil)
    case _ where format == .org: nil
    case .priority: .priority(nil)
    case .repeater: .property(name: "repeat", value: nil)
    case .field(let field): .field(field, .nothing)
    }
  }
}

extension Task {
  /// Returns the edits that remove the unparsed values of these fields.
  func clearing(_ fields: [UnreadField]) -> [Edit] {
    if fields.isEmpty { return [] }
    let keys = fields.flatMap(\.keys)
    let names = fields.compactMap(\.property)
    let unread = properties.map(\.name).filter { name in
      switch format {
      case .org: OrgProperty.named(name).map(names.contains) ?? false
      case .markdown: FrontMatterKey.named(name.bytes[...]).map { keys.contains($0.key) } ?? false
      }
    }
    return unread.map { .property(name: $0, value: nil) }
      + fields.compactMap { $0.edit(in: format) }
  }
}

extension Task {
  /// A repetition that the file states but that no repeater can express, such as a TaskNotes rule with several days
  /// or without a date, or one of an import. Completing such a task completes it for good.
  package var unreadRepeat: Text? {
    guard format == .markdown else {
      return property(named: "recurrence") ?? property(named: "RRULE")
    }
    return properties.first {
      switch FrontMatterKey.named($0.name.bytes[...])?.key {
      case .repeat, .scheduledRepeat: true
      default: false
      }
    }?.value
  }
}
