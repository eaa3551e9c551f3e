/// One field whose value differs between two versions of a task.
package struct FieldChange: Hashable, Sendable {
  /// The field's name, as in ``Field/name``.
  package var field: Text
  package var change: ValueChange<FieldValue>

  package init(_ field: Text, _ change: ValueChange<FieldValue>) {
    (self.field, self.change) = (field, change)
  }
}

/// How a value differs between two versions.
package enum ValueChange<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The whole value before and after.
  case value(old: Value, new: Value)
  /// For a set: the members that were added and removed, each in the order of its version.
  case members(add: [Value], remove: [Value])

  package init(members old: [Value], to new: [Value]) {
    let (known, kept) = (Set(old), Set(new))
    self = .members(
      add: new.filter { !known.contains($0) }, remove: old.filter { !kept.contains($0) })
  }

  /// Writes `"old":…,"new":…`, or for a set `"add":[…],"remove":[…]`.
  package func write(to json: inout JSONWriter, _ write: (inout JSONWriter, Value) -> Void) {
    switch self {
    case .value(let old, let new):
      json.name("old")
      write(&json, old)
      json.name("new")
      write(&json, new)
    case .members(let add, let remove):
      json.name("add")
      json.array(add, write)
      json.name("remove")
      json.array(remove, write)
    }
  }
}

/// The fields that differ between two versions of a task.
package struct TaskDifference: Hashable, Sendable {
  /// The changes in the order of the fields. If only checkboxes changed in the notes, one change for each of them
  /// instead of one for the notes.
  package let changes: [FieldChange]

  /// Compares two versions of a task.
  ///
  /// - Parameters:
  ///   - old: Nil for a task that was added.
  ///   - new: Nil for a task that was purged.
  package init(from old: Task?, to new: Task?) {
    let tasks = [old, new].compactMap { $0 }
    guard let format = tasks.first?.format else {
      changes = []
      return
    }
    let fields = Field.all(in: tasks, format: format)
    let before = PropertyValues(old?.properties ?? [])
    let after = PropertyValues(new?.properties ?? [])
    changes = fields.flatMap { field -> [FieldChange] in
      if let name = field.property {
        let change = TaskDifference.value(FieldValue(before[name]), FieldValue(after[name]))
        return change.map { [FieldChange(field.name, $0)] } ?? []
      }
      switch field.rule {
      case .set, .log, .clocks: return TaskDifference.members(field, old, new)
      case .lines: return TaskDifference.body(field, old, new)
      case .local, .rank, .box:
        return TaskDifference.value(field, old, new)
          + (field.name == "state" ? TaskDifference.value(.closed, old, new) : [])
      }
    }
  }

  private static func value(_ field: Field, _ old: Task?, _ new: Task?) -> [FieldChange] {
    let before = old.map { field.value(in: $0) } ?? .nothing
    let after = new.map { field.value(in: $0) } ?? .nothing
    return value(before, after).map { [FieldChange(field.name, $0)] } ?? []
  }

  private static func value(_ old: FieldValue, _ new: FieldValue) -> ValueChange<FieldValue>? {
    old == new ? nil : .value(old: old, new: new)
  }

  private static func members(_ field: Field, _ old: Task?, _ new: Task?) -> [FieldChange] {
    func list(_ task: Task?) -> [FieldValue] {
      guard let task, case .list(let members) = field.value(in: task) else { return [] }
      return members
    }
    let change = ValueChange(members: list(old), to: list(new))
    return change == .members(add: [], remove: []) ? [] : [FieldChange(field.name, change)]
  }

  private static func body(_ field: Field, _ old: Task?, _ new: Task?) -> [FieldChange] {
    let whole = value(field, old, new)
    guard !whole.isEmpty, let old, let new else { return whole }
    let before = CheckboxLines(old.notes, format: old.format)
    let after = CheckboxLines(new.notes, format: new.format)
    guard before.keys == after.keys else { return whole }
    let boxes = before.boxes.ordered { $0.key < $1.key }.compactMap { line, box -> FieldChange? in
      guard let other = after.boxes[line], other.isChecked != box.isChecked else { return nil }
      return FieldChange(
        Field.checkbox(box.text).name,
        .value(old: .flag(box.isChecked), new: .flag(other.isChecked)))
    }
    return boxes.isEmpty ? whole : boxes
  }
}
