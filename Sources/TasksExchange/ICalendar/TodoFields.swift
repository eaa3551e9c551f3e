import TasksCore

/// The fields of a task that have no standard property of a VTODO, each with one of ours.
enum TodoFields {
  private static let named: [(field: PlainField, name: String)] = [
    (.list, "LIST"), (.rank, "RANK"), (.effort, "EFFORT"), (.important, "IMPORTANT"),
    (.radius, "RADIUS"), (.habit, "HABIT"), (.lastRepeat, "LAST-REPEAT"), (.blockers, "BLOCKER"),
  ]

  private static let fields =
    named
    + PlainField.unplaced.map {
      ($0, $0.org.description.uppercased().replacing("_", with: "-"))
    }

  /// Writes the fields; a set has a line a member.
  static func print(_ task: Task, to writer: inout CalendarWriter) {
    for (field, name) in fields {
      let value = field.value(in: task)
      let members = field.kind == .ids ? value.members : [value]
      for text in members.compactMap(\.text) { writer.text("X-TASKS-\(name)", text) }
    }
    if let deleted = task.deleted { writer.line("X-TASKS-DELETED", deleted.iso) }
    print(json: "PROPERTIES", task.properties.filter { !isStandard($0, in: task) }, to: &writer) {
      $0.write($1)
    }
    print(json: "LOG", task.entries, to: &writer) { $0.array($1) { $0.write($1) } }
    print(json: "CLOCKS", task.clocks, to: &writer) { $0.array($1) { $0.write($1) } }
  }

  private static func print<Value>(
    json name: String, _ values: [Value], to writer: inout CalendarWriter,
    _ write: (inout JSONWriter, [Value]) -> Void
  ) {
    guard !values.isEmpty else { return }
    var json = JSONWriter()
    write(&json, values)
    writer.text("X-TASKS-\(name)", Text(bytes: json.bytes))
  }

  /// True for a property of the task that is written as a property of iCalendar: the place on the web, and a rule that
  /// no repeater expresses.
  static func isStandard(_ property: Task.Property, in task: Task) -> Bool {
    let value = property.value.string
    guard !value.isEmpty, !property.value.hasControlCharacters else { return false }
    switch property.name {
    case "URL": return !property.value.hasStrayBytes
    case "RRULE":
      return value.uppercased().contains("FREQ=") && !property.value.hasStrayBytes
        && task.scheduled?.repeater == nil && task.deadline?.repeater == nil
    default: return false
    }
  }

  static func read(_ todo: CalendarComponent, into task: inout Task) throws(CalendarComponent.Fault)
  {
    for (field, name) in fields {
      let lines = todo.all("X-TASKS-\(name)")
      if field.kind == .ids {
        field.set(FieldValue(list: lines.map { .text($0.text) }), in: &task)
      } else if let line = lines.first {
        guard let value = field.kind.value(fromText: line.text) else {
          throw CalendarComponent.Fault(line: line.line, reason: "\(line.name) has no such value")
        }
        field.set(value, in: &task)
      }
    }
    task.deleted = todo["X-TASKS-DELETED"].flatMap { Timestamp(iso: $0.value) }
    var members = [JSONValue.Member(name: "title", value: .string(.empty))]
    var first: ContentLine?
    for (name, key) in [("PROPERTIES", "properties"), ("LOG", "log"), ("CLOCKS", "clocks")] {
      guard let line = todo["X-TASKS-\(name)"] else { continue }
      guard let value = try? JSONValue(line.text.bytes) else {
        throw CalendarComponent.Fault(line: line.line, reason: "\(line.name) is no JSON")
      }
      members.append(JSONValue.Member(name: Text(key), value: value))
      first = first ?? line
    }
    guard let first else { return }
    do {
      let read = try TaskJSONReader.task(.object(members), base: task)
      (task.properties, task.log) = (read.properties, read.log)
    } catch {
      throw CalendarComponent.Fault(line: first.line, reason: error.message)
    }
  }
}
