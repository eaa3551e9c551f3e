extension OrgDocument {
  /// Refuses what Org would read as something else than it was meant to be.
  func check(_ edit: Edit) throws(EditError) {
    switch edit {
    case .title(let title): try OrgChecks.check(title: title)
    case .tags(let tags):
      for tag in tags where !OrgSyntax.isTag(tag.bytes[...]) { throw .forbiddenTag(tag) }
    case .state(let state):
      guard workflow[state.keyword] != nil else {
        throw .unknownKeyword(state.keyword, known: workflow.keywords.map(\.state.keyword))
      }
    case .notes(let notes): try OrgChecks.check(notes: notes)
    case .log(let log):
      for entry in log { try OrgChecks.check(logNote: entry.note) }
    default:
      guard let change = OrgProperty.change(by: edit), let value = change.value else { return }
      try OrgChecks.check(property: change.name, value: value)
    }
  }
}

/// What may stand in an Org file, and where.
enum OrgChecks {
  static func check(title: Text) throws(EditError) {
    let bytes = title.bytes[...]
    guard !Cookie.removing(from: bytes).isEmpty, !bytes.trimmingBlanks.isEmpty else {
      throw .emptyTitle
    }
    guard !title.hasControlCharacters else { throw .controlCharacter(in: title) }
    if bytes.hasPrefix("[#"), bytes.count >= 4, bytes[3] == 0x5D {
      throw .misreadTitle(title, as: "a priority")
    }
    if OrgHeading.withoutComment(bytes) != bytes { throw .misreadTitle(title, as: "a comment") }
    if OrgSyntax.tagString(of: [0x78, 0x20] + bytes) != nil {
      throw .misreadTitle(title, as: "tags")
    }
  }

  static func check(property name: Text, value: Text) throws(EditError) {
    let key = name.bytes[...]
    let isReserved = OrgProperty.reserved.contains { $0.isSameName(as: name) }
    let isWord = !key.isEmpty && !key.contains { $0.isBlank } && key.last != 0x2B
    guard isWord, !name.hasControlCharacters, !isReserved, !name.isSameName(as: "END"),
      !name.isSameName(as: "PROPERTIES")
    else { throw .badPropertyName(name) }
    guard !value.hasControlCharacters else { throw .controlCharacter(in: value) }
    guard value.bytes[...].trimmingBlanks.count == value.bytes.count else {
      throw .badProperty(name: name, value: value)
    }
  }

  /// Notes that begin like a log would be read as one.
  static func check(notes: Text) throws(EditError) {
    guard let first = notes.lines.first else { return }
    if first.bytes[...].trimmingBlanks.isSame(as: ":LOGBOOK:") { throw .badNotes(line: first) }
  }

  /// The lines of a note in the log must not end the log.
  static func check(logNote note: Text?) throws(EditError) {
    for line in note?.lines ?? [] where line.bytes[...].trimmingBlanks.isSame(as: ":END:") {
      throw .badNotes(line: line)
    }
  }
}
