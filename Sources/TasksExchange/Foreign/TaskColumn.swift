import TasksCore

/// A part of a task that a record can say by itself: a column of CSV, a key of JSON.
struct TaskColumn: Sendable {
  /// As in JSON; the parts of `repeat` and `warning` follow the name of their date.
  let name: String
  /// Other names of the column.
  var aliases: [String] = []
  /// The text of a cell; empty for nothing.
  let text: @Sendable (Task) -> String
  /// Sets the value from the text of a cell, or clears it for an empty one; false if it is no value of the column.
  let set: @Sendable (inout Task, String) -> Bool

  /// In the order in which they are written. All of a task but its log and its other properties.
  static let all: [TaskColumn] =
    [
      TaskColumn(
        name: "title", aliases: ["summary", "subject", "name", "task"], text: { $0.title.string },
        set: {
          $0.title = Text($1); return true
        }),
      TaskColumn(
        name: "priority", aliases: ["pri"], text: { $0.priority?.text ?? "" },
        set: { task, text in value(text, Priority(text)) { task.priority = $0 } }),
      TaskColumn(
        name: "tags", aliases: ["tag", "labels"],
        text: { $0.tags.map(\.string).joined(separator: " ") },
        set: { task, text in
          let words = text.split { $0 == " " || $0 == "," || $0 == ";" }
          task.tags = words.map { Text(String($0.first == "+" ? $0.dropFirst() : $0)) }.uniqued()
          return true
        }),
    ] + date("scheduled", ["sched", "start"], { $0.scheduled }, { $0.scheduled = $1 })
    + date("deadline", ["due"], { $0.deadline }, { $0.deadline = $1 }) + [
      moment("closed", ["completed"], { $0.closed }, { $0.closed = $1 }),
      moment("deleted", [], { $0.deleted }, { $0.deleted = $1 }),
    ] + PlainField.allCases.map(plain) + [
      TaskColumn(
        name: "notes", aliases: ["note", "description"], text: { $0.notes.string },
        set: { task, text in
          task.notes = Text(lines: Array(text.utf8)[...]).trimmingBlankLines
          return true
        })
    ]

  static func named(_ name: String) -> TaskColumn? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  private static func value<Value>(
    _ text: String, _ value: @autoclosure () -> Value?, _ set: (Value?) -> Void
  ) -> Bool {
    let value = text.isEmpty ? nil : value()
    guard value != nil || text.isEmpty else { return false }
    set(value)
    return true
  }

  private static func moment(
    _ name: String, _ aliases: [String], _ get: @escaping @Sendable (Task) -> Timestamp?,
    _ set: @escaping @Sendable (inout Task, Timestamp?) -> Void
  ) -> TaskColumn {
    TaskColumn(
      name: name, aliases: aliases, text: { get($0)?.iso ?? "" },
      set: { task, text in value(text, Timestamp(iso: text)) { set(&task, $0) } })
  }

  private static func date(
    _ name: String, _ aliases: [String], _ get: @escaping @Sendable (Task) -> Planning?,
    _ put: @escaping @Sendable (inout Task, Planning?) -> Void
  ) -> [TaskColumn] {
    func part(
      _ suffix: String, _ text: @escaping @Sendable (Planning) -> String?,
      _ set: @escaping @Sendable (inout Planning, String) -> Bool
    ) -> TaskColumn {
      TaskColumn(
        name: "\(name)_\(suffix)", text: { get($0).flatMap(text) ?? "" },
        set: { task, text in
          guard var planning = get(task) else { return text.isEmpty }
          guard set(&planning, text) else { return false }
          put(&task, planning)
          return true
        })
    }
    return [
      TaskColumn(
        name: name, aliases: aliases, text: { get($0)?.start.iso ?? "" },
        set: { task, text in
          value(text, Timestamp(iso: text)) { start in
            put(&task, start.map { get(task)?.moved(to: $0) ?? Planning($0) })
          }
        }),
      part("end", { $0.end?.iso }) { plan, text in
        value(text, Timestamp(iso: text)) { plan.end = $0 }
      },
      part("repeat", { $0.repeater?.text }) { plan, text in
        value(text, Repeater(text)) { plan.repeater = $0 }
      },
      part("warning", { $0.warning.map { $0.isFirstOnly ? $0.text : $0.interval.text } }) {
        plan, text in
        value(text, Warning(text.hasPrefix("--") ? text : "-\(text)")) { plan.warning = $0 }
      },
    ]
  }

  private static func plain(_ field: PlainField) -> TaskColumn {
    let name = field.name.string.replacing("property ", with: "").lowercased()
    return TaskColumn(
      name: name == "alerts" ? "alert" : name,
      aliases: field.typed.map(\.description) + field.markdown.map(\.description),
      text: { field.value(in: $0).text?.string ?? "" },
      set: { task, text in
        value(text, fieldValue(text, field.kind)) { field.set($0 ?? .nothing, in: &task) }
      })
  }

  private static func fieldValue(_ text: String, _ kind: FieldKind) -> FieldValue? {
    switch kind {
    case .ids: FieldValue(list: text.split(separator: " ").map { .text(Text(String($0))) })
    case .minutes, .lead: (try? Effort.read(text)).map { FieldValue($0) }
    default: kind.value(fromText: Text(text))
    }
  }
}
