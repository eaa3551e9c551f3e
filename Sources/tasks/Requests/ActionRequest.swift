import TasksCore

/// A parsed command that changes the state of tasks.
struct ActionRequest: Request {
  let action: ChangeState
  /// The tasks; after a lone `/`, a note for their logs.
  let words: [String]
  var isDryRun = false

  func run(in session: Session) throws {
    let named = words.prefix { $0 != "/" }
    // The words after `--` are tasks, even if their paths begin with a dash.
    let ids = named.filter { $0 != "--" }
    guard !ids.isEmpty else {
      throw CommandError(
        "name the task before the note: tasks \(action.verb) ID / NOTE", code: .usage)
    }
    var action = action
    if named.count < words.count {
      guard action.note == nil else {
        throw CommandError("write the note after the / or with --note, not both", code: .usage)
      }
      action.note = try QuickAdd.read(
        Array(words[named.count...]), mode: .modify, now: session.now
      ).note
    }
    try session.perform(action, on: ids, dryRun: isDryRun)
  }
}
