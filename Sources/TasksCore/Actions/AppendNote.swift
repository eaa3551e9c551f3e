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
