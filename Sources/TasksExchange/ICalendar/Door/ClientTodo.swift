import TasksCore

/// What the VTODO of a client says, and what was told of the task before, read in the same way.
struct ClientTodo {
  var task: Task
  let printed: CalendarComponent
  let kept: [WrittenLine]
  let alarms: ClientAlarms
  /// X-APPLE-SORT-ORDER.
  let order: Int?
  let parent: String?
  /// The names of lines that are not kept.
  let left: [String]
  /// The lines whose values are none.
  let unread: [ContentLine]

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

  private var zones: CalendarZones { resource.zones }

  /// How many seconds later the moments in UTC are than those that are told: the text was printed before the zone of the
  /// store changed, if the time of creation says so, which no client changes.
  private func shift(_ todo: CalendarComponent) -> Int64 {
    let created = [told?.printed, todo].compactMap { $0?["CREATED"] }
      .compactMap { CalendarDate($0.value) }.filter { $0.zone == .utc }.map(zones.seconds)
    guard created.count == 2, case let shift = created[1] - created[0], shift % 900 == 0,
      abs(shift) < 26 * 3600
    else { return 0 }
    return shift
  }

  func read(_ todo: CalendarComponent) throws(TodoResourceError) -> ClientTodo {
    let plain = plain(todo)
    guard
      case .task(let record) = TodoReader(context, resource.calendar, zones: zones).record(plain)
    else {
      throw .object("a task is one VTODO")
    }
    var task = record.task
    (task.id, task.hasOwnID) = (id, true)
    readTexts(plain, into: &task)
    readPriority(plain, into: &task)
    readRule(into: &task)
    let parents = TodoResource.parents(plain)
    let parent = parents.first { $0.text.string == told?.parent } ?? parents.first
    let uid = parent?.text.string
    task.parent = uid.flatMap { relative($0) ?? context.id(foreign: Text($0)) }
    let blocks = todo.components(named: "VALARM").prefix(TodoResource.most).map(resource.block)
    // A start after the due date is not told.
    let scheduled = task.scheduled ?? (told?.task.scheduled == nil ? base?.scheduled : nil)
    let dates = TodoDates(
      scheduled: scheduled?.start, deadline: task.deadline?.start,
      isStartWritten: task.scheduled != nil)
    let alarms = ClientAlarms(
      blocks, dates, zones: zones, context, id: id, base: base,
      repeater: (task.deadline ?? task.scheduled)?.repeater.map {
        Repeater(.cumulate, $0.interval)
      },
      told: told?.alarms,
      shift: shift(todo),
      // Most clients that make a VTODO anew know no alarms, or not all.
      keepsAll: resource.isRewriter && !resource.product.contains("Apple"))
    task.reminders = alarms.reminders
    if let place = alarms.place, task.location.isEmpty { task.location = place }
    let own = parents.filter { $0.text == parent?.text }
    let kept = plain.lines.lazy.filter { !own.contains($0) && isKept($0, isDone: task.isDone) }
      .prefix(
        TodoResource.most
      )
      .compactMap(resource.written)
    _ = ForeignFitting(context: context, traits: [], keepsFormat: true)
      .fit(&task, to: task.format, converts: false)
    return ClientTodo(
      task: task, printed: plain, kept: kept.filter { !$0.isInlineFile },
      alarms: alarms,
      order: plain["X-APPLE-SORT-ORDER"].flatMap { Int($0.value.trimmedBlanks) }
        .map { min($0, Int(Int32.max)) }, parent: uid,
      left: kept.filter(\.isInlineFile).map(\.line.name),
      unread: unread(todo).filter { line in
        !line.value.trimmedBlanks.isEmpty && !ClientTodoReader.moments.contains(line.name)
      })
  }

