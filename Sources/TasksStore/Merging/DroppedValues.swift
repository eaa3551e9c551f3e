import TasksCore

/// The values that merges dropped from a task, found by the name of their field.
package struct DroppedValues {
  private let all: [MergeLoss]
  private let document: any TaskDocument

  package init(_ document: any TaskDocument) {
    self.document = document
    all = MergeLoss.all(in: document.task)
  }

  /// Returns the dropped value of a field, or without a name the only one.
  ///
  /// - Throws: `invalid` if there is none, or if there are several and no name.
  package func value(of field: Text?) throws(StoreError) -> MergeLoss {
    let found = all.filter { value in field.map { value.field.isSameName(as: $0) } ?? true }
    let title = ControlCharacters.escaped(document.task.title)
    guard let first = found.first else {
      throw .invalid(
        "no merge dropped \(field.map { "the \(ControlCharacters.escaped($0))" } ?? "a value") of '\(title)'"
      )
    }
    guard found.count == 1 || field != nil else {
      let names = found.map { ControlCharacters.escaped($0.field) }.joined(separator: ", ")
      throw .invalid("merges dropped several values of '\(title)'; name the field: \(names)")
    }
    return first
  }

  /// Returns the change that restores a dropped value and logs the value it replaces.
  ///
  /// - Throws: `invalid` if the file cannot hold the value.
  package func taking(_ value: MergeLoss, now: Timestamp) throws(StoreError) -> Change {
    guard let taken = value.taken(in: document, now: now) else {
      throw .invalid(
        "the value of \(ControlCharacters.escaped(value.field)) cannot be written here; change it with: tasks edit"
      )
    }
    // A hand-made task gets its id with its first change.
    let id = document.task.id
    let isOwn = document.task.hasOwnID
    return .replace(document, with: isOwn ? taken : (try? taken.applying([.id(id)])) ?? taken)
  }

  /// Returns the change that removes the entry of a dropped value from the log; of all if no field is named.
  package func forgetting(_ field: Text?) throws(StoreError) -> Change {
    let values = field == nil && !all.isEmpty ? all : [try value(of: field)]
    var task = document.task
    for value in values {
      for edit in value.forgetting(in: task) { task = task.applying(edit) }
    }
    return .edit(document, [.log(task.log)])
  }
}
