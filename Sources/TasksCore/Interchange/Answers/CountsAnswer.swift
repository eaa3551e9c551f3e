/// How many open and finished tasks each name has: a tag, or a list.
public struct CountsAnswer: Answer {
  public typealias Row = (name: Text, open: Int, done: Int)

  public let names: NameKind
  public let rows: [Row]

  public var kind: String { names.rawValue }

  public init(_ names: NameKind, _ rows: [Row]) {
    self.names = names
    self.rows = rows
  }

  public func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("open", row.open)
        json.member("done", row.done)
      }
    }
  }
}
