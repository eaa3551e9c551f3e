import TasksCore

/// What the VTODO of a client says, and what was told of the task before, read in the same way.
struct ClientTodo {
  var task: Task
  let printed: CalendarComponent
  let kept: [WrittenLine]
  let blocks: [[WrittenLine]]
  let alarms: ClientAlarms
  /// X-APPLE-SORT-ORDER.
  let order: Int?
  let parent: String?
  /// The names of lines that are not kept.
  let left: [String]

  /// The date that a rule counts from.
  var lead: Timestamp? { (task.scheduled ?? task.deadline)?.start }
}

/// Reads the VTODO of a resource as a task.
struct ClientTodoReader {
  let resource: TodoResource
  let context: ForeignContext
  let id: TaskID
  let base: Task?
  let told: ClientTodo?
  /// Returns the task of a UID.
  let relative: (String) -> TaskID?

  private var zones: CalendarZones { CalendarZones(resource.calendar, clock: context.clock) }

  func read(_ todo: CalendarComponent) throws(TodoResourceError) -> ClientTodo {
    let plain = plain(todo)
    var task = try record(plain)
    readTitle(plain, into: &task)
    readPriority(plain, into: &task)
    readRule(into: &task)
    let parents = TodoResource.parents(plain)
    let parent = parents.first { $0.text.string == told?.parent } ?? parents.first
    let uid = parent?.text.string
    task.parent = uid.flatMap { relative($0) ?? context.id(foreign: Text($0)) }
    if task.parent == id { task.parent = nil }
    var blocks = todo.components(named: "VALARM").prefix(TodoResource.most).map(resource.block)
    if let told, resource.isRewriter, !resource.product.contains("Apple") {
      // Most clients that make a VTODO anew know no alarms, or not all.
      let known = Set(blocks.flatMap(triggers))
      let sent = Set(blocks.map { Set($0.map(\.meaning)) })
      blocks += told.blocks.filter { block in
        !sent.contains(Set(block.map(\.meaning)))
          && triggers(block).allSatisfy { !known.contains($0) }
      }
    }
    // A start after the due date is not told.
    let scheduled = task.scheduled ?? (told?.task.scheduled == nil ? base?.scheduled : nil)
    let dates = TodoDates(
      scheduled: scheduled?.start, deadline: task.deadline?.start,
      isStartWritten: task.scheduled != nil)
    let alarms = ClientAlarms(
      blocks, dates, zones: zones, context, id: id, base: base, told: told?.alarms)
    task.reminders = alarms.reminders
    if let place = alarms.place, task.location.isEmpty { task.location = place }
    let kept = plain.lines.lazy
      .filter { isKept($0, parent) && !(task.isDone && $0.name == "PERCENT-COMPLETE") }
      .prefix(TodoResource.most).compactMap(resource.written)
    _ = ForeignFitting(context: context, traits: [], keepsFormat: true)
      .fit(&task, to: task.format, converts: false)
    return ClientTodo(
      task: task, printed: plain, kept: kept.filter { !$0.isInlineFile }, blocks: blocks,
      alarms: alarms,
      order: plain["X-APPLE-SORT-ORDER"].flatMap { Int($0.value.trimmedBlanks) }
        .map { min($0, Int(Int32.max)) }, parent: uid,
      left: kept.filter(\.isInlineFile).map(\.line.name))
  }

  private func triggers(_ block: [WrittenLine]) -> [String] {
    block.filter { $0.line.name == "TRIGGER" }.map(\.meaning)
  }

  private func record(_ todo: CalendarComponent) throws(TodoResourceError) -> Task {
    switch TodoReader(context, resource.calendar).record(todo) {
    case .task(let record):
      var task = record.task
      (task.id, task.hasOwnID) = (id, true)
      return task
    case .bad(let line, let reason), .remark(let line, let reason):
      throw .data(line: line, reason: reason)
    }
  }

