/// The difference of two versions of a task as edits.
enum TaskDiff {
  /// Returns the edits that turn `old` into `new`.
  static func edits(from old: Task, to new: Task) -> [Edit] {
    var edits: [Edit] = []
    func note<Value: Equatable>(_ old: Value, _ new: Value, _ edit: (Value) -> Edit) {
      if old != new { edits.append(edit(new)) }
    }
    if new.id != old.id || new.hasOwnID && !old.hasOwnID { edits.append(.id(new.id)) }
    for field in PlainField.allCases {
      note(field.value(in: old), field.value(in: new)) { .field(field, $0) }
    }
    note(old.title, new.title, Edit.title)
    note(old.state, new.state, Edit.state)
    note(old.priority, new.priority, Edit.priority)
    note(old.closed, new.closed, Edit.closed)
    note(old.deadline, new.deadline, Edit.deadline)
    note(old.scheduled, new.scheduled, Edit.scheduled)
    note(old.deleted, new.deleted, Edit.deleted)
    // After `deleted`, because the trash's tag is not among the tags.
    note(old.tags, new.tags, Edit.tags)
    if new.properties != old.properties { edits += properties(from: old, to: new) }
    note(old.notes, new.notes, Edit.notes)
    note(old.log, new.log, Edit.log)
    return edits
  }

  private static func properties(from old: Task, to new: Task) -> [Edit] {
    let (after, before) = (PropertyValues(new.properties), PropertyValues(old.properties))
    let gone = old.properties.filter { after[$0.name] == nil }
    let changed = new.properties.filter { before[$0.name] != $0.value }
    return gone.map { .property(name: $0.name, value: nil) }
      + changed.map { .property(name: $0.name, value: $0.value) }
  }
}

extension Task {
  /// Returns the edits that turn `old` into this task.
  package func edits(from old: Task) -> [Edit] { TaskDiff.edits(from: old, to: self) }
}
