/// Prints new task files of either format.
package enum TaskPrinter {
  /// Prints the file of a new task in the task's format.
  ///
  /// - Parameters:
  ///   - keywords: The store's workflow as written after `#+TODO:`.
  ///   - workflow: The same, parsed.
  /// - Throws: ``EditError`` if a value would be read as something else.
  package static func print(
    new task: Task, _ keywords: Text, _ workflow: Workflow
  ) throws(EditError) -> any TaskDocument {
    switch task.format {
    case .org: try OrgDocument.print(new: task, workflow: keywords, storeWorkflow: workflow)
    case .markdown: try MarkdownDocument.print(new: task, workflow: workflow)
    }
  }
}
