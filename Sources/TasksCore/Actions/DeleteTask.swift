/// Moves a task to the trash.
public struct DeleteTask: TaskAction {
  public let verb = "delete"
  public let past = "deleted"

  public init() {}

  public func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    document.task.isDeleted ? [] : [.deleted(context.now)]
  }

  public func reversal(of short: String) -> String? { "tasks restore \(short)" }
}
