/// Moves a task to the trash, and ends its clock.
package struct DeleteTask: TaskAction {
  package let verb = "delete"
  package let past = "deleted"

  package init() {}

  package func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    let task = document.task
    if task.isDeleted { return [] }
    let log = task.log.endingClocks(at: context.now, except: document.foreignClocks)
    return [.deleted(context.now)] + (log == task.log ? [] : [.log(log)])
  }

  package func reversal(of short: String) -> String? { "tasks restore \(short)" }
}

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

/// Removes a task of the trash for good.
package struct PurgeTask: TaskAction {
  package let verb = "purge"
  package let past = "purged"
  package let removesTask = true
  package let group = TaskGroup.deleted

  package init() {}

  /// - Throws: `notInTrash`: only a deleted task can be purged.
  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws(ActionError) -> [Edit] {
    let task = document.task
    guard task.isDeleted else {
      throw .notInTrash(title: task.title, short: context.short(task))
    }
    return []
  }

  package func reversal(of short: String) -> String? { "tasks undo" }
}
