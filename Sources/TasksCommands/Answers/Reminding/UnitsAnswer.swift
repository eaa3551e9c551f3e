import TasksCore

/// Files that are written for the system, or were removed.
struct UnitsAnswer: Answer {
  let kind = "units"
  private let units: [(path: String, text: String?)]

  init(_ units: [(path: String, text: String?)]) { self.units = units }

  func write(to json: inout JSONWriter) {
    json.array(units) { json, unit in
      json.object { json in
        json.member("path", unit.path)
        json.member("text", unit.text)
      }
    }
  }
}
