import Git
import TasksCore

extension AlertRules {
  /// Reads the settings `remind.*` of a store.
  ///
  /// - Throws: `damaged` for a value that cannot be used.
  init(_ file: ConfigFile, path: String) throws(StoreError) {
    self.init()
    func value<Value>(
      _ name: String, _ expected: String, _ read: (String) -> Value?
    ) throws(StoreError) -> Value? {
      guard let text = file.string("remind.\(name)") else { return nil }
      guard let value = read(text) else {
        throw .damaged(path: path, reason: "sets remind.\(name) to \(text); it can be \(expected)")
      }
      return value
    }
    func lead(_ name: String) throws(StoreError) -> Int?? {
      try value(name, "a length of time such as 15m or 1h, or off") { text -> Int?? in
        text == "off" ? .some(nil) : (try? Effort.read(text)).map { .some($0) }
      }
    }
    let all = Dates.allCases.map(\.rawValue).joined(separator: ", ")
    if let value = try value("dates", all, { Dates(rawValue: $0) }) { dates = value }
    if let value = try lead("first-alert") { first = value }
    if let value = try lead("second-alert") { second = value }
    if let value = try value("day-time", "a time of day such as 9:00", { TimeOfDay.minute($0) }) {
      dayTime = value
    }
    if let value = try value("grace", "a length of time such as 12h", { try? Effort.read($0) }) {
      grace = value
    }
  }
}