  /// The VTODO without alarms and what is ours, and with what clients mean by what they write.
  func plain(_ todo: CalendarComponent) -> CalendarComponent {
    var todo = todo
    todo.components = []
    todo.lines.removeAll { $0.name.hasPrefix("X-TASKS-") }
    for place in todo.lines.indices {
      let line = todo.lines[place]
      switch line.name {
      case "DTSTART", "DUE":
        todo.lines[place] = settled(line, told: told?.printed[line.name] ?? told?.printed["DUE"])
      case "RRULE":
        // Some write it where a rule has no end.
        let parts = line.value.split(separator: ";").filter { part in
          !["COUNT=-1", "COUNT=0"].contains(part.uppercased())
        }
        todo.lines[place].value = parts.joined(separator: ";")
      default: break
      }
    }
    if let start = todo["DTSTART"].flatMap(moment) {
      // Apple, Thunderbird and others write both where there is one date, and so do we for a rule: a client may move the
      // other alone.
      let isOurs = told.map { $0.printed["DTSTART"] == nil && $0.printed["RRULE"] != nil } == true
      let own = [todo["DUE"], isOurs ? told?.printed["DUE"] : nil].compactMap { $0.flatMap(moment) }
      if todo["DUE"] != nil, own.contains(start) { todo.lines.removeAll { $0.name == "DTSTART" } }
    }
    if todo["STATUS"] == nil, var line = todo["PERCENT-COMPLETE"],
      line.value.trimmedBlanks == "100"
    {
      (line.name, line.value) = ("STATUS", "COMPLETED")
      todo.lines.append(line)
    }
    return todo
  }

  /// A date as a clock here shows it, in minutes.
  private func moment(_ line: ContentLine) -> Timestamp? {
    CalendarDate(line.value, zone: line["TZID"]).map(zones.local)
  }

  /// The line that was told, if this one is the same on a clock of its own zone, or the midnight of a day: a client that
  /// stamps its zone on a date has not moved it.
  func settled(_ line: ContentLine, told: ContentLine?) -> ContentLine {
    guard let date = CalendarDate(line.value, zone: line["TZID"]), let told,
      let old = CalendarDate(told.value), date.zone != .utc || old.isDay
    else { return line }
    let isSame =
      date.wall == old.wall || old.isDay && date.wall == Timestamp(old.wall.date, minute: 0)
    guard isSame else { return line }
    var settled = line
    (settled.value, settled.parameters) = (told.value, told.parameters)
    return settled
  }

  private func readTitle(_ todo: CalendarComponent, into task: inout Task) {
    let lines = todo["SUMMARY"]?.text.string.split(whereSeparator: \.isNewline) ?? []
    if lines.count > 1 {
      task.title = Text(CalendarText.cleaned(lines[0].trimmedBlanks))
      let rest = CalendarText.cleaned(lines.dropFirst().joined(separator: "\n"))
      task.notes = Text(task.notes.isEmpty ? rest : "\(rest)\n\n\(task.notes.string)")
    }
    if task.title.string.trimmedBlanks.isEmpty { task.title = "(no title)" }
  }

  private func readPriority(_ todo: CalendarComponent, into task: inout Task) {
    let standard = StandardTodo(context: context)
    guard let number = todo["PRIORITY"]?.value.trimmedBlanks,
      let letter = standard.priority(number),
      standard.priority(of: letter) != number
    else { return }
    task.properties.append(Task.Property(DoorNames.priority, Text(number)))
  }

  /// A rule that no repeater expresses has a property of its own.
  private func readRule(into task: inout Task) {
    guard let place = task.properties.firstIndex(where: { $0.name == "RRULE" }) else { return }
    let name = base?.property(named: "RRULE") == nil ? DoorNames.rule : "RRULE"
    let text = task.properties[place].value
    let old = told?.task.property(named: name)
    let isSame =
      old.map { CalendarRecurrence($0.string) == CalendarRecurrence(text.string) } ?? false
    task.properties[place] = Task.Property(name, isSame ? old ?? text : text)
  }

  private static let read: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "PRIORITY", "CATEGORIES", "CREATED",
    "DTSTART", "DUE", "DURATION", "RRULE", "LOCATION", "GEO", "URL", "DTSTAMP", "LAST-MODIFIED",
    "RECURRENCE-ID", "EXDATE", "RDATE", "X-APPLE-SORT-ORDER",
  ]

  private func isKept(_ line: ContentLine, _ parent: ContentLine?) -> Bool {
    if line == parent { return false }
    if line.name == "PERCENT-COMPLETE" {
      return !["0", "100"].contains(line.value.trimmedBlanks)
    }
    return !ClientTodoReader.read.contains(line.name)
  }
}
