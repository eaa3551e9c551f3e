extension OrgDocument {
  /// A new file: the workflow, so that Emacs knows the keywords, then the task with what is set.
  ///
  /// - Throws: ``EditError`` where a field holds what Org would read as something else.
  public static func print(
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
