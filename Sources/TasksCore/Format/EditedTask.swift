extension Task {
  /// Returns the task after the edit. Editing the file and reading it again gives the same task.
  ///
  /// Texts are normalized as a file holds them: no blanks around a title, no blank lines around the notes. A
  /// property with a field's name sets that field if its value can be parsed.
  package func applying(_ edit: Edit) -> Task {
    guard format == .org else { return setting(edit.inMarkdown) }
    let edit = OrgProperty.fieldEdit(for: edit)
    guard let name = OrgProperty.change(by: edit)?.name else { return setting(edit) }
    var task = self
    if case .property = edit, let off = OrgProperty.named(name)?.edit(nil) {
      // The new value cannot be parsed, so the field loses its value and the text is kept as a property.
      task = task.setting(off)
    } else if OrgProperty.named(name) != nil {
      // An earlier value that could not be parsed is among the other properties.
      task.properties.removeAll { $0.name.isSameName(as: name) }
    }
    return task.setting(edit)
  }

  private func setting(_ edit: Edit) -> Task {
    var task = self
    switch edit {
    case .id(let id):
      task.id = id
      task.hasOwnID = true
    case .title(let title):
      task.title = format == .org ? OrgHeading.titleText(title.bytes[...]) : title
    case .state(let state): task.state = state
    case .priority(let priority): task.priority = priority
    case .tags(let tags):
      task.tags = []
      task.tags.append(new: isDeleted ? tags.filter { $0 != Task.archiveTag } : tags)
    case .scheduled(let planning): task.scheduled = planning
    case .deadline(let planning): task.deadline = planning
    case .closed(let closed): task.closed = closed
    case .deleted(let deleted):
      task.deleted = deleted
      if deleted != nil { task.tags.removeAll { $0 == Task.archiveTag } }
    case .field(let field, let value): field.set(value, in: &task)
    case .own(let field, let value): task.setProperty(field.name, to: field.text(value, in: format))
    case .property(let name, let value): task.setProperty(name, to: value)
    case .notes(let notes):
      // Carriage returns are kept only if lines of the notes already end in one.
      task.notes =
        (task.notes.hasReturnsAtLineEnds ? notes : notes.withoutReturns).trimmingBlankLines
    case .log(let log): task.log = log
    }
    return task
  }

  package func applying(_ edits: [Edit]) -> Task {
    edits.reduce(self) { $0.applying($1) }
  }

  private mutating func setProperty(_ name: Text, to value: Text?) {
    let index = properties.firstIndex { $0.name.isSameName(as: name) }
    switch (index, value) {
    case let (index?, value?): properties[index].value = value
    case let (index?, nil): properties.remove(at: index)
    case let (nil, value?): properties.append(Property(name, value))
    case (nil, nil): break
    }
  }
}

/// Verifies an edit against the edited file, read again: it must change its own field and no other. If the file
/// is so unusual that another field changes with it (say, the edit removes a line that kept others from being
/// properties), `check` throws `EditError.notEditable`.
enum EditVerification {
  ///
  /// - Parameter hasRule: Whether the file has a rule of TaskNotes, which says something else on another date.
  static func check(
    _ edits: ArraySlice<Edit>, from old: Task, to new: Task, hasRule: Bool = false
  ) throws(EditError) {
    var expected = old
    for edit in edits { expected = expected.applying(edit) }
    for edit in edits { copyField(of: edit, from: new, to: &expected) }
    if expected == new { return }
    for edit in edits where new.format == .markdown {
      if hasRule { takeRule(by: edit, from: new, &expected) }
      // An unreadable value of the field's own key, read as a property until now, is replaced by the edit.
      if case .property = edit { continue }
      // Clearing the notes must not turn such a value into the notes.
      if case .notes(let notes) = edit, notes.trimmingBlankLines.isEmpty, !new.notes.isEmpty {
        continue
      }
      let left = new.properties
      expected.properties.removeAll { property in
        FrontMatterKey.named(property.name.bytes[...]) != nil && !left.contains(property)
      }
    }
    var read = new
    sortProperties(&expected)
    sortProperties(&read)
    guard expected == read else {
      throw .notEditable(
        "the change would also alter another part of the file; make it with tasks edit")
    }
  }

  /// Accepts what a rule of TaskNotes is read as once the date that it applies to has changed: a repeater, or a
  /// property if no repeater can express it.
  private static func takeRule(by edit: Edit, from new: Task, _ expected: inout Task) {
    switch edit {
    case .scheduled, .deadline: break
    default: return
    }
    expected.scheduled?.repeater = new.scheduled?.repeater
    expected.deadline?.repeater = new.deadline?.repeater
    expected.repeats.days = new.repeats.days
    expected.repeats.until = new.repeats.until
    expected.properties.removeAll(where: isRule)
    expected.properties += new.properties.filter(isRule)
  }

  private static func isRule(_ property: Task.Property) -> Bool {
    switch FrontMatterKey.named(property.name.bytes[...])?.key {
    case .repeat, .recurrenceAnchor: true
    default: false
    }
  }

  /// Sorts the properties and lowercases their names: a new property is not always the last in the file, and an
  /// existing one keeps the case of its name.
  private static func sortProperties(_ task: inout Task) {
    for index in task.properties.indices {
      let name = task.properties[index].name.bytes.map(\.lowercasedASCII)
      task.properties[index].name = Text(bytes: name)
    }
    task.properties.sort { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  /// Accepts the edited field as read: the format decides on details such as the order of tags and the position
  /// of a log entry.
  private static func copyField(of edit: Edit, from new: Task, to task: inout Task) {
    switch edit {
    case .title: task.title = new.title
    case .tags: task.tags = new.tags
    case .deleted: task.tags = new.tags
    case .notes: task.notes = new.notes
    case .log: task.log = new.log
    default: break
    }
    guard task.format == .org else { return }
    // A file setting inside the notes is part of the notes and also sets tags or the list.
    let mayHaveSettings: (Text) -> Bool = { $0.withUTF8 { $0.contains(0x23) } }
    switch edit {
    case .tags, .field(.list, _), .deleted:
      if mayHaveSettings(task.notes) { task.notes = new.notes }
    case .notes:
      // If the title is only a cookie, the title is that cookie, and it changes with the checkboxes.
      if StatisticsCookie.removing(from: task.title.bytes[...]).isEmpty { task.title = new.title }
      task.tags = new.tags
      task.list = new.list
    default: break
    }
  }
}
