import TasksCore

struct TaskwarriorReader {
  typealias Failure = TaskwarriorValues.Failure

  private let json: JSONValue
  private let values: TaskwarriorValues
  private let occurrence: TaskwarriorSeries.Occurrence
  private let ids: [Text: TaskID]
  private let context: ForeignContext
  private var remarks: [String] = []

  /// - Parameter ids: Our ids of tasks, by their UUIDs.
  init(
    _ json: JSONValue, _ occurrence: TaskwarriorSeries.Occurrence, ids: [Text: TaskID],
    _ context: ForeignContext
  ) {
    let json = TaskwarriorReader.completed(json, by: occurrence.current)
    (self.json, self.occurrence, self.ids, self.context) = (json, occurrence, ids, context)
    values = TaskwarriorValues(json: json, context: context)
  }

  /// A template with what is said of its present occurrence, which people see and change, but for its name.
  private static func completed(_ json: JSONValue, by current: JSONValue?) -> JSONValue {
    guard case .object(let members) = json, let current else { return json }
    let names: [Text] = ["tags", "priority", "project", "annotations"]
    let own = names.filter { current[$0] != .null }.map {
      JSONValue.Member(name: $0, value: current[$0])
    }
    return .object(members.filter { member in !own.contains { $0.name == member.name } } + own)
  }

  /// Returns the ids that are known, and those that records hold beside their UUIDs, by their UUIDs. A copy of a task has
  /// its id, but another UUID.
  static func ids(of records: [JSONValue], known: [TaskID]) -> [Text: TaskID] {
    let ids = known + records.compactMap { $0["tasksid"].text.flatMap { TaskID($0) } }
    return Dictionary(ids.map { (TaskwarriorID.uuid(of: $0), $0) }, uniquingKeysWith: { $1 })
  }

  mutating func record() throws(Failure) -> ForeignTask {
    guard let description = json["description"].text else {
      throw Failure(reason: "it has no description")
    }
    let title = ForeignProperty.line(description)
    if title.isEmpty { throw Failure(reason: "its description is empty") }
    if let other = occurrence.current?["description"].text, other != description {
      remarks.append("its present occurrence is called '\(ControlCharacters.escaped(other))'")
    }
    if occurrence.later > 0 {
      remarks.append(
        "open later there too: '\(String(occurrence.later))' of its occurrences; here it comes back once, at its next date to come"
      )
    }
    if title.lines.count != description.lines.count {
      remarks.append("the line breaks of its description became blanks")
    }
    var task = context.task(try id(), title: title)
    readFormat(into: &task)
    task.created = try values.moment("entry", exact: "taskscreated")
    readTexts(into: &task)
    try readLog(into: &task)
    try readState(into: &task)
    try readDates(into: &task)
    try readProperties(into: &task)
    return ForeignTask(line: 0, task: task, finished: occurrence.finished, remarks: remarks)
  }

  // MARK: Identity

  private func id() throws(Failure) -> TaskID? {
    guard let uuid = occurrence.uuid else {
      return values.text("tasksid").flatMap { TaskID($0) }
    }
    return id(of: uuid)
  }

  private func id(of uuid: Text) -> TaskID? {
    ids[uuid] ?? context.id(foreign: uuid)
  }

  private func readFormat(into task: inout Task) {
    guard case .object(let members) = json else { return }
    if values.text("tasksformat") == "md" {
      task.format = .markdown
    } else if members.contains(where: { $0.name.bytes[...].hasPrefix("tasks") }) {
      task.format = .org
    }
  }

  // MARK: Texts

  /// The levels of a project, `home.garden`, are those of a list, `home/garden`, unless dots are to stay.
  private var list: Text? {
    guard let project = values.text("project").map({ ForeignProperty.line($0) }), !project.isEmpty
    else { return nil }
    if let exact = values.text("taskslist"), TaskwarriorPrinter.project(exact) == project {
      return exact
    }
    // The dots of a list of ours are told.
    if context.options.contains(.flat), json["tasksid"] == .null { return project }
    let levels = project.bytes.split { $0 == 0x2E || $0 == 0x2F }
    return levels.isEmpty ? project : Text(bytes: Array(levels.joined(separator: [0x2F])))
  }

