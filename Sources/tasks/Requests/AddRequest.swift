import TasksCore
import TasksStore

/// A parsed `add` command.
struct AddRequest: Request {
  /// The words of one task, or `-` alone for the lines of standard input.
  let words: [String]
  var opensEditor = false
  var isDryRun = false

  func run(in session: Session) throws {
    var drafts =
      try words == ["-"]
      ? StandardInput.lines().map {
        try QuickAdd.read(line: $0, now: session.now, mention: Conversation.mention)
      }
      : [QuickAdd.read(words, mode: .add, now: session.now, mention: Conversation.mention)]
    let store = try isDryRun ? session.openStore() : session.openOrCreateStore()
    if let context = try ActiveContext.of(store, now: session.now) {
      drafts = drafts.map(context.query.completing)
    }
    let report = try store.write("add", dryRun: isDryRun) { reading in
      var new = NewTasks(in: store, after: reading)
      return try drafts.map { .add(try new.task($0)) }
    }
    try Report(session: session, store: store, past: "added")
      .print(edited(report, session, store), dryRun: isDryRun)
  }

  /// Returns the report after the editor. Changes made there are a commit of their own.
  private func edited(
    _ report: WriteReport, _ session: Session, _ store: TaskStore
  ) throws -> WriteReport {
    guard opensEditor, !isDryRun, let task = report.changed.first?.new else { return report }
    try Editor(session: session, store: store).edit(task.path)
    let edited = try EditedFile(task.path, in: store).commit()
    return edited.changed.isEmpty ? report : edited
  }
}
