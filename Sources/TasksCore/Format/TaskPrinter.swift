/// Prints new task files of either format.
package enum TaskPrinter {
  /// Prints the file of a new task in the task's format.
  ///
  /// - Parameters:
  ///   - keywords: The store's workflow as written after `#+TODO:`.
  ///   - workflow: The same, parsed.
  ///   - fields: The store's own fields: their values get the types that they have in YAML.
  /// - Throws: ``EditError`` if a value would be read as something else.
  package static func print(
    new task: Task, _ keywords: Text, _ workflow: Workflow, fields: OwnFields = OwnFields()
  ) throws(EditError) -> any TaskDocument {
    var task = task
    if !fields.all.isEmpty {
      // Another program may have written them in its own way.
      task.properties = task.properties.map { fields.written($0, in: task.format) }
    }
    switch task.format {
    case .org: return try OrgDocument.print(new: task, workflow: keywords, storeWorkflow: workflow)
    case .markdown:
      return try MarkdownDocument.print(new: task, workflow: workflow, fields: fields)
    }
  }
}
