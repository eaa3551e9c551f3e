/// The browsers that may use a store, or one that was added, with its token.
public struct TokensAnswer: Answer {
  public struct Row: Sendable {
    public let name: String
    /// The id of the device.
    public let id: String
    public let created: Timestamp
    /// What signs the browser in; nil except when it is made.
    public var link: String?

    public init(name: String, id: String, created: Timestamp, link: String? = nil) {
      (self.name, self.id, self.created, self.link) = (name, id, created, link)
    }
  }

  public let kind = "tokens"
  public let rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  public func write(to json: inout JSONWriter) {
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
