import TasksCore

/// Tasks: those of a listing, or those that a command has changed.
package struct TasksAnswer: Answer {
  package let kind = "tasks"
  let rows: [TaskJSON.Row]
  /// What a conversion could not express, by task; nil for any other command.
  var losses: [(id: Text, text: String)]?

  /// What changed of the tasks; nil if it was not asked for.
  var history: LogAnswer?

  /// How many metres each task is away from a place; nil if none was asked for.
  var distances: [Int]?

  /// Why each task is urgent; nil if that was not asked for.
  var urgencies: [[Urgency.Part]]?

  package init(_ rows: [TaskJSON.Row]) { self.rows = rows }

  package func write(to json: inout JSONWriter) {
    TaskJSON.write(rows, distances: distances, urgencies: urgencies, to: &json)
  }

  package func writeRest(to json: inout JSONWriter) {
    if let history {
      json.key("history")
      history.write(to: &json)
    }
    guard let losses else { return }
    json.key("losses")
    json.array(losses) { json, loss in
      json.object { json in
        json.member("id", loss.id)
        json.member("loss", loss.text)
      }
    }
  }
}
