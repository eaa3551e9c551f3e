import TasksCore

/// The attributes of a task in Taskwarrior's JSON. Those that it does not know (UDAs) it keeps as they are, as texts.
enum TaskwarriorAttribute {
  /// The fields that have no attribute of their own, and the UDA of each.
  static let fields: [(field: PlainField, name: Text)] = PlainField.allCases.filter {
    ![.created, .list, .blockers, .wait].contains($0)
  }.map { field in
    (field, Text("tasks" + field.org.description.lowercased().filter { $0 != "_" }))
  }

  /// Those of Taskwarrior, and ours.
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
}
