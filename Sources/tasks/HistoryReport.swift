import TasksCore
import TasksStore

/// Prints the history as text or JSON.
struct HistoryReport {
  let style: Style

  func text(_ entries: [HistoryEntry]) -> [String] {
    var lines: [String] = []
    for entry in entries {
      let verb = entry.operation ?? HistoryReport.verb(of: entry.change)
      let title = (entry.task?.title).map { Visible.text($0) } ?? ""
      lines.append(
        style.cyan(String(entry.commit.prefix(8))) + "  \(entry.time.shown)  "
          + style.yellow(verb) + "  " + title + style.dim("  " + (entry.device ?? entry.author)))
      guard entry.change.old != nil, entry.change.new != nil else { continue }
      for field in entry.fields { lines.append("          " + Visible.text(field.summary)) }
    }
    return lines
  }

  /// Returns the verb for a commit that was not made by `tasks`.
  private static func verb(of change: ChangedTask) -> String {
    if change.old == nil { return "added" }
    if change.new == nil { return "removed" }
    return change.isMove ? "moved" : "changed"
  }

  static func json(_ entries: [HistoryEntry]) -> [UInt8] {
    JSONWriter.document(kind: "log") { json in
      json.array(entries) { json, entry in
        json.object { json in
          json.key("commit")
          json.string(entry.commit)
          json.key("operation")
          json.string(entry.operation.map { Text($0) })
          json.key("time")
          json.date(entry.time)
          json.key("device")
          json.string(entry.device.map { Text($0) })
          json.key("id")
          json.string(entry.task?.id.text)
          json.key("title")
          json.string(entry.task?.title)
          json.key("changes")
          json.array(entry.fields) { $1.write(to: &$0) }
        }
      }
    }
  }
}
