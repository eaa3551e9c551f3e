import TasksCore

/// Settings of a store, in the order of its file.
struct ConfigAnswer: Answer {
  let kind = "config"
  let settings: [(key: String, value: String)]

  init(_ settings: [(key: String, value: String)]) { self.settings = settings }

  func write(to json: inout JSONWriter) {
    json.object { json in
      for (key, value) in settings {
        json.key(key)
        json.string(value)
      }
    }
  }
}
