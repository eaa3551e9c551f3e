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
      task.tags.append(new: isDeleted ? tags.filter { $0 != Task.trashTag } : tags)
    case .scheduled(let planning): task.scheduled = planning
    case .deadline(let planning): task.deadline = planning
    case .closed(let closed): task.closed = closed
    case .deleted(let deleted):
      task.deleted = deleted
      if deleted != nil { task.tags.removeAll { $0 == Task.trashTag } }
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
