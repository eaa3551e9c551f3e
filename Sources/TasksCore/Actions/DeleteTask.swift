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
