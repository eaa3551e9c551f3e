import TasksCore

/// A store that was rebuilt from patches.
struct RebuildAnswer: Answer {
  /// A task that is not as its patches say.
  typealias Gap = (id: TaskID, title: Text?, missing: [Text], reason: String?)

  let kind = "rebuild"
  private let store: String
  private let tasks: Int
  private let patches: Int
  private let gaps: [Gap]

  init(store: String, tasks: Int, patches: Int, gaps: [Gap]) {
    (self.store, self.tasks, self.patches, self.gaps) = (store, tasks, patches, gaps)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("store", store)
      json.member("tasks", tasks)
      json.member("patches", patches)
      json.key("gaps")
      json.array(gaps) { json, gap in
        json.object { json in
          json.member("id", gap.id.text)
          json.member("title", gap.title)
          json.member("built", gap.reason == nil)
          json.member("reason", gap.reason)
          json.key("missing")
          json.array(gap.missing) { $0.string($1) }
        }
      }
    }
  }
}