  private mutating func readTexts(into task: inout Task) {
    task.notes = values.text("tasksnotes") ?? .empty
    task.list = list
    switch values.text("priority") {
    case nil: break
    case "H": task.priority = Priority("A")
    case "M": task.priority = Priority("B")
    case "L": task.priority = Priority("C")
    case let word?:
      task.priority = Priority(word.string)
      if task.priority == nil { remarks.append("left out its priority '\(word)'") }
    }
    let exact = Dictionary(grouping: values.texts("taskstags")) { TaskwarriorPrinter.tag($0) }
    task.tags =
      values.list("tags").map { ForeignProperty.line($0) }.filter { !$0.isEmpty }
      .flatMap { exact[$0] ?? [$0] }.uniqued()
    let blockers = Dictionary(
      values.texts("tasksdepends").compactMap { TaskID($0) }.map {
        (TaskwarriorID.uuid(of: $0), $0)
      },
      uniquingKeysWith: { $1 })
    task.blockers = values.list("depends").compactMap { blockers[$0] ?? id(of: $0) }.uniqued()
    for (field, name) in TaskwarriorAttribute.fields {
      guard let text = values.text(name) else { continue }
      if let value = field.kind.value(fromText: text) {
        field.set(value, in: &task)
      } else {
        remarks.append("left out its \(name) '\(ControlCharacters.escaped(text))'")
      }
    }
  }

  // MARK: Log

  private mutating func readLog(into task: inout Task) throws(Failure) {
    let entries = values.value(in: "taskslog").elements.compactMap { LogEntry($0) }
    let clocks = (values.text("tasksclocks")?.string ?? "").split(separator: " ")
      .compactMap { Clock(fieldText: String($0)) }
    let log = [LogItem](entries, clocks)
    var notes: [(seconds: Int64, entry: LogEntry)] = []
    for annotation in json["annotations"].elements {
      guard let note = annotation["description"].text,
        case let date = TaskwarriorDate(annotation["entry"], context),
        case let entry = LogEntry(.note, at: date?.moment, note: note), entry.note != nil
      else { continue }
      notes.append((date?.seconds ?? 0, entry))
    }
    let sorted = notes.enumerated().ordered {
      ($0.element.seconds, $0.offset) > ($1.element.seconds, $1.offset)
    }
    var left = sorted.map(\.element.entry)[...]
    for item in log {
      if !item.isDroppedValue, let moment = item.moment {
        while let note = left.first, let at = note.at, at > moment {
          task.log.append(.entry(left.removeFirst()))
        }
      }
      task.log.append(item)
    }
    task.log += left.map { .entry($0) }
  }

  // MARK: State

  private mutating func readState(into task: inout Task) throws(Failure) {
    let word = values.text("status") ?? "pending"
    let status: TaskwarriorState.Status
    switch word {
    case "pending", "waiting", "recurring": status = .pending
    case "completed": status = .completed
    case "deleted": status = .deleted
    default: throw Failure(reason: "its status is '\(ControlCharacters.escaped(word))'")
    }
    let start = status == .pending ? try values.date("start", in: occurrence.current) : nil
    let told = TaskwarriorState(status, isStarted: start != nil)
    let keyword = values.text("tasksstate")
    let exact = keyword.map { context.state($0) ?? State($0, isDone: status != .pending) }
    if let exact, TaskwarriorState(exact, context) == told {
      task.state = exact
    } else {
      task.state = told.state(context)
    }
    if status != .pending { task.closed = try values.moment("end", exact: "tasksclosed") }
    // That of a series is read with its dates.
    let isOfSeries =
      json["due"] != .null && values.text("recur").flatMap(TaskwarriorRecurrence.read) != nil
    let until = isOfSeries ? nil : try values.date("until")
    if keyword == nil, status == .pending, let until {
      remarks.append("its until '\(until.planned.date.iso)' is kept, and ends nothing here")
    }
    for (name, date) in [("until" as Text, until), ("start", start)] {
      guard let date else { continue }
      let isKnown =
        name == "start" && TaskwarriorState(task.state, context).isStarted
        && date.text == TaskwarriorState.start(of: task, context)
      if !isKnown { task.properties.append(Task.Property(name, date.text)) }
    }
  }

