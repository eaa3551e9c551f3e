/// Changes fields of a task.
package struct ModifyTask: TaskAction {
  package let verb = "modify"
  package let past = "modified"
  let draft: Draft

  package init(_ draft: Draft) { self.draft = draft }

  package func edits(
    for document: any TaskDocument, in context: ActionContext
  ) throws -> [Edit] {
    let edits = try draft.edits(for: document.task, resolve: context.find)
    guard context.logsEdits else { return edits }
    return EditLog.adding(to: edits, of: document.task, now: context.now)
  }
}

/// Makes a new task of a copy of another one: the same fields and notes, to be done from the beginning.
package struct DuplicateTask: Sendable {
  let id: TaskID
  let rank: Rank?
  let now: Timestamp

  package init(id: TaskID, rank: Rank?, now: Timestamp) {
    (self.id, self.rank, self.now) = (id, rank, now)
  }

  /// Returns the edits that turn the copied file into the new task's: in the first state, without a log, with all
  /// checkboxes cleared.
  package func edits(for document: any TaskDocument) -> [Edit] {
    let task = document.task
    let state = document.workflow.start(for: task.state) ?? task.state
    return [
      .id(id), .rank(rank), .created(now), .state(state), .closed(nil), .lastRepeat(nil),
      .deleted(nil), .log([]), .notes(cleared(task)),
    ]
  }

  private func cleared(_ task: Task) -> Text {
    var notes = task.notes
    let list = Checklist(notes, format: task.format)
    for number in list.items.indices where !list.isSet(number, to: false) {
      notes = Checklist(notes, format: task.format, counting: CookieCounting(task))
        .setting(number, to: false)
    }
    return notes
  }
}
