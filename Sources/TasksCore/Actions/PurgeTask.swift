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
