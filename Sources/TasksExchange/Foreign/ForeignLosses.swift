import TasksCore

/// What a format cannot say of tasks: fields, with how many of the tasks have them.
package struct ForeignLosses: Sendable {
  private var counts: [(field: Text, count: Int)] = []

  /// - Parameter fields: The store's own fields, which each format says in its own way.
  package init(
    _ tasks: [Task], in format: any ForeignFormat, fields: OwnFields = OwnFields()
  ) {
    for (task, told) in zip(tasks, format.told(tasks)) where task != told {
      var (task, told) = (task, told)
      task.properties = task.properties.map { fields.written($0, in: task.format) }
      told.properties = told.properties.map { fields.written($0, in: task.format) }
      (told.path, told.format, told.hasOwnID) = (task.path, task.format, task.hasOwnID)
      // The order of the records says it.
      told.rank = task.rank
      // Nobody misses the hour in which a task was made or finished.
      if told.created?.date == task.created?.date { told.created = task.created }
      if told.closed?.date == task.closed?.date { told.closed = task.closed }
      for (name, date, other) in [
        ("time of scheduled", task.scheduled, told.scheduled),
        ("time of deadline", task.deadline, told.deadline),
      ] where date?.start != other?.start && date?.start.date == other?.start.date {
        add(Text(name))
      }
      if let start = task.scheduled?.start, told.scheduled?.start.date == start.date {
        told.scheduled?.start = start
      }
      if let start = task.deadline?.start, told.deadline?.start.date == start.date {
        told.deadline?.start = start
      }
      for change in TaskDifference(from: told, to: task).changes { add(change.field) }
    }
    counts.sort { ($0.count, $1.field) > ($1.count, $0.field) }
  }

  private mutating func add(_ field: Text) {
    if let place = counts.firstIndex(where: { $0.field == field }) {
      counts[place].count += 1
    } else {
      counts.append((field, 1))
    }
  }

  package var isEmpty: Bool { counts.isEmpty }

  /// `notes of 12 tasks, effort of 1`.
  package var text: String {
    counts.enumerated().map { index, loss in
      let noun = index > 0 ? "" : loss.count == 1 ? " task" : " tasks"
      return "\(ControlCharacters.escaped(loss.field)) of \(loss.count)\(noun)"
    }.joined(separator: ", ")
  }
}

/// A value of another program for which a task has no field, as a property that both formats can hold.
struct ForeignProperty {
  let property: Task.Property
  /// True if its line breaks became blanks.
  let isChanged: Bool

  /// - Parameter format: The name of the foreign format. It is put before a name that is a field's here, or that is none
  ///   for a property.
  /// - Returns: Nil if nothing is left of the value.
  init?(_ name: Text, _ value: Text, of format: String) {
    let line = ForeignProperty.line(value)
    if line.isEmpty { return nil }
    isChanged = line != value
    property = Task.Property(ForeignProperty.name(name, of: format), line)
  }

  /// Null and what is empty give no property; what is no text is JSON.
  init?(_ name: Text, json: JSONValue, of format: String) {
    switch json {
    case .null, .array([]), .object([]): return nil
    case .string(let text): self.init(name, text, of: format)
    default: self.init(name, json.printed, of: format)
    }
  }

  static func prefix(of format: String) -> [UInt8] { Array("\(format)_".utf8) }

  private static func name(_ name: Text, of format: String) -> Text {
    if PropertyName.isFree(name) { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name.string.unicodeScalars {
      scalars.append(scalar.isTagCharacter || scalar == "-" || scalar == "." ? scalar : "_")
    }
    return Text("\(format)_\(String(scalars))")
  }

  /// A text on one line: other control characters than tabs become blanks.
  static func line(_ text: Text) -> Text {
    guard text.hasControlCharacters else { return Text(bytes: text.bytes[...].trimmingBlanks) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.string.unicodeScalars {
      let isControl = scalar != "\t" && scalar.properties.generalCategory == .control
      scalars.append(isControl ? " " : scalar)
    }
    return Text(bytes: Array(String(scalars).utf8)[...].trimmingBlanks)
  }
}

extension [Task.Property] {
  /// Appends a property unless there is one of the name.
  mutating func append(foreign new: ForeignProperty) {
    if !contains(where: { $0.name.isSameName(as: new.property.name) }) { append(new.property) }
  }
}
