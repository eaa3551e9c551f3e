/// Takes a task out of the trash.
package struct RestoreTask: TaskAction {
  package let verb = "restore"
  package let past = "restored"
  package let group = TaskGroup.deleted

  package init() {}

  package func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    document.task.isDeleted ? [.deleted(nil)] : []
  }
}
