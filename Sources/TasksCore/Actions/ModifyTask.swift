/// Changes fields of a task.
package struct ModifyTask: TaskAction {
  package let verb = "modify"
  package let past = "modified"
  let draft: Draft

  package init(_ draft: Draft) { self.draft = draft }

  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws -> [Edit] {
    let edits = try draft.edits(for: document.task, resolve: context.find)
    guard context.logsEdits else { return edits }
    return EditLog.adding(to: edits, of: document.task, now: context.now)
  }
}
