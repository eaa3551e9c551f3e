import TasksCore
import TasksPlanning

/// Alerts, and what became of each.
struct RemindersAnswer: Answer {
  /// - `state`: `coming`, `shown`, `missed`, `snoozed` or `dismissed`.
  typealias Row = (alert: Alert, short: String, at: Timestamp, state: String)

  let kind = "reminders"
  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("alert", row.alert.id.text)
        json.member("id", row.alert.id.task.text)
        json.member("short", row.short)
        json.member("title", row.alert.title)
        json.member("source", row.alert.id.source.rawValue)
        json.member("date", row.alert.id.occurrence)
        json.member("at", row.at)
        json.member("important", row.alert.isImportant)
        json.member("state", row.state)
      }
    }
  }
}
