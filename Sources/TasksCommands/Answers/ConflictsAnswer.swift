import TasksCore

/// The values that merges dropped.
struct ConflictsAnswer: Answer {
  /// `kept` is the present value of the field.
  typealias Row = (task: Task, loss: MergeLoss, kept: Text?)

  let kind = "conflicts"
  let rows: [Row]

  init(in documents: [any TaskDocument]) {
    rows = documents.flatMap { document in
      MergeLoss.all(in: document.task).map { (document.task, $0, $0.kept(in: document)) }
    }
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.task.id.text)
        json.member("title", row.task.title)
        json.member("field", row.loss.field)
        json.member("dropped", row.loss.value)
        json.member("kept", row.kept)
      }
    }
  }
}
