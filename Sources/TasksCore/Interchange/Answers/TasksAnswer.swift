/// Tasks: those of a listing, or those that a command has changed.
public struct TasksAnswer: Answer {
  public let kind = "tasks"
  public let rows: [TaskJSON.Row]
  /// What a conversion could not express, by task; nil for any other command.
  public var losses: [(id: Text, text: String)]?

  /// How many metres each task is away from a place; nil if none was asked for.
  public var distances: [Int]?

  public init(_ rows: [TaskJSON.Row]) { self.rows = rows }

  public func write(to json: inout JSONWriter) {
    TaskJSON.write(rows, distances: distances, to: &json)
  }

  public func writeRest(to json: inout JSONWriter) {
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
