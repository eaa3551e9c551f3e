import TasksCore
import TasksStore

/// The tasks that differ between two points of a history.
struct DiffAnswer: Answer {
  typealias Row = (change: ChangedTask, short: String)

  let kind = "diff"
  /// In the order of ``ChangeKind``, those of a kind in the order of their ranks.
  let rows: [Row]

  init(_ rows: [Row]) {
    func key(_ row: Row) -> (Int, TaskOrder)? {
      guard let task = row.change.new ?? row.change.old else { return nil }
      return (ChangeKind.allCases.firstIndex(of: row.change.kind) ?? 0, TaskOrder(task))
    }
    let keyed = rows.compactMap { row in key(row).map { (key: $0, row: row) } }
    self.rows = keyed.ordered {
      $0.key.0 == $1.key.0 ? $0.key.1 < $1.key.1 : $0.key.0 < $1.key.0
    }.map(\.row)
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      guard let task = row.change.new ?? row.change.old else { return }
      json.object { json in
        json.member("kind", row.change.kind.rawValue)
        json.member("id", task.id.text)
        json.member("short", row.short)
        json.member("title", task.title)
        json.key("changes")
        json.array(row.change.fields) { $1.write(to: &$0) }
      }
    }
  }
}
