import TasksCore
import TasksStore

/// A parsed `log` command.
struct LogListing: Request {
  /// The words that name tasks; empty for the whole store.
  let ids: [String]
  var limit = Int.max

  func run(in session: Session) throws {
    let store = try session.openStore()
    let paths = ids.isEmpty ? nil : try ids.map { try store.path(of: $0) }
    let history = try store.history(of: paths, limit: limit) { WallClock.local($0) }
    try session.print(LogAnswer(history.entries)) { output in
      for entry in history.entries { LogListing.write(entry, to: &output) }
    }
    if let failure = history.failure { throw failure }
  }

  private static func write(_ entry: HistoryEntry, to output: inout Output) {
    var line = StyledLine(String(entry.commit.prefix(8)), [.id])
    line.add("  \(entry.time.shown)  ")
    line.add(entry.operation ?? verb(of: entry.change), [.state])
    line.add("  " + ((entry.task?.title).map { ControlCharacters.escaped($0) } ?? ""))
    line.add("  " + (entry.device ?? entry.author), [.dim])
    output.line(line)
    guard entry.change.old != nil, entry.change.new != nil else { return }
    for field in entry.fields {
      output.line("          " + ControlCharacters.escaped(field.summary))
    }
  }

  /// Returns the verb for a commit that was not made by `tasks`.
  private static func verb(of change: ChangedTask) -> String {
    if change.old == nil { return "added" }
    if change.new == nil { return "removed" }
    return change.isMove ? "moved" : "changed"
  }
}
