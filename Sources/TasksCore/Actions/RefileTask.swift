/// Moves a task to another list, or out of its list.
public struct RefileTask: TaskAction {
  public let verb = "refile"
  public let past = "refiled"
  /// Nil for no list.
  public let list: Text?

  /// - Parameter name: The list as typed; empty for no list.
  /// - Throws: `notAValue` for a name without a level.
  public init(to name: String) throws(InputError) {
    list = try name.isEmpty ? nil : ListName.read(InputWord(name))
  }

  public func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    [.list(list)]
  }
}
