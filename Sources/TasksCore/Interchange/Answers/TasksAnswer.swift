/// Tasks: those of a listing, or those that a command has changed.
public struct TasksAnswer: Answer {
  public let kind = "tasks"
  public let rows: [TaskJSON.Row]
  /// What a conversion could not express, by task; nil for any other command.
  public var losses: [(id: Text, text: String)]?

  /// What changed of the tasks; nil if it was not asked for.
  public var history: LogAnswer?

  /// How many metres each task is away from a place; nil if none was asked for.
  public var distances: [Int]?

  public init(_ rows: [TaskJSON.Row]) { self.rows = rows }

  public func write(to json: inout JSONWriter) {
    TaskJSON.write(rows, distances: distances, to: &json)
  }

  public func writeRest(to json: inout JSONWriter) {
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