  /// The VTODO without alarms and what is ours, and with what clients mean by what they write.
  func plain(_ todo: CalendarComponent) -> CalendarComponent {
    let (unread, shift) = (unread(todo), shift(todo))
    var todo = todo
    todo.components = []
    todo.lines = todo.lines.compactMap { line in
      if line.name.hasPrefix("X-TASKS-") { return nil }
      let old = told?.printed[line.name]
      // What cannot be read changes nothing.
      if unread.contains(line) { return line.value.trimmedBlanks.isEmpty ? nil : old }
      var line = line
      switch line.name {
      case "DTSTART", "DUE": return settled(line, told: old ?? told?.printed["DUE"])
      case "COMPLETED": return isMoved(line.value, old?.value, by: shift) ? old : line
      case "RRULE":
        // Some write it where a rule has no end.
        let parts = line.value.split(separator: ";").filter { part in
          !["COUNT=-1", "COUNT=0"].contains(part.uppercased())
        }
        line.value = CalendarText.cleaned(parts.joined(separator: ";"))
        if let end = until(line), let told = until(old), isMoved(end, told, by: shift) {
          line.value = line.value.replacing(end, with: told)
        }
        return line
      case "URL":
        line.value = CalendarText.line(CalendarText.cleaned(line.value))
        return line
      default: return line
      }
    }
    if let start = todo["DTSTART"].flatMap(moment) {
      // Apple, Thunderbird and others write both where there is one date, and so do we for a rule: a client may move the
      // other alone.
      let isOurs = told.map { $0.printed["DTSTART"] == nil && $0.printed["RRULE"] != nil } == true
      let own = [todo["DUE"], isOurs ? told?.printed["DUE"] : nil].compactMap { $0.flatMap(moment) }
      if todo["DUE"] != nil, own.contains(start) { todo.lines.removeAll { $0.name == "DTSTART" } }
    }
    if todo["DUE"] == nil, let length = todo["DURATION"].flatMap({ CalendarDuration($0.value) }),
      length.minutes <= 0, let place = todo.lines.firstIndex(where: { $0.name == "DTSTART" })
    {
      todo.lines[place].name = "DUE"
    }
    takeRecurrence(in: &todo)
    // todoman before 4.2 knows none.
    if resource.product.contains("todoman"), todo["CATEGORIES"] == nil,
      let tags = told?.printed["CATEGORIES"]
    {
      todo.lines.append(tags)
    }
    if todo["STATUS"] == nil, var line = todo["PERCENT-COMPLETE"],
      line.value.trimmedBlanks == "100"
    {
      (line.name, line.value) = ("STATUS", "COMPLETED")
      todo.lines.append(line)
    }
    return todo
  }

  /// KDE leaves the dates of a task that repeats, and writes the next one beside them.
  private func takeRecurrence(in todo: inout CalendarComponent) {
    guard todo["RRULE"] != nil, let line = todo[ClientTodoReader.recurrence],
      let next = moment(line), let lead = (todo["DUE"] ?? todo["DTSTART"]).flatMap(moment),
      case let days = next.date.dayNumber - lead.date.dayNumber, days > 0
    else { return }
    for place in todo.lines.indices where ["DTSTART", "DUE"].contains(todo.lines[place].name) {
      guard let old = moment(todo.lines[place]) else { continue }
      let new = Timestamp(old.date.adding(days: days), minute: old.minute)
      todo.lines[place].value = CalendarDate.text(new)
      todo.lines[place].parameters.removeAll { $0.name == "TZID" }
    }
  }

  private static let recurrence = "X-KDE-LIBKCAL-DTRECURRENCE"

  private func until(_ line: ContentLine?) -> String? {
    line?.value.split(separator: ";").first { $0.uppercased().hasPrefix("UNTIL=") }
      .map { String($0.dropFirst(6)) }
  }

  /// Whether a moment in UTC is the one that was told, before the zone of the store changed.
  private func isMoved(_ new: String?, _ told: String?, by shift: Int64) -> Bool {
    let moments = [new, told].compactMap { $0.flatMap { CalendarDate($0) } }.map(zones.seconds)
    return shift != 0 && moments.count == 2
      && ClientAlarms.isMoved(moments[0], from: moments[1], by: shift)
  }

