extension OrgDocument {
  /// Prints a new file: the keywords of the workflow, for Emacs, and the task with the fields that are set.
  ///
  /// - Throws: ``EditError`` if Org would read a field's value as something else.
  package static func print(
    new task: Task, workflow specification: Text, storeWorkflow: Workflow
  ) throws(EditError) -> OrgDocument {
    try OrgChecks.check(title: task.title)
    let heading = [0x2A, 0x20] + task.state.keyword.bytes + [0x20] + task.title.bytes + [0x0A]
    let settings = OrgSettings.keywordLine(specification).bytes + [0x0A, 0x0A]
    guard let document = OrgDocument(settings + heading, path: task.path, workflow: storeWorkflow)
    else {
      throw .unknownKeyword(task.state.keyword, known: storeWorkflow.keywords.map(\.state.keyword))
    }
    return try document.applying(task.edits(from: document.task))
  }
}