  // MARK: Dates

  private mutating func readDates(into task: inout Task) throws(Failure) {
    task.wait = try values.moment("wait", exact: "taskswait").map {
      $0.minute == 0 && json["taskswait"] == .null ? Timestamp($0.date) : $0
    }
    let first = try values.plan("due", exact: "tasksdue", at: nil)
    task.deadline = try values.plan("due", exact: "tasksdue", at: occurrence.current)
    task.scheduled = try values.plan("scheduled", exact: "tasksscheduled", at: nil)
    readRepeater(into: &task)
    try readEnd(into: &task)
    if let last = occurrence.last, let plan = task.deadline, let repeater = plan.repeater {
      task.deadline = plan.moved(
        to:
          repeater.interval.next(after: last.planned, on: task.repeats.days))
    }
    // The occurrences have the scheduled date of the first.
    if let first, let due = task.deadline, let plan = task.scheduled {
      let days = due.start.date.dayNumber - first.start.date.dayNumber
      let start = Timestamp(plan.start.date.adding(days: days), minute: plan.start.minute)
      if occurrence.current != nil || occurrence.last != nil {
        task.scheduled = plan.moved(to: start)
      }
    }
  }

  private mutating func readRepeater(into task: inout Task) {
    let kept = values.text("tasksrepeat").flatMap { Repeater($0.string) }
    guard let recur = values.text("recur") else {
      // One that does not repeat, or whose date Taskwarrior cannot have.
      let isLost =
        json["due"] == .null
        || kept.flatMap { TaskwarriorRecurrence.text($0, on: task.repeats.days) } == nil
      if isLost { task.deadline?.repeater = kept }
      return
    }
    let read = TaskwarriorRecurrence.read(recur)
    if task.deadline != nil, let read {
      // A late one comes back once, not once for each date that has passed.
      task.deadline?.repeater =
        kept?.interval == read.interval ? kept : Repeater(.catchUp, read.interval)
      task.repeats.days = read.days
      return
    }
    let shown = ControlCharacters.escaped(recur)
    remarks.append(
      read == nil
        ? "it does not repeat here: '\(shown)' is no interval of days, weeks, months or years"
        : "it does not repeat here: it has no due date")
    if let new = ForeignProperty("recur", recur, of: TaskwarriorTasks.name) {
      task.properties.append(foreign: new)
    }
  }

  /// The end of a series, which may have its exact form besides.
  private func readEnd(into task: inout Task) throws(Failure) {
    guard task.deadline?.isRepeating == true, values.text("recur") != nil else { return }
    let until = try values.date("until")
    if until?.text == TaskwarriorPrinter.until(task, context) { return }
    let isDay = task.deadline?.start.minute == nil || until?.moment.minute == 1439
    task.repeats.until = until.map { isDay ? Timestamp($0.moment.date) : $0.moment }
  }

  // MARK: Properties

  private mutating func readProperties(into task: inout Task) throws(Failure) {
    guard case .object(let members) = json else { return }
    if let uuid = occurrence.uuid, let instance = occurrence.current?["uuid"].text,
      instance != TaskwarriorID.instance(of: uuid), TaskwarriorID.isUUID(instance.bytes)
    {
      task.properties.append(Task.Property("instance", instance))
    }
    for member in members where TaskwarriorAttribute.isForeign(member.name) {
      if let text = TaskwarriorAttribute.text(member.value, of: member.name, context) {
        task.properties.append(Task.Property(member.name, text))
        continue
      }
      guard
        let new = ForeignProperty(member.name, json: member.value, of: TaskwarriorTasks.name)
      else { continue }
      if new.isChanged {
        remarks.append("line breaks of \(ControlCharacters.escaped(member.name)) became blanks")
      }
      task.properties.append(foreign: new)
    }
    if case .object(let own) = values.value(in: "tasksproperties") {
      for member in own where task.property(named: member.name) == nil {
        task.properties.append(Task.Property(member.name, member.value.text ?? .empty))
      }
    }
  }
}
