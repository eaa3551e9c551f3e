extension OrgDocument {
  /// Refuses values that Org would read as something else.
  func check(_ edit: Edit) throws(EditError) {
    switch edit {
    case .title(let title): try OrgChecks.check(title: title)
    case .tags(let tags):
      for tag in tags where !OrgSyntax.isTag(tag.bytes[...]) { throw .forbiddenTag(tag) }
    case .state(let state):
      guard workflow[state.keyword] != nil else {
        throw .unknownKeyword(state.keyword, known: workflow.keywords.map(\.state.keyword))
      }
    case .scheduled(let plan): try check(.scheduled, plan, old: task.scheduled)
    case .deadline(let plan): try check(.deadline, plan, old: task.deadline)
    case .closed(let time):
      try check(.closed, time.map { Planning($0) }, old: task.closed.map { Planning($0) })
    case .notes(let notes): try OrgChecks.check(notes: notes, old: task.notes)
    case .log(let log):
      let known = Set(task.log)
      for item in log where !known.contains(item) { try OrgChecks.check(item) }
    default:
      guard let change = OrgProperty.change(by: edit) else { return }
      try OrgChecks.check(property: change.name, value: change.value ?? .empty)
      if case .property = edit {
        guard !change.name.isSameName(as: OrgProperty.id.name) else {
          throw .badProperty(name: change.name, value: change.value ?? .empty)
        }
      } else if let field = OrgProperty.named(change.name), field.edit(change.value) != edit {
        throw .badProperty(name: change.name, value: change.value ?? .empty)
      }
    }
  }

  private func check(
    _ keyword: OrgPlanningLine.Keyword, _ plan: Planning?, old: Planning?
  ) throws(EditError) {
    try OrgChecks.check(keyword, plan)
    guard old == nil, let planning, planning.isUnread(keyword, in: bytes[...]) else {
      return
    }
    throw .notEditable("\(keyword.name) holds something other than a date")
  }

  /// Verifies a heading after an edit: text from the middle of the title may now be in a position in which Org
  /// reads it as a priority or as tags.
  func checkHeading(after edit: Edit, of old: OrgDocument) throws(EditError) {
    switch edit {
    case .title, .tags, .state, .priority, .deleted: break
    default: return
    }
    var expected = old.task.applying(edit)
    if case .deleted(nil) = edit, task.tags.contains(Task.archiveTag) {
      // An ARCHIVE tag of the task's own, which deletion had hidden.
      expected.tags.append(Task.archiveTag)
    }
    guard task.priority == expected.priority else {
      throw .misreadTitle(expected.title, as: "a priority")
    }
    let isTagged = task.tags == expected.tags || Set(task.tags) == Set(expected.tags)
    guard isTagged || old.settings.hasTags else {
      throw .misreadTitle(expected.title, as: "tags")
    }
    guard task.title == expected.title else { throw .misreadTitle(expected.title, as: "a comment") }
  }
}

/// Checks of values for an Org file.
package enum OrgChecks {
  static func check(title: Text) throws(EditError) {
    let bytes = Array(title.bytes[...].trimmingBlanks)[...]
    guard !StatisticsCookie.removing(from: bytes).isEmpty else {
      throw .emptyTitle
    }
    guard !title.hasControlCharacters else { throw .controlCharacter(in: title) }
    if bytes.hasPrefix("[#") {
      let words = bytes.dropFirst(2)
      let word = words.prefix { $0 != 0x5D }
      // Org 9.5 takes any single character for a priority, other versions any letters and digits.
      if word.endIndex < words.endIndex,
        word.allSatisfy({ $0.isASCIILetter || $0.isDigit })
          || Text(bytes: word).string.unicodeScalars.count == 1
      {
        throw .misreadTitle(title, as: "a priority")
      }
    }
    // Org 9.5 takes it for a comment even if it is only the start of a word.
    if bytes.hasPrefix("COMMENT") { throw .misreadTitle(title, as: "a comment") }
    if OrgSyntax.tagString(of: [0x78, 0x20] + bytes) != nil {
      throw .misreadTitle(title, as: "tags")
    }
  }

  package static func check(property name: Text, value: Text) throws(EditError) {
    let key = name.bytes[...]
    let isReserved = OrgProperty.reserved.contains { $0.isSameName(as: name) }
    let isWord =
      !key.isEmpty && key.last != 0x2B
      && !name.string.unicodeScalars.contains(where: OrgSyntax.isBlank)
    guard isWord, !name.hasControlCharacters, !isReserved, !name.isSameName(as: "END"),
      !name.isSameName(as: "PROPERTIES")
    else { throw .badPropertyName(name) }
    guard !value.hasControlCharacters else { throw .controlCharacter(in: value) }
    guard value.bytes[...].trimmingBlanks.count == value.bytes.count else {
      throw .badProperty(name: name, value: value)
    }
  }

  /// Refuses new lines that Org reads as settings of the whole file, such as `#+FILETAGS:`; settings that the
  /// old notes contain already may stay.
  static func check(notes: Text, old: Text) throws(EditError) {
    func settings(_ notes: Text) -> [Text] {
      notes.withBytes { bytes in OrgSettings(bytes).lines.map { Text(bytes: bytes[$0]) } }
    }
    let new = settings(notes)
    guard !new.isEmpty else { return }
    let known = Set(settings(old))
    if let line = new.first(where: { !known.contains($0) }) { throw .badNotes(line: line) }
  }

  /// Verifies that an item of the log reads back unchanged: a line of its note might close the drawer, or be a
  /// clock or a setting.
  static func check(_ item: LogItem) throws(EditError) {
    try check(notes: item.entry?.note ?? .empty, old: .empty)
    guard OrgLogbook.reading(of: item) != [item] else { return }
    switch item {
    case .entry(let entry):
      let isEnd: (Text) -> Bool = { $0.bytes[...].trimmingBlanks.isSame(as: ":END:") }
      let lines = entry.note?.lines ?? []
      let line = Text(bytes: OrgLogbook.print(item, indent: [], lineEnd: []))
      throw .badNotes(line: lines.first(where: isEnd) ?? lines.first ?? line)
    case .clock(let clock):
      throw .badProperty(name: "CLOCK", value: Text(OrgTimestamp.printInactive(clock.start)))
    }
  }

  /// Verifies that a timestamp reads back unchanged: a time range must not end before its start, nor a year
  /// exceed 9999.
  static func check(
    _ keyword: OrgPlanningLine.Keyword, _ plan: Planning?
  ) throws(EditError) {
    guard let plan else { return }
    let stamp = Array(OrgPlanningLine.stamp(keyword, plan).utf8)
    guard let read = OrgTimestamp.planning(at: stamp[...]), read.planning == plan,
      read.range == 0..<stamp.count
    else {
      throw .badProperty(name: Text(keyword.name), value: Text(bytes: stamp))
    }
  }
}
