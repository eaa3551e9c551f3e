import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `add` command.
package struct AddRequest: Request {
  /// The words of one task, or `-` alone for the lines of standard input.
  package let words: [String]
  package var opensEditor = false
  var isDone = false
  package var isDryRun = false

  package func run(in session: Session) throws {
    let there = try session.openStoreIfThere()
    let fields = there?.fields ?? OwnFields()
    // What cannot be read makes no store.
    var lines: [TaskLine] = []
    if words == ["-"] {
      lines = try TaskLine.standardInput(session, fields)
    } else {
      let draft = try draft(session.now, fields)
      try session.checkReminders(of: draft)
      if opensEditor, !isDryRun {
        return try edit(draft, there ?? session.openOrCreateStore(), session)
      }
      lines = [TaskLine(content: .draft(draft))]
    }
    let store = try there ?? (isDryRun ? session.openStore() : session.openOrCreateStore())
    try add(lines, to: store, session)
  }

  private func add(_ lines: [TaskLine], to store: TaskStore, _ session: Session) throws {
    let context = try ActiveContext.of(store, now: session.now)
    let lines = lines.map { line in context.map { line.completed(by: $0.query) } ?? line }
    let report = try store.write("add", dryRun: isDryRun) { reading in
      var new = NewTasks(in: store, after: reading)
      return try lines.map { line in
        let task = try line.task(of: &new)
        return .add(isDone ? new.finished(task) : task)
      }
    }
    try print(report, store, session)
  }

  /// Adds the task that the editor leaves. Without a title there is none, as git makes no commit without a message.
  private func edit(_ draft: Draft, _ store: TaskStore, _ session: Session) throws {
    let context = try ActiveContext.of(store, now: session.now)
    let draft = context?.query.completing(draft) ?? draft
    let file = try DraftFile(draft, isDone: isDone, in: store)
    try print(try Editor(store: store).add(file), store, session)
  }

  private func print(_ report: WriteReport, _ store: TaskStore, _ session: Session) throws {
    try Report(session: session, store: store, past: "added").print(report, dryRun: isDryRun)
  }

  /// Reads the words. In the editor a title can follow.
  private func draft(_ now: Timestamp, _ fields: OwnFields) throws -> Draft {
    opensEditor && !isDryRun
      ? try QuickAdd.readUntitled(
        words, now: now, fields: fields, mention: Conversation.mention)
      : try QuickAdd.read(
        words, mode: .add, now: now, fields: fields, mention: Conversation.mention)
  }
}
