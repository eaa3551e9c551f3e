/// Ticks or clears checkboxes in the notes of a task.
package struct SetCheckboxes: TaskAction {
  /// The numbers of the checkboxes, from 1 in the order of the file.
  let numbers: [Int]
  let isChecked: Bool

  package var verb: String { isChecked ? "check" : "uncheck" }
  package var past: String { verb + "ed" }

  package init(_ numbers: [Int], to isChecked: Bool) {
    self.numbers = numbers
    self.isChecked = isChecked
  }

  /// - Throws: `noCheckboxes`, `noSuchCheckbox`; `dependentCheckbox` for a checkbox that follows the ones nested in
  ///   it, as in Org; ``CipherError`` if the notes are encrypted and cannot be read.
  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    try context.encryption.editing(document) { try edits(for: $0.task) }
  }

  private func edits(for task: Task) throws(ActionError) -> [Edit] {
    var notes = task.notes
    for number in numbers {
      let list = Checklist(notes, format: task.format, counting: CookieCounting(task))
      guard list.items.indices.contains(number - 1) else {
        throw list.items.isEmpty
          ? .noCheckboxes(title: task.title) : .noSuchCheckbox(number, count: list.items.count)
      }
      notes = list.setting(number - 1, to: isChecked)
    }
    let list = Checklist(notes, format: task.format)
    for number in numbers where !list.isSet(number - 1, to: isChecked) {
      let others = list.checkboxesLeading(number - 1)
      guard others.isEmpty else {
        throw .dependentCheckbox(number, others: others.map { $0 + 1 }, isChecked: isChecked)
      }
    }
    return [.notes(notes)]
  }
}
