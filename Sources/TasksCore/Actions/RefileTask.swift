/// Moves a task to another list, or out of its list.
public struct RefileTask: TaskAction {
  public let verb = "refile"
  public let past = "refiled"
  /// Nil for no list.
  public let list: Text?

  public init(to list: Text?) { self.list = list }

  public func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    [.list(list)]
  }
}
