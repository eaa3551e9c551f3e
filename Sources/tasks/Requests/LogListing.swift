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
    let name = "  " + (entry.device ?? entry.author)
    let title = "  " + ((entry.task?.title).map { ControlCharacters.escaped($0) } ?? "")
    let room = output.terminal.width.map { max(10, $0 - line.width) }
    // On a narrow terminal the title is worth more than the device.
    let device = room.map { $0 - CellWidth.of(name) < 20 } == true ? "" : name
    line.add(room.map { CellTable.cut(title, to: $0 - CellWidth.of(device)) } ?? title)
    line.add(device, [.dim])
    output.line(line)
    guard entry.change.old != nil, entry.change.new != nil else { return }
    let rest = StyledLine(String(repeating: " ", count: 12))
    for field in entry.fields {
      let text = StyledLine(ControlCharacters.escaped(field.summary))
      let head = StyledLine(String(repeating: " ", count: 10))
      for line in text.filling(output.terminal.width, behind: head, rest: rest) {
        output.line(line)
      }
    }
  }

  /// Returns the verb for a commit that was not made by `tasks`.
  private static func verb(of change: ChangedTask) -> String {
    if change.old == nil { return "added" }
    if change.new == nil { return "removed" }
    return change.isMove ? "moved" : "changed"
  }
}
