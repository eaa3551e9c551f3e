extension MarkdownDocument {
  /// Prints a new file: front matter with the fields that are set, then the notes and the log.
  ///
  /// - Throws: ``EditError`` if the format cannot represent the value of a field.
  package static func print(
    new task: Task, workflow: Workflow, fields: OwnFields = OwnFields()
  ) throws(EditError) -> MarkdownDocument {
    try MarkdownChecks.check(title: task.title)
    let word = StatusWord.word(for: task.state, replacing: nil, isNotes: false, workflow: workflow)
    guard let word else {
      throw .unknownKeyword(task.state.keyword, known: workflow.keywords.map(\.state.keyword))
    }
    let writer = YAMLWriter(quote: .double)
    var text = Array("---\ntitle: ".utf8) + writer.print(.text(task.title))
    text += Array("\nstatus: ".utf8) + writer.print(.text(word)) + Array("\n---\n".utf8)
    guard let document = MarkdownDocument(text, path: task.path, workflow: workflow) else {
      throw .notEditable("the title cannot be written")
    }
    return try document.applying(task.edits(from: document.task).typed(by: fields))
  }
}
