/// A key of a task's JSON: how its value is printed, read back and told in patches.
package struct TaskKey: Sendable {
  /// How patches tell a value.
  package enum Form: Sendable {
    case plain
    /// An object whose members are fields of their own, called `KEY.MEMBER`.
    case group
    /// A set in the order of the file.
    case set
    /// A set in the order of its dates, the newest first.
    case log
    /// Not a field: it names the task, or follows from other keys.
    case derived
  }

  package let name: Text
  package let form: Form
  /// Whether a task cannot be without it.
  let isRequired: Bool
  /// Writes the value; null, `[]` or `{}` for none.
  package let write: @Sendable (Task, inout JSONWriter) -> Void
  /// Sets the value. Returns the key of a value that cannot be read.
  let read: @Sendable (JSONValue, inout Task) -> Text?
  /// The name as it is printed, with its colon.
  let printed: [UInt8]

  private init(
    _ name: Text, _ form: Form = .plain, isRequired: Bool = false,
    write: @escaping @Sendable (Task, inout JSONWriter) -> Void,
    read: @escaping @Sendable (JSONValue, inout Task) -> Text?
  ) {
    (self.name, self.form, self.isRequired) = (name, form, isRequired)
    (self.write, self.read) = (write, read)
    printed = JSONString.quoted(name.bytes) + [0x3A]
  }

  /// - Parameter value: Reads the value; nil if it is none that the key can have.
  private init<Value>(
    _ name: Text, _ form: Form = .plain, isRequired: Bool = false,
    write: @escaping @Sendable (Task, inout JSONWriter) -> Void,
    value: @escaping @Sendable (JSONValue) -> Value?,
    set: @escaping @Sendable (inout Task, Value) -> Void
  ) {
    self.init(name, form, isRequired: isRequired, write: write) { json, task in
      guard let value = value(json) else { return name }
      set(&task, value)
      return nil
    }
  }

  private init(_ field: Field, named name: Text? = nil, isRequired: Bool = false) {
    let kind = field.kind
    self.init(
      name ?? field.name, field.rule == .set ? .set : .plain, isRequired: isRequired,
      write: { kind.write(field.value(in: $0), to: &$1) },
      value: { kind.value(fromJSON: $0) }, set: { field.set($1, in: &$0) })
  }

  private init(_ field: PlainField) { self.init(.plain(field), named: field.key) }

  /// The keys in their order, which scripts rely on: keys are only ever added. `short` and `sync`, which belong to one
  /// clone, are not among them (``TaskJSON``).
  package static let all: [TaskKey] =
    [
      TaskKey(
        "id", .derived, isRequired: true, write: { $1.string($0.id.text) },
        value: { $0.text.flatMap { TaskID($0) } }, set: { $0.id = $1 }),
      TaskKey(
        "path", isRequired: true, write: { $1.string($0.path) }, value: { $0.text?.string },
        set: { $0.path = $1 }),
      TaskKey(
        "format", isRequired: true, write: { $1.string($0.format.rawValue) },
        value: { $0.text.flatMap { Format(rawValue: $0.string) } }, set: { $0.format = $1 }),
      TaskKey(.title, isRequired: true),
      TaskKey(
        "state", isRequired: true, write: { $1.string($0.state.keyword) }, value: \.text,
        set: { $0.state = State($1, isDone: $0.isDone) }),
      TaskKey(
        "done", isRequired: true, write: { $1.bool($0.isDone) }, value: \.bool,
        set: { $0.state = State($0.state.keyword, isDone: $1) }),
      TaskKey(.priority), TaskKey(.plain(.rank)), TaskKey(.tags), TaskKey(.plain(.list)),
      TaskKey(.plain(.created)),
    ] + PlannedDate.allCases.flatMap { [start(of: $0), end(of: $0)] } + [
      part(.repeat), part(.warning), TaskKey(.lastRepeat), TaskKey(.closed), TaskKey(.deleted),
      TaskKey(
        "reminders",
        write: { task, writer in
          writer.array(task.reminders) { writer, reminder in
            writer.object { writer in
              writer.member("at", reminder.at)
              writer.member("repeat", reminder.repeater?.text)
              writer.member("important", task.isImportant)
            }
          }
        }, value: { FieldKind.reminders.value(fromJSON: $0) },
        set: { PlainField.reminders.set($1, in: &$0) }),
      TaskKey(.important),
      TaskKey(
        "alerts",
        write: { task, writer in
          // The second one alone is `[null, 10]`.
          let all = task.secondAlert.map { [task.firstAlert, $0] } ?? task.firstAlert.map { [$0] }
          writer.array(all ?? []) { $0.number($1) }
        }, value: { $0.list { $0 == .null ? .some(nil) : $0.integer.map(Optional.some) } },
        set: { ($0.firstAlert, $0.secondAlert) = ($1.first ?? nil, $1.dropFirst().first ?? nil) }),
      TaskKey(
        "location", write: { $1.write($0.location) }, value: { Location($0) },
        set: { $0.location = $1 }),
      TaskKey(.effort), TaskKey(.habit), TaskKey(.parent), TaskKey(.blockers),
    ] + PlainField.unplaced.map { TaskKey($0) } + [
      TaskKey("properties", .group, write: { $1.write($0.properties) }) { json, task in
        guard case .object(let members) = json else { return nil }
        for member in members {
          guard let text = member.value.property else { return member.name }
          task.properties.append(Task.Property(member.name, text))
        }
        return nil
      },
      TaskKey(
        "checklist", .derived,
        write: { task, writer in
          writer.array(task.checklist) { writer, item in
            writer.object { writer in
              writer.member("text", item.text)
              writer.member("checked", item.isChecked)
              writer.member("depth", item.depth)
            }
          }
        }, read: { _, _ in nil }),
      TaskKey(
        "log", .log, write: { $1.array($0.entries) { $0.write($1) } },
        value: { $0.list { LogEntry($0) } }, set: { $0.log = $1.map { .entry($0) } }),
      TaskKey(
        "clocks", .log, write: { $1.array($0.clocks) { $0.write($1) } },
        value: { $0.list { Clock($0) } }, set: { $0.log = [LogItem]($0.entries, $1) }),
      TaskKey(.notes),
    ]

  private static func start(of date: PlannedDate) -> TaskKey {
    TaskKey(
      Text(date.rawValue), write: { $1.date($0[date]?.start) }, value: { Timestamp($0) },
      set: { $0[date] = Planning($1) })
  }

  private static func end(of date: PlannedDate) -> TaskKey {
    TaskKey(
      Text("\(date.rawValue)_end"), write: { $1.date($0[date]?.end) }, value: { Timestamp($0) },
      set: { $0[date]?.end = $1 })
  }

  /// An object with the part of each date that has one.
  private static func part(_ part: PlanningPart) -> TaskKey {
    TaskKey(
      Text(part.rawValue), .group,
      write: { task, writer in
        writer.object { writer in
          for date in PlannedDate.allCases {
            guard let text = task[date].flatMap(part.text) else { continue }
            writer.key(date.rawValue)
            writer.string(text)
          }
        }
      },
      read: { json, task in
        for date in PlannedDate.allCases {
          let value = json[Text(date.rawValue)]
          guard value != .null, var plan = task[date] else { continue }
          guard let text = value.text?.string, part.set(text, in: &plan) else {
            return Text(part.rawValue)
          }
          task[date] = plan
        }
        return nil
      })
  }
}
