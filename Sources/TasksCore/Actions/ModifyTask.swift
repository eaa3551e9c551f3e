/// Changes fields of a task.
public struct ModifyTask: TaskAction {
  public let verb = "modify"
  public let past = "modified"
  public let draft: Draft

  public init(_ draft: Draft) { self.draft = draft }

  public func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws -> [Edit] {
    let edits = try draft.edits(for: document.task, resolve: context.find)
    guard context.logsEdits else { return edits }
    return EditLog.adding(to: edits, of: document.task, now: context.now)
  }
}
