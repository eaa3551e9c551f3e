import TasksCore

/// The value that one verb prints as JSON.
struct JSONAnswer: Answer {
  let kind: String
  private let value: (inout JSONWriter) -> Void

  init(_ kind: String, _ value: @escaping (inout JSONWriter) -> Void) {
    (self.kind, self.value) = (kind, value)
  }

  /// A list of objects.
  ///
  /// - Parameter members: Writes the members of one.
  init<Row>(
    _ kind: String, rows: [Row], _ members: @escaping (inout JSONWriter, Row) -> Void
  ) {
    self.init(kind) { json in
      json.array(rows) { json, row in json.object { members(&$0, row) } }
    }
  }

  func write(to json: inout JSONWriter) { value(&json) }
}
