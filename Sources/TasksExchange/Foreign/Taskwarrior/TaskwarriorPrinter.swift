import TasksCore

/// Prints a task as an object of Taskwarrior's JSON; one that repeats as a template and the present instance of it, whose
/// UUID stays: an import into Taskwarrior then finds what the last one left and starts no series anew.
///
/// Version 2.6.2 crashes on null, on an empty text and on a date that is none: such values are left out.
struct TaskwarriorPrinter {
  let context: ForeignContext
  private var members: [JSONValue.Member] = []

  init(_ context: ForeignContext) { self.context = context }

  mutating func print(_ task: Task) -> [[UInt8]] {
    members = []
    let recur = recurrence(of: task)
    let instance = recur.text == nil ? nil : TaskwarriorID.keptInstance(of: task)
    let attributes = task.properties.filter { $0 != instance }.map {
      ($0, TaskwarriorAttribute.name(ofProperty: $0))
    }
    // The end of a series is the one of our rule, and no property.
    let names = TaskwarriorAttribute.kept.filter { $0 != "until" || recur.text == nil }
    let kept = names.compactMap { keptValue($0, of: task) }
    let uuid = TaskwarriorID.uuid(of: task.id)
    add("uuid", uuid)
    let title = ForeignProperty.line(task.title)
    add("description", title.isEmpty ? "Untitled" : title)
    addState(task, kept: kept, isTemplate: recur.text != nil)
    addDates(task, recur: recur.text)
    add("priority", task.priority.map { TaskwarriorPrinter.priority($0) })
    add("project", task.list.map { ForeignProperty.line(TaskwarriorPrinter.project($0)) })
    let tags = task.tags.map { TaskwarriorPrinter.tag($0) }
    addList("tags", tags.filter { !$0.isEmpty }.uniqued())
    let blockers = task.blockers.map { TaskwarriorID.uuid(of: $0) }
    addList("depends", blockers)
    addAnnotations(of: task)
    for (property, name) in attributes {
      guard let name else { continue }
      if let value = TaskwarriorAttribute.value(of: property, context) {
        members.append(.init(name: name, value: value))
      } else {
        add(name, property.value)
      }
    }
    if uuid != task.id.text { add("tasksid", task.id.text) }
    if let list = task.list, list.bytes.contains(0x2E) { add("taskslist", list) }
    let changed = Set(zip(tags, task.tags).filter { $0 != $1 }.map(\.0))
    addJSON("taskstags", ofList: zip(tags, task.tags).filter { changed.contains($0.0) }.map(\.1))
    let named = zip(task.blockers, blockers).filter { $0.text != $1 }
    addJSON("tasksdepends", ofList: named.map(\.0.text))
    for (field, name) in TaskwarriorAttribute.fields { add(name, field.value(in: task).text) }
    add("tasksnotes", task.notes)
    if task.format == .markdown { add("tasksformat", "md") }
    addLog(of: task)
    addProperties(
      attributes.filter { property, name in
        name == nil && !kept.contains { $0.property == property }
          && !(recur.isForeign && property.name == "recur")
      }.map(\.0))
    let object = JSONValue.object(members).printed.bytes
    return recur.text == nil ? [object] : [object, printedInstance(of: task, uuid: uuid)]
  }

  /// The present instance of the template whose members are collected.
  private mutating func printedInstance(of task: Task, uuid: Text) -> [UInt8] {
    let state = TaskwarriorState(task.state, context)
    members.removeAll {
      $0.name.bytes.starts(with: Array("tasks".utf8))
        || ["uuid", "status", "mask"].contains($0.name)
    }
    add("uuid", TaskwarriorID.instance(of: task))
    add("status", status(of: task, state))
    addStart(of: task, state)
    add("parent", uuid)
    add("imask", "0")
    return JSONValue.object(members).printed.bytes
  }

  // MARK: Fields

  private mutating func addState(_ task: Task, kept: [Kept], isTemplate: Bool) {
    let state = TaskwarriorState(task.state, context)
    let isSeries = isTemplate && state.status == .pending
    add("status", isSeries ? "recurring" : status(of: task, state))
    addMoment("entry", task.created, exact: "taskscreated")
    for attribute in kept where attribute.name != "start" {
      add(attribute.name, attribute.property.value)
    }
    if !isTemplate { addStart(of: task, state) }
    if state.status != .pending { addMoment("end", task.closed, exact: "tasksclosed") }
    if let wait = task.wait { addMoment("wait", wait, exact: "taskswait") }
    if state.state(context) != task.state {
      add("tasksstate", task.state.keyword)
    }
  }

  private func status(of task: Task, _ state: TaskwarriorState) -> Text {
    state.status == .pending && task.wait?.isAhead(of: context.now) == true
      ? "waiting" : Text(state.status.rawValue)
  }

  private mutating func addStart(of task: Task, _ state: TaskwarriorState) {
    guard state.isStarted else { return }
    add(
      "start",
      keptValue("start", of: task)?.property.value
        ?? TaskwarriorState.start(of: task, context))
  }

  /// Adds a moment, and its exact form if that would not be read from it. Taskwarrior adds the present for one that is
  /// missing.
  private mutating func addMoment(_ name: Text, _ moment: Timestamp?, exact: Text) {
    guard let moment else { return add(exact, "-") }
    let text = TaskwarriorDate.text(moment, context)
    add(name, text)
    if text == nil || context.local(context.seconds(moment)) != moment {
      add(exact, "\(text ?? "-") \(moment.iso)")
    }
  }

