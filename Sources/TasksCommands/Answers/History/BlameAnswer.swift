import TasksCore
import TasksStore

/// Who set what of a task.
struct BlameAnswer: Answer {
  let kind = "blame"
  let blame: Blame

  init(_ blame: Blame) { self.blame = blame }

  func write(to json: inout JSONWriter) {
    json.array(blame.rows) { json, row in
      json.object { json in
        json.member("field", row.field)
        json.member("line", row.line)
        json.key("value")
        row.value.write(to: &json)
        json.key("old")
        row.old.write(to: &json)
        json.member("commit", row.entry?.commit)
        json.member("operation", row.entry?.operation)
        json.member("time", row.entry?.time)
        json.member("device", row.entry?.device)
        json.member("author", row.entry?.author)
      }
    }
  }
}
