import TasksCore

/// The history, newest first.
struct LogAnswer: Answer {
  let kind = "log"
  let entries: [HistoryEntry]

  init(_ entries: [HistoryEntry]) { self.entries = entries }

  func write(to json: inout JSONWriter) {
    json.array(entries) { json, entry in
      json.object { json in
        json.member("commit", entry.commit)
        json.member("operation", entry.operation)
        json.member("time", entry.time)
        json.member("device", entry.device)
        json.member("id", entry.task?.id.text)
        json.member("title", entry.task?.title)
        json.key("changes")
        json.array(entry.fields) { $1.write(to: &$0) }
      }
    }
  }
}