  private mutating func addDates(_ task: Task, recur: Text?) {
    if var plan = task.deadline {
      plan.repeater = nil
      addPlan("due", plan, exact: "tasksdue")
    }
    if let plan = task.scheduled { addPlan("scheduled", plan, exact: "tasksscheduled") }
    add("recur", recur)
    if recur != nil { add("until", TaskwarriorPrinter.until(task, context)) }
    if let recur, let start = task.deadline?.start {
      add("mask", TaskwarriorRecurrence.mask(recur, from: start, context))
    }
    guard let repeater = task.deadline?.repeater else { return }
    let isPlain = repeater.kind == .catchUp && repeater.limit == nil && recur != nil
    if !isPlain { add("tasksrepeat", Text(repeater.text)) }
  }

  /// The last moment of the last day.
  static func until(_ task: Task, _ context: ForeignContext) -> Text? {
    task.repeats.until.flatMap {
      TaskwarriorDate.text(Timestamp($0.date, minute: $0.minute ?? 1439), context)
    }
  }

  /// The date, and the whole of it after the text of the date, which tells whether it is still the one meant.
  private mutating func addPlan(_ name: Text, _ plan: Planning, exact: Text) {
    let text = TaskwarriorDate.text(plan.start, context)
    add(name, text)
    add(exact, "\(text ?? "-") \(plan.fieldText)")
  }

  /// Taskwarrior refuses `recur` without `due`.
  private func recurrence(of task: Task) -> (text: Text?, isForeign: Bool) {
    guard let plan = task.deadline, TaskwarriorDate.text(plan.start, context) != nil else {
      return (nil, false)
    }
    if let repeater = plan.repeater {
      return (TaskwarriorRecurrence.text(repeater, on: task.repeats.days), false)
    }
    let kept = task.properties.first { $0.name == "recur" }?.value
    guard let kept, TaskwarriorRecurrence.isForeign(kept) else { return (nil, false) }
    return (kept, true)
  }

  private typealias Kept = (name: Text, property: Task.Property)

  /// The value of an attribute that is a property here, if the property is still a moment.
  private func keptValue(_ name: Text, of task: Task) -> Kept? {
    guard let property = task.properties.first(where: { $0.name == name }),
      let date = TaskwarriorDate(.string(property.value), context), date.text == property.value,
      TaskwarriorDate.text(date.moment, context) != nil,
      name != "start" || TaskwarriorState(task.state, context).isStarted
    else { return nil }
    return (name, property)
  }

  /// The name of a list with dots between its levels.
  static func project(_ list: Text) -> Text {
    Text(bytes: list.bytes.map { $0 == 0x2F ? 0x2E : $0 })
  }

  static func priority(_ priority: Priority) -> Text {
    switch priority.text {
    case "A": "H"
    case "B": "M"
    case "C": "L"
    default: Text(priority.text)
    }
  }

  /// Taskwarrior splits a tag at commas.
  static func tag(_ tag: Text) -> Text {
    Text(bytes: ForeignProperty.line(tag).bytes.map { $0 == 0x2C ? 0x5F : $0 })
  }

  // MARK: The log

  /// The notes of the log that an annotation holds. Annotations have seconds, and no two the same: the seconds keep
  /// the order of the notes of a minute.
  private mutating func addAnnotations(of task: Task) {
    let notes = task.entries.filter(isAnnotation).reversed().compactMap { entry in
      entry.at.flatMap { at in entry.note.map { (at: at, note: $0) } }
    }
    guard !notes.isEmpty else { return }
    let sorted = notes.enumerated().ordered {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    var (last, second): (Timestamp?, Int64) = (nil, 0)
    let annotations = sorted.map { note in
      second = note.at == last ? min(second + 1, 59) : 0
      last = note.at
      let entry = ForeignContext.utc(context.seconds(note.at) + second)
      return JSONValue.object([
        .init(name: "entry", value: .string(Text(entry))),
        .init(name: "description", value: .string(note.note)),
      ])
    }
    members.append(.init(name: "annotations", value: .array(annotations)))
  }

  private func isAnnotation(_ entry: LogEntry) -> Bool {
    guard entry.kind == .note, let at = entry.at, let note = entry.note, !note.isEmpty else {
      return false
    }
    return TaskwarriorDate.text(at, context) != nil && context.local(context.seconds(at)) == at
      && LogEntry(.note, at: at, note: note).note == note
  }

  private mutating func addLog(of task: Task) {
    let rest = task.entries.filter { !isAnnotation($0) }
    if !rest.isEmpty {
      var log = JSONWriter()
      log.array(rest) { $0.write($1) }
      add("taskslog", Text(bytes: log.bytes))
    }
    add("tasksclocks", Text(task.clocks.map(\.fieldText).joined(separator: " ")))
  }

  private mutating func addProperties(_ properties: [Task.Property]) {
    if properties.isEmpty { return }
    let all = properties.map { JSONValue.Member(name: $0.name, value: .string($0.value)) }
    add("tasksproperties", JSONValue.object(all).printed)
  }

  // MARK: Attributes

  private mutating func add(_ name: Text, _ value: Text?) {
    guard let value, !value.isEmpty else { return }
    members.append(.init(name: name, value: .string(value)))
  }

  private mutating func addList(_ name: Text, _ values: [Text]) {
    if values.isEmpty { return }
    members.append(.init(name: name, value: .array(values.map { .string($0) })))
  }

  /// Adds JSON in a text: Taskwarrior takes only texts for what it does not know.
  private mutating func addJSON(_ name: Text, ofList values: [Text]) {
    if !values.isEmpty { add(name, JSONValue.array(values.map { .string($0) }).printed) }
  }
}
