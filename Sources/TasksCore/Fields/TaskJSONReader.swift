/// Reads a task from the JSON that ``TaskJSON`` prints.
///
/// Law: a task read back from its JSON is the same task, except that bytes that are not UTF-8 have become U+FFFD, and
/// that entries and clocks of the log stand in the order of their dates. A missing key is like null.
package struct TaskJSONReader {
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

  private let json: JSONValue

  /// Returns the keys of an object that are none of a task's, in their order: their values are not read.
  package static func unknownKeys(in json: JSONValue) -> [Text] {
    guard case .object(let members) = json else { return [] }
    return members.map(\.name).filter { !keys.contains($0) && !encryptedKeys.contains($0) }
  }

  /// Whether an object has every key of a task but those that belong to one clone.
  package static func hasAllKeys(_ json: JSONValue) -> Bool {
    guard case .object(let members) = json else { return false }
    return keys.subtracting(members.map(\.name)).isSubset(of: ["short", "sync"])
  }

  /// The keys that ``TaskJSON`` prints.
  private static let keys: Set<Text> = {
    let task = Task(
      id: .none, path: "", format: .org, title: .empty, state: State("TODO", isDone: false))
    let printed = try? JSONValue(TaskJSON.lines([(task, "", "")]))
    guard case .object(let members) = printed else { return [] }
    return Set(members.map(\.name))
  }()

  /// Those that it prints of encrypted notes alone.
  private static let encryptedKeys: Set<Text> = ["encrypted", "encrypted_notes"]

  /// - Parameter base: Gives the keys of every task but the title, where the object has none.
  package static func task(_ json: JSONValue, base: Task? = nil) throws(Failure) -> Task {
    try TaskJSONReader(json: json).task(base)
  }

  private func task(_ base: Task?) throws(Failure) -> Task {
    let id = try required("id", base?.id) { $0.text.flatMap { TaskID($0) } }
    let path = try required("path", base?.path) { $0.text?.string }
    var task = Task(
      id: id, path: path,
      format: try required("format", base?.format) {
        $0.text.flatMap { Format(rawValue: $0.string) }
      },
      title: try required("title", nil) { $0.text },
      state: State(
        try required("state", base?.state.keyword) { $0.text },
        isDone: try required("done", base?.isDone) { $0.bool }))
    task.priority = try value("priority") { $0.text.flatMap { Priority($0.string) } }
    task.tags = try list("tags") { $0.text }
    task.scheduled = try planning("scheduled")
    task.deadline = try planning("deadline")
    task.closed = try value("closed", TaskJSONReader.moment)
    task.deleted = try value("deleted", TaskJSONReader.moment)
    for field in PlainField.allCases {
      if let value = try value(field.jsonKey, field.kind.value(fromJSON:)) {
        field.set(value, in: &task)
      }
    }
    let alerts = try list("alerts") { $0 == .null ? .nothing : $0.integer.map { FieldValue($0) } }
    for (field, minutes) in zip([PlainField.firstAlert, .secondAlert], alerts) {
      field.set(minutes, in: &task)
    }
    if let place = try value("location", TaskJSONReader.place) { task.location = place }
    if case .object(let members) = json["properties"] {
      for member in members {
        guard let text = TaskJSONReader.property(member.value) else {
          throw Failure(key: member.name, value: member.value)
        }
        task.properties.append(Task.Property(member.name, text))
      }
    }
    task.log = TaskJSONReader.log(
      try list("log", TaskJSONReader.entry), try list("clocks", TaskJSONReader.clock))
    let notes = try value("notes") { $0.text }
    let encryptedNotes = try value("encrypted_notes") { $0.text }
    task.notes = notes ?? encryptedNotes ?? .empty
    return task
  }

  /// The text of a property: numbers, truth values and lists of texts as front matter has them.
  private static func property(_ json: JSONValue) -> Text? {
    switch json {
    case .array(let elements):
      FieldKind.all(elements, property).map { Task.propertyText(ofList: $0) }
    default:
      json.text ?? json.number.map { Text($0.shortestDecimal) } ?? json.bool.map { Text("\($0)") }
    }
  }

  // MARK: Keys

  private func value<Value>(
    _ key: Text, _ read: (JSONValue) -> Value?
  ) throws(Failure) -> Value? {
    let value = json[key]
    if value == .null { return nil }
    guard let read = read(value) else { throw Failure(key: key, value: value) }
    return read
  }

  private func required<Value>(
    _ key: Text, _ base: Value?, _ read: (JSONValue) -> Value?
  ) throws(Failure) -> Value {
    guard let value = try value(key, read) ?? base else { throw Failure(key: key, value: .null) }
    return value
  }

  private func list<Value>(
    _ key: Text, _ read: (JSONValue) -> Value?
  ) throws(Failure) -> [Value] {
    try value(key) { value in
      guard case .array(let elements) = value else { return nil }
      return FieldKind.all(elements, read)
    } ?? []
  }

  // MARK: Values

  private func planning(_ key: Text) throws(Failure) -> Planning? {
    guard let start = try value(key, TaskJSONReader.moment) else { return nil }
    var plan = Planning(start)
    plan.end = try value(Text("\(key)_end"), TaskJSONReader.moment)
    plan.repeater = try part(of: "repeat", key) { Repeater($0) }
    plan.warning = try part(of: "warning", key) { Warning($0.hasPrefix("--") ? $0 : "-\($0)") }
    return plan
  }

  private func part<Value>(
    of key: Text, _ date: Text, _ read: (String) -> Value?
  ) throws(Failure) -> Value? {
    let value = json[key][date]
    if value == .null { return nil }
    guard let read = value.text.flatMap({ read($0.string) }) else {
      throw Failure(key: key, value: value)
    }
    return read
  }

  static func moment(_ json: JSONValue) -> Timestamp? {
    json.text.flatMap { Timestamp(iso: $0.string) }
  }

  static func reminder(_ json: JSONValue) -> Reminder? {
    if let text = json.text { return Reminder(fieldText: text.string) }
    guard let at = moment(json["at"]) else { return nil }
    let text = json["repeat"]
    if text == .null { return Reminder(at) }
    return text.text.flatMap { Repeater($0.string) }.map { Reminder(at, repeater: $0) }
  }

  private static func place(_ json: JSONValue) -> Location? {
    guard case .object = json else { return nil }
    var place = Location(name: json["name"].text, radius: json["radius"].integer)
    if let latitude = json["lat"].number, let longitude = json["lon"].number {
      place.coordinates = Location.Coordinates(latitude: latitude, longitude: longitude)
    }
    return place
  }

  private static func clock(_ json: JSONValue) -> Clock? {
    guard let start = moment(json["start"]) else { return nil }
    let end = json["end"]
    if end == .null { return Clock(start: start) }
    return moment(end).map { Clock(start: start, end: $0) }
  }

  package static func entry(_ json: JSONValue) -> LogEntry? {
    let kind: LogEntry.Kind?
    switch json["kind"].text {
    case "state": kind = json["to"].text.map { .state(from: json["from"].text, to: $0) }
    case "note": kind = .note
    case "dropped": kind = json["field"].text.map { .dropped(field: $0, value: json["value"].text) }
    case "other": kind = json["text"].text.map { .other($0) }
    default: kind = nil
    }
    return kind.map { LogEntry($0, at: moment(json["at"]), cut: json["note"].text) }
  }

  /// Entries and clocks in one list, each before the first of the others that is older.
  package static func log(_ entries: [LogEntry], _ clocks: [Clock]) -> [LogItem] {
    var log: [LogItem] = []
    var left = clocks[...]
    for entry in entries {
      while let at = entry.at, let clock = left.first, clock.start > at {
        log.append(.clock(clock))
        left = left.dropFirst()
      }
      log.append(.entry(entry))
    }
    return log + left.map { .clock($0) }
  }
}

extension PlainField {
  /// The key of a task's JSON object. Fields that are part of a key with several values have none of their own.
  fileprivate var jsonKey: Text {
    switch self {
    case .firstAlert, .secondAlert, .placeName, .coordinates, .radius: ""
    case .lastRepeat: "last_repeat"
    default: name
    }
  }
}

extension FieldKind {
  /// Reads a value as ``FieldValue/write(to:)`` prints it; nil if it is not of this kind.
  fileprivate func value(fromJSON json: JSONValue) -> FieldValue? {
    switch self {
    case .text, .name, .id, .coordinates, .days, .words, .moment:
      json.text.flatMap { value(fromText: $0) }
    case .number, .minutes, .lead: json.integer.map { FieldValue($0) }
    case .rank: json.number.flatMap { Rank($0) }.map { .number($0.value) }
    case .flag: json.bool.map { $0 ? .flag(true) : .nothing }
    case .ids: FieldKind.all(json.elements, \.text).map { .list($0.map { .text($0) }) }
    case .reminders:
      FieldKind.all(json.elements, TaskJSONReader.reminder)
        .map { .list($0.map { .reminder($0) }) }
    }
  }
}

extension JSONValue {
  fileprivate var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
