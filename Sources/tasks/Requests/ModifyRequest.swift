import TasksCore

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
    try session.perform(ModifyTask(draft), on: Array(ids), dryRun: isDryRun)
  }
}
