import TasksCore

/// The tasks of Taskwarrior, as `task export` prints them and `task import` reads them: a JSON array, a task a line.
///
/// What Taskwarrior has no attribute for goes into UDAs whose names begin with `tasks`; it keeps those that it does not
/// know. A value that says more than an attribute can goes into one, too, and holds only while the attribute is the
/// one that was written with it. A repeating task becomes a template and its occurrences there (``TaskwarriorSeries``).
package struct TaskwarriorTasks: ForeignFormat {
  package static let name = "taskwarrior"
  package static let ending = "task export"
  package static let traits: Set<ForeignTrait> = [.derivesIDs]
  package static let options: Set<ForeignOption> = [.flat]
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  /// Asks Taskwarrior itself, with the user's settings but for those that would spoil the answer. Without settings, it
  /// would make new ones, and has no tasks.
  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    let words = ["rc.verbose=nothing", "rc.confirmation=no", "rc.gc=off", "rc.json.array=on"]
    return .printed(
      words: ["task"] + words + ["export"],
      settings: [
        machine.variable("TASKRC"), machine.home + "/.taskrc", machine.config + "/task/taskrc",
      ].compactMap(\.self),
      ifMissing: "Taskwarrior's program task is not on PATH; export its tasks where it is, with: "
        + "task export > tasks.json")
  }

  /// Taskwarrior itself writes bytes that are no UTF-8, which the reader knows.
  package func isText(_ bytes: [UInt8]) -> Bool { true }

  package func remarks(on new: [Task]) -> [String] {
    let names = new.flatMap(\.properties).map(\.name).uniqued().filter {
      context.fields[$0] == nil && OwnFields.fault(of: $0.string) == nil
        && !TaskwarriorAttribute.ofPrograms.contains($0)
    }
    let repeating = remarks(onRepeating: new)
    guard let first = names.first else { return repeating }
    return repeating + [
      "kept as properties: \(names.prefix(20).map(\.string).joined(separator: ", ")); "
        + "to have one as a field: tasks config field.\(first) text"
    ]
  }

  package func print(_ tasks: [Task]) -> [UInt8] {
    var printer = TaskwarriorPrinter(context)
    let lines = tasks.flatMap { printer.print($0) }
    let text = lines.joined(separator: Array(",\n".utf8))
    return Array("[\n".utf8) + text + Array(lines.isEmpty ? "]\n".utf8 : "\n]\n".utf8)
  }

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    let objects = Array(ForeignObjects(bytes))
    let series = TaskwarriorSeries(objects.compactMap(\.json), context)
    let ids = TaskwarriorReader.ids(of: objects.compactMap(\.json), known: context.ids)
    var seen: Set<Text> = []
    return objects.compactMap { line, json -> ForeignRecord? in
      guard let json else { return .bad(line: line, reason: "it is no JSON object") }
      guard let occurrence = series.occurrence(json) else { return nil }
      if let uuid = occurrence.uuid, !seen.insert(uuid).inserted {
        return .bad(line: line, reason: "another task before it has the same uuid")
      }
      do throws(TaskwarriorValues.Failure) {
        var reader = TaskwarriorReader(json, occurrence, ids: ids, context)
        var record = try reader.record()
        record.line = line
        return .task(record)
      } catch {
        return .bad(line: line, reason: error.reason)
      }
    }
  }
}

/// The attributes of a task in Taskwarrior's JSON. Those that it does not know (UDAs) it keeps as they are, as texts.
enum TaskwarriorAttribute {
  /// The fields that have no attribute of their own, and the UDA of each.
  static let fields: [(field: PlainField, name: Text)] = PlainField.allCases.filter {
    ![.created, .list, .blockers, .wait].contains($0)
  }.map { field in
    (field, Text("tasks" + field.org.description.lowercased().filter { $0 != "_" }))
  }

  private static let known: Set<Text> = {
    let own: [Text] = [
      "annotations", "depends", "description", "due", "end", "entry", "id", "imask", "last", "mask",
      "modified", "parent", "priority", "project", "recur", "rtype", "scheduled", "start", "status",
      "tag", "tags", "template", "until", "urgency", "uuid", "wait",
    ]
    let ours: [Text] = [
      "tasksid", "tasksstate", "tasksdue", "tasksscheduled", "tasksrepeat", "taskscreated",
      "tasksclosed", "taskswait", "taskstags", "tasksdepends", "tasksnotes", "tasksformat",
      "taskslog",
      "tasksclocks", "tasksproperties", "taskslist",
    ]
    return Set(own + ours + fields.map(\.name))
  }()

  /// True for an attribute of another person's. Those of the prefixes are Taskwarrior's own, in its files.
  static func isForeign(_ name: Text) -> Bool {
    let prefixes: [StaticString] = ["annotation_", "dep_", "tag_", "tags_"]
    return !known.contains(name) && !prefixes.contains { name.bytes[...].hasPrefix($0) }
  }

  /// The attributes that have no field here: they are properties by the same name.
  static let kept: [Text] = ["until", "start"]
  /// The same, with what other properties say of a task of Taskwarrior alone.
  static let ofPrograms: [Text] = kept + ["recur", "instance"]

  /// Returns the name of the attribute that a property came from, and goes to; nil if it can be none.
  static func name(ofProperty property: Task.Property) -> Text? {
    let bytes = property.name.bytes
    let prefix = ForeignProperty.prefix(of: TaskwarriorTasks.name)
    let name =
      bytes.starts(with: prefix) ? Text(bytes: bytes.dropFirst(prefix.count)) : property.name
    let isWord =
      name.bytes.first?.isASCIILetter == true
      && name.bytes.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x5F || $0 == 0x2D }
    guard isWord, isForeign(name), !property.value.isEmpty,
      ForeignProperty(name, property.value, of: TaskwarriorTasks.name)?.property == property
    else { return nil }
    return name
  }

  /// A field of the store's own in the type that a UDA has: a number, a date, a duration of ISO 8601. Nil for a text, for
  /// what is not of its kind, and for a property that is no such field.
  static func value(of property: Task.Property, _ context: ForeignContext) -> JSONValue? {
    guard let field = context.fields[property.name] else { return nil }
    return switch (field.read(property.value), field.kind) {
    case (.number(let minutes), .duration): .string(Text("PT\(Int(minutes))M"))
    case (.number(let number), _): .number(number)
    case (.moment(let moment), _): TaskwarriorDate.text(moment, context).map { .string($0) }
    case (.list, _): .string(field.plain(property.value))
    default: nil
    }
  }

  /// The value of a UDA that is a field of the store's own; nil for any other.
  static func text(_ value: JSONValue, of name: Text, _ context: ForeignContext) -> Text? {
    guard let field = context.fields[name] else { return nil }
    switch field.kind {
    case .number: return value.number.map { Text($0.shortestDecimal) }
    case .duration:
      let minutes = value.text.flatMap { CalendarDuration($0.string) }?.minutes
      return minutes.flatMap { field.text(FieldValue($0), in: .org) }
    case .date:
      return TaskwarriorDate(value, context).flatMap {
        field.text(.moment($0.planned), in: .markdown)
      }
    default: return nil
    }
  }
}
