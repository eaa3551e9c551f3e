import TasksCore

/// How many open and finished tasks each name has: a tag, or a list.
package struct CountsAnswer: Answer {
  package typealias Row = (name: Text, open: Int, done: Int)

  let names: NameKind
  package let rows: [Row]

  package var kind: String { names.rawValue }

  init(_ names: NameKind, _ rows: [Row]) {
    self.names = names
    self.rows = rows
  }

  package func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("open", row.open)
        json.member("done", row.done)
      }
    }
  }
}
