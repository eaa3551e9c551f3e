/// Moves a task to another list, or out of its list.
package struct RefileTask: TaskAction {
  package let verb = "refile"
  package let past = "refiled"
  /// Nil for no list.
  package let list: Text?

  /// - Parameter name: The list as typed; empty for no list.
  /// - Throws: `notAValue` for a name without a level.
  package init(to name: String) throws(InputError) {
    list = try name.isEmpty ? nil : ListName.read(InputWord(name))
  }

  package func edits(for document: any TaskDocument, in context: ActionContext) -> [Edit] {
    [.list(list)]
  }
}
