/// Replaces the notes of a task by a text that someone has edited for a while. What others wrote meanwhile is merged with
/// it, line by line (``BodyMerge``), so that neither is lost.
package struct RewriteNotes: TaskAction {
  package let verb = "edit"
  package let past = "edited"
  package let group = TaskGroup.all
  let notes: Text
  /// The notes that were edited.
  let base: Text

  package init(_ notes: Text, editedFrom base: Text) {
    self.notes = RewriteNotes.lines(of: notes)
    self.base = RewriteNotes.lines(of: base)
  }

  /// Returns the text with line feeds alone, as a browser sends it with others.
  private static func lines(of text: Text) -> Text {
    Text(bytes: text.bytes.filter { $0 != 0x0D }).trimmingBlankLines
  }

  /// Whether the task's notes have changed since they were edited, so that both are merged.
  package func merges(with task: Task) -> Bool {
    task.notes != base && task.notes != notes && base != notes
  }

  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws(ActionError) -> [Edit] {
    let task = document.task
    guard base != notes, task.notes != notes else { return [] }
    guard !task.hasEncryptedNotes else { throw .encryptedNotes }
    guard merges(with: task) else { return [.notes(notes)] }
    let sides = ThreeWay<Text>(base: base, ours: notes, theirs: task.notes)
    return [.notes(BodyMerge(sides, format: task.format, local: .ours).notes)]
  }
}

/// Appends text to the notes of a task.
package struct AppendNote: TaskAction {
  package let verb = "note"
  package let past = "noted"
  let text: Text

  /// - Throws: `emptyNote`, `headingInNote`, `controlCharacterInNote`.
  package init(_ text: Text) throws(ActionError) {
    guard !text.trimmingBlankLines.isEmpty else { throw .emptyNote }
    if text.headingLine != nil { throw .headingInNote }
    for line in text.lines {
      if line.hasControlCharacters { throw .controlCharacterInNote }
    }
    self.text = text
  }

  /// - Throws: ``CipherError`` if the notes are encrypted and cannot be read.
  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    try context.encryption.editing(document) { [$0.task.appending(note: text)] }
  }
}

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

/// Encrypts the notes of a task, as org-crypt does (The Org Manual, "Org Crypt").
package struct EncryptNotes: TaskAction {
  package let verb = "encrypt"
  package let past = "encrypted"
  package let group = TaskGroup.all
  /// The names of the keys; nil for those that the task or the store names.
  let keys: [String]?

  /// - Parameter keys: The names of the keys that the notes are to be encrypted to, also if they are encrypted to others.
  package init(to keys: [String]?) { self.keys = keys }

  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    let (task, encryption) = (document.task, context.encryption)
    var edits: [Edit] = []
    if !task.tags.contains(Task.cryptTag) { edits.append(.tags(task.tags + [Task.cryptTag])) }
    if let keys {
      edits.append(
        .property(name: NotesEncryption.keyProperty, value: try encryption.fingerprints(keys)))
    }
    guard !task.notes.isEmpty else { return edits }
    if let keys {
      let text = try encryption.plainNotes(of: task)
      return edits + [.notes(try encryption.encrypted(text, of: task, to: keys))]
    }
    if task.hasEncryptedNotes, !task.hasUnmergedMessages { return edits }
    return edits + [.notes(try encryption.sealedNotes(of: task))]
  }

  package func reversal(of short: String) -> String? { "tasks decrypt \(short)" }
}

/// Makes the notes of a task plain again.
package struct DecryptNotes: TaskAction {
  package let verb = "decrypt"
  package let past = "decrypted"
  package let group = TaskGroup.all

  package init() {}

  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    let task = document.task
    var edits: [Edit] = []
    if task.tags.contains(Task.cryptTag) {
      edits.append(.tags(task.tags.filter { $0 != Task.cryptTag }))
    }
    guard task.hasEncryptedNotes else { return edits }
    return edits + [.notes(try context.encryption.plainNotes(of: task))]
  }

  package func reversal(of short: String) -> String? { "tasks encrypt \(short)" }
}
