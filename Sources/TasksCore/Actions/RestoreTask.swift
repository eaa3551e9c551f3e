/// Takes a task out of the trash.
public struct RestoreTask: TaskAction {
  public let verb = "restore"
  public let past = "restored"
  public let group = TaskGroup.deleted

  public init() {}

  public func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    document.task.isDeleted ? [.deleted(nil)] : []
  }
}
