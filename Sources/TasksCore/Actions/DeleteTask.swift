/// Moves a task to the trash, and ends its clock.
public struct DeleteTask: TaskAction {
  public let verb = "delete"
  public let past = "deleted"

  public init() {}

  public func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    let task = document.task
    if task.isDeleted { return [] }
    let log = task.log.endingClocks(at: context.now, except: document.foreignClocks)
    return [.deleted(context.now)] + (log == task.log ? [] : [.log(log)])
  }

  public func reversal(of short: String) -> String? { "tasks restore \(short)" }
}
