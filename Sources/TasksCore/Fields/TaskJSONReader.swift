/// Reads a task from the JSON that ``TaskJSON`` prints.
///
/// Law: a task read back from its JSON is the same task, except that bytes that are not UTF-8 have become U+FFFD, and
/// that entries and clocks of the log stand in the order of their dates. A missing key is like null.
package enum TaskJSONReader {
  /// Why an object is not a task: a key with a value that the field cannot have.
  package struct Failure: Error, Hashable, Sendable {
    package let key: Text
    let value: JSONValue

    package var message: String {
      let key = ControlCharacters.escaped(key)
      return value == .null
        ? "the key \(key) is missing" : "the value of the key \(key) is not one that it can have"
    }
  }

  private static let keys = Set(TaskKey.all.map(\.name))
  private static let others: Set<Text> = ["short", "sync", "encrypted", "encrypted_notes"]

  /// Returns the keys of an object that are none of a task's, in their order: their values are not read.
  package static func unknownKeys(in json: JSONValue) -> [Text] {
    json.members.map(\.name).filter { !keys.contains($0) && !others.contains($0) }
  }

  /// Whether an object has every key of a task but those that belong to one clone.
  package static func hasAllKeys(_ json: JSONValue) -> Bool {
    keys.isSubset(of: json.members.map(\.name))
  }

  /// - Parameter base: Gives the keys of every task but the title, where the object has none.
  package static func task(_ json: JSONValue, base: Task? = nil) throws(Failure) -> Task {
    var task = Task(
      id: base?.id ?? .none, path: base?.path ?? "", format: base?.format ?? .org, title: .empty,
      state: base?.state ?? State(.empty, isDone: false))
    for key in TaskKey.all {
      let value = json[key.name]
      if value == .null {
        guard !key.isRequired || base != nil && key.name != "title" else {
          throw Failure(key: key.name, value: .null)
        }
      } else if let fault = key.read(value, &task) {
        throw Failure(key: fault, value: value)
      }
    }
    if task.notes.isEmpty, let notes = json["encrypted_notes"].text { task.notes = notes }
    return task
  }
}

// MARK: Values

extension JSONValue {
  /// Empty for anything but an object.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The elements of an array; nil for anything else, and if one of them cannot be read.
  func list<Value>(_ read: (JSONValue) -> Value?) -> [Value]? {
    if case .array(let elements) = self { FieldKind.all(elements, read) } else { nil }
  }

  /// The text of a property: numbers, truth values and lists of texts as front matter has them.
  var property: Text? {
    if case .array = self { return list(\.property).map { Task.propertyText(ofList: $0) } }
    return text ?? number.map { Text($0.shortestDecimal) } ?? bool.map { Text("\($0)") }
  }
}

extension Timestamp {
  init?(_ json: JSONValue) {
    guard let text = json.text else { return nil }
    self.init(iso: text.string)
  }
}

extension Reminder {
  init?(_ json: JSONValue) {
    if let text = json.text {
      self.init(fieldText: text.string)
      return
    }
    guard let at = Timestamp(json["at"]) else { return nil }
    let repeater = json["repeat"].text.flatMap { Repeater($0.string) }
    if repeater == nil, json["repeat"] != .null { return nil }
    self.init(at, repeater: repeater)
  }
}

extension Location {
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    self.init(name: json["name"].text, radius: json["radius"].integer)
    if let latitude = json["lat"].number, let longitude = json["lon"].number {
      coordinates = Coordinates(latitude: latitude, longitude: longitude)
    }
  }
}

extension Clock {
  init?(_ json: JSONValue) {
    guard let start = Timestamp(json["start"]) else { return nil }
    self.init(start: start, end: Timestamp(json["end"]))
    if end == nil, json["end"] != .null { return nil }
  }
}

extension LogEntry {
  package init?(_ json: JSONValue) {
    let kind: LogEntry.Kind? =
      switch json["kind"].text {
      case "state": json["to"].text.map { .state(from: json["from"].text, to: $0) }
      case "note": .note
      case "dropped": json["field"].text.map { .dropped(field: $0, value: json["value"].text) }
      case "other": json["text"].text.map { .other($0) }
      default: nil
      }
    guard let kind else { return nil }
    self.init(kind, at: Timestamp(json["at"]), cut: json["note"].text)
  }
}

extension [LogItem] {
  /// Entries and clocks in one list, each before the first of the others that is older.
  package init(_ entries: [LogEntry], _ clocks: [Clock]) {
    self = []
    var left = clocks[...]
    for entry in entries {
      while let at = entry.at, let clock = left.first, clock.start > at {
        append(.clock(clock))
        left = left.dropFirst()
      }
      append(.entry(entry))
    }
    self += left.map { .clock($0) }
  }
}
