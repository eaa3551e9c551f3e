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
      // A sign parts it from the fields.
      if told.title == Text("\(task.title).") { told.title = task.title }
      if told.notes.hasWords(of: task.notes) { told.notes = task.notes }
      var lost: Set<String> = []
      for date in PlannedDate.allCases {
        guard let plan = task[date], let other = told[date], plan.start.date == other.start.date
        else { continue }
        told[date] = plan
        if plan.start != other.start { lost.insert("time of \(date.rawValue)") }
        if plan.end != nil, plan.end != other.end { lost.insert("end of \(date.rawValue)") }
        if plan.warning != nil, plan.warning != other.warning {
          lost.insert("warning of \(date.rawValue)")
        }
        guard let repeater = plan.repeater else { continue }
        if repeater.isTold(by: other.repeater) {
          if repeater.limit != nil, repeater.limit != other.repeater?.limit {
            lost.insert("limit of repeat")
          }
        } else {
          lost.insert("repeat")
          told.repeats.days = task.repeats.days
        }
      }
      for name in lost { add(Text(name)) }
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

extension Repeater {
  /// Whether another one says the same but for what becomes of a task that is late, which most programs do not say.
  fileprivate func isTold(by other: Repeater?) -> Bool {
    other?.interval == interval && (other?.kind == .restart) == (kind == .restart)
  }
}

extension Text {
  /// Whether both have the same letters and digits, and differ at most in markup.
  fileprivate func hasWords(of other: Text) -> Bool {
    func words(_ text: Text) -> [UInt8] {
      text.bytes.filter { $0.isASCIILetter || $0.isDigit || $0 >= 0x80 }.map(\.lowercasedASCII)
    }
    return words(self) == words(other)
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
