import TasksCore

/// The browsers that may use a store, or one that was added, with its token.
struct TokensAnswer: Answer {
  struct Row: Sendable {
    let name: String
    /// The id of the device.
    let id: String
    let created: Timestamp
    /// What signs the browser in; nil except when it is made.
    var link: String?

    init(name: String, id: String, created: Timestamp, link: String? = nil) {
      (self.name, self.id, self.created, self.link) = (name, id, created, link)
    }
  }

  let kind = "tokens"
  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("id", row.id)
        json.member("created", row.created)
        if let link = row.link { json.member("link", link) }
      }
    }
  }
}
