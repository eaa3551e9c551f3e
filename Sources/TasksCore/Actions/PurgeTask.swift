/// Removes a task of the trash for good.
public struct PurgeTask: TaskAction {
  public let verb = "purge"
  public let past = "purged"
  public let removesTask = true
  public let group = TaskGroup.deleted

  public init() {}

  /// - Throws: `notInTrash`: only a deleted task can be purged.
  public func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws(ActionError) -> [Edit] {
    let task = document.task
    guard task.isDeleted else {
      throw .notInTrash(title: task.title, short: context.short(task))
    }
    return []
  }

  public func reversal(of short: String) -> String? { "tasks undo" }
}
