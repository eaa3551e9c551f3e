/// Replaces the notes of a task by a text that someone has edited for a while. What others wrote meanwhile is merged with
/// it, line by line (``BodyMerge``), so that neither is lost.
package struct RewriteNotes: TaskAction {
  package let verb = "edit"
  package let past = "edited"
  package let group = TaskGroup.all
  /// The notes as they are to be.
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
