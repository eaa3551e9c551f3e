import TasksCore
import TasksStore

/// A parsed `modify` command.
struct ModifyRequest: Request {
  /// The tasks, then the changes.
  let words: [String]
  var isDryRun = false

  func run(in session: Session) throws {
    // The word after `--` is a task, even if its path looks like a change.
    let isTask = words.first == "--"
    let words = isTask ? Array(words.dropFirst()) : words
    let first = isTask ? words.prefix(1) : []
    let ids = first + words.dropFirst(first.count).prefix { QuickAdd.isPlain($0) }
    guard !ids.isEmpty else {
      throw CommandError(
        "name the task before the changes: tasks modify ID +tag due:fri", code: .usage)
    }
    let draft = try QuickAdd.read(
      Array(words.dropFirst(ids.count)), mode: .modify, now: session.now)
    let store = try session.openStore()
    let report = try store.write("modify", dryRun: isDryRun) { reading in
      try reading.documents(Array(ids)).map { document in
        .edit(
          document, try draft.edits(for: document.task) { try reading.document($0.text).task.id })
      }
    }
    try Report(session: session, store: store, verb: "modified").print(report, dryRun: isDryRun)
  }
}