  /// The lines whose values are none; an empty one is no line.
  private func unread(_ todo: CalendarComponent) -> [ContentLine] {
    todo.lines.filter { line in
      switch line.name {
      case "DTSTART", "DUE", "CREATED", "COMPLETED", "LAST-MODIFIED", "DTSTAMP":
        moment(line) == nil
      case "RRULE": line.value.trimmedBlanks.isEmpty
      case "DURATION": CalendarDuration(line.value) == nil
      case "GEO": StandardTodo(context: context).coordinates(line.value) == nil
      case "PRIORITY": Int(line.value.trimmedBlanks) == nil
      case "STATUS": !ClientTodoReader.states.contains(line.value.trimmedBlanks.uppercased())
      default: false
      }
    }
  }

  /// The dates without which a task is the same.
  private static let moments = ["CREATED", "COMPLETED", "LAST-MODIFIED", "DTSTAMP"]

  private static let states = ["NEEDS-ACTION", "IN-PROCESS", "COMPLETED", "CANCELLED"]

  /// A date as a clock here shows it, in minutes; nil outside of the years that files have.
  func moment(_ line: ContentLine) -> Timestamp? {
    CalendarDate(line.value, zone: line["TZID"]).map(zones.local)
      .flatMap { (1...9999).contains($0.date.year) ? $0 : nil }
  }

  /// The line that was told, if this one is the same on a clock of its own zone, or the midnight of a day: a client that
  /// stamps its zone on a date has not moved it.
  func settled(_ line: ContentLine, told: ContentLine?) -> ContentLine {
    // Evolution writes the next date of a rule with the time that it was told, as if that were UTC.
    if resource.product.contains("Evolution"), resource.master?["RRULE"] != nil,
      let next = CalendarDate(line.value), next.zone == .utc,
      let old = told.flatMap({ CalendarDate($0.value) }), old.zone == .floating, !old.isDay,
      next.wall.minute == old.wall.minute
    {
      var floating = line
      floating.value = CalendarDate.text(next.wall)
      return floating
    }
    guard let date = CalendarDate(line.value, zone: line["TZID"]), let told,
      let old = CalendarDate(told.value), date.zone != .utc || old.isDay
    else { return line }
    let midnight = Timestamp(old.wall.date, minute: 0)
    let isSame =
      date.wall == old.wall
      || old.isDay && [date.wall, zones.local(date)].contains(midnight)
    guard isSame else { return line }
    var settled = line
    (settled.value, settled.parameters) = (told.value, told.parameters)
    return settled
  }

  /// The first line of SUMMARY is the title, and the others come before the notes.
  private func readTexts(_ todo: CalendarComponent, into task: inout Task) {
    let lines = todo["SUMMARY"]?.text.string.split(whereSeparator: \.isNewline) ?? []
    if lines.count > 1, base?.hasEncryptedNotes != true {
      task.title = Text(CalendarText.cleaned(lines[0].trimmedBlanks))
      let rest = CalendarText.cleaned(lines.dropFirst().joined(separator: "\n"))
      if !task.notes.string.hasPrefix(rest) {
        task.notes = Text(task.notes.isEmpty ? rest : "\(rest)\n\n\(task.notes.string)")
      }
    }
    if task.title.string.trimmedBlanks.isEmpty { task.title = "(no title)" }
    task.notes = GuardedNotes.notes(task.notes, task.format)
    let place = CalendarText.line(task.location.name?.string ?? "", ", ")
    task.location.name = place.isEmpty ? nil : Text(place)
    task.tags = task.tags.map { Text(CalendarText.line(CalendarText.cleaned($0.string))) }
      .filter { !$0.isEmpty && $0 != "@" }
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
    "RECURRENCE-ID", "EXDATE", "RDATE", "X-APPLE-SORT-ORDER", recurrence,
  ]

  private func isKept(_ line: ContentLine, isDone: Bool) -> Bool {
    if line.name == "PERCENT-COMPLETE" {
      return !isDone && !["0", "100"].contains(line.value.trimmedBlanks)
    }
    return !ClientTodoReader.read.contains(line.name)
  }
}
