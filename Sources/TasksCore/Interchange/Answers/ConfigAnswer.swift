/// Settings of a store, in the order of its file.
public struct ConfigAnswer: Answer {
  public let kind = "config"
  public let settings: [(key: String, value: String)]

  public init(_ settings: [(key: String, value: String)]) { self.settings = settings }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      for (key, value) in settings {
        json.key(key)
        json.string(value)
      }
    }
  }
}
