import TasksCore

struct TodoReader {
  private typealias Fault = CalendarComponent.Fault

  private let context: ForeignContext
  private let standard: StandardTodo
  private let zones: CalendarZones
  /// Whether Emacs wrote the file. ox-icalendar writes a DTSTART of that moment for a task without a date, the priority
  /// 5 for one without, and the category of the file after the tags.
  private let isOfOrg: Bool

  /// - Parameter calendar: The VCALENDAR of the tasks.
  /// - Parameter zones: Those of the calendar, if they are read already.
  init(_ context: ForeignContext, _ calendar: CalendarComponent, zones: CalendarZones? = nil) {
    self.context = context
    self.zones = zones ?? CalendarZones(calendar, clock: context.clock)
    isOfOrg = calendar["PRODID"]?.value.contains("Emacs with Org mode") == true
    standard = StandardTodo(context: context)
  }

  func record(_ todo: CalendarComponent) -> ForeignRecord {
    do throws(Fault) {
      if let fault = todo.fault { throw fault }
      return .task(try task(todo))
    } catch {
      return .bad(line: error.line, reason: error.reason)
    }
  }

  /// When an occurrence that has a VTODO of its own was finished; nil if it was not.
  func finish(_ occurrence: CalendarComponent) -> Timestamp? {
    guard status(occurrence) == "COMPLETED" else { return nil }
    let line = occurrence["COMPLETED"] ?? occurrence["RECURRENCE-ID"]
    return line.flatMap { try? CalendarDate($0) }.map(zones.local)
  }

  private func task(_ todo: CalendarComponent) throws(CalendarComponent.Fault) -> ForeignTask {
    var remarks: [String] = []
    var task = context.task(id(todo), title: .empty)
    task.format = todo["X-TASKS-FORMAT"].flatMap { Format(rawValue: $0.value) } ?? context.format
    task.title = title(todo)
    if task.title.isEmpty, todo["SUMMARY"] == nil {
      task.title = "(no title)"
      remarks.append("it has no SUMMARY")
    }
    task.notes = Text(bytes: trimmed(text("DESCRIPTION", todo)?.bytes ?? []))
    try readState(todo, into: &task)
    task.created = try moment("CREATED", todo)
    task.tags = tags(todo, task.format)
    let category = isOfOrg ? task.tags.popLast() : nil
    readRelations(todo, into: &task)
    readPlace(todo, into: &task)
    try TodoFields.read(todo, into: &task)
    if let category { task.list = category }
    let dates = try readDates(todo, into: &task)
    remarks += readRepeat(todo, dates, into: &task)
    remarks += TodoAlarms(context: context).read(todo, dates, zones: zones, into: &task)
    if let url = todo["URL"], task.property(named: "URL") == nil, !url.value.isEmpty {
      task.properties.append(Task.Property("URL", Text(url.value)))
    }
    for zone in zones.unknown(in: todo) {
      remarks.append(
        "the zone '\(ControlCharacters.escaped(zone))' is not known: its times are read as local ones"
      )
    }
    if let left = TodoNames.remark(todo) { remarks.append(left) }
    return ForeignTask(line: todo.line, task: task, remarks: remarks)
  }

  // MARK: Texts

  /// A TEXT value; the exact one if it still stands for this.
  private func text(_ name: String, _ todo: CalendarComponent) -> Text? {
    guard let text = todo[name]?.text else { return nil }
    if let line = todo["X-TASKS-\(name)"], let exact = (try? JSONValue(line.text.bytes))?.text,
      CalendarText.cleaned(exact.string) == text.string
    {
      return exact
    }
    return Text(CalendarText.cleaned(text.string))
  }

  private func title(_ todo: CalendarComponent) -> Text {
    guard let text = text("SUMMARY", todo) else { return .empty }
    return text.bytes.contains(0x0A) ? Text(CalendarText.line(text.string)) : text
  }

  /// Notes are without blank lines around them.
  private func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[bytes[...].withoutBlankLines]
  }

  private func id(_ todo: CalendarComponent) -> TaskID? {
    guard let uid = todo["UID"]?.text, !uid.isEmpty else { return nil }
    return todo["X-TASKS-ID"]?.text == uid ? TaskID(uid) : standard.id(uid)
  }

  private func tags(_ todo: CalendarComponent, _ format: Format) -> [Text] {
    var tags: [Text] = []
    for line in todo.all("CATEGORIES") {
      for word in CalendarText.list(line.value) {
        var tag = CalendarText.line(word.string)
        if format == .org {
          let scalars = tag.unicodeScalars.map { $0.isTagCharacter ? $0 : "_" }
          tag = String(String.UnicodeScalarView(scalars))
        }
        if !tag.isEmpty { tags.append(Text(tag)) }
      }
    }
    return tags.uniqued()
  }

  private func readRelations(_ todo: CalendarComponent, into task: inout Task) {
    for line in todo.all("RELATED-TO") where !line.text.isEmpty {
      switch line["RELTYPE"]?.uppercased() ?? "PARENT" {
      case "PARENT" where task.parent == nil:
        let exact = todo["X-TASKS-PARENT"]?.text == line.text
        task.parent = exact ? TaskID(line.text) : standard.id(line.text)
      default: break
      }
    }
  }

  private func readPlace(_ todo: CalendarComponent, into task: inout Task) {
    task.location.name = text("LOCATION", todo).flatMap { $0.isEmpty ? nil : $0 }
    guard let geo = todo["GEO"]?.value else { return }
    task.location.coordinates = standard.coordinates(geo)
    if let exact = todo["X-TASKS-GEO"].flatMap({ Location.Coordinates($0.text.string) }),
      standard.geo(of: exact) == geo
    {
      task.location.coordinates = exact
    }
  }

  // MARK: State

  private func status(_ todo: CalendarComponent) -> String {
    todo["STATUS"]?.value.trimmedBlanks.uppercased()
      ?? (todo["COMPLETED"] == nil ? "NEEDS-ACTION" : "COMPLETED")
  }

  private func readState(
    _ todo: CalendarComponent, into task: inout Task
  ) throws(CalendarComponent.Fault) {
    let status = status(todo)
    task.state = standard.state(status)
    if let keyword = todo["X-TASKS-STATE"]?.text, !keyword.isEmpty {
      let exact = context.state(keyword) ?? State(keyword, isDone: task.state.isDone)
      if standard.status(of: exact) == status { task.state = exact }
    }
    let completed = try moment("COMPLETED", todo)
    if task.isDone {
      task.closed = completed
    } else {
      task.closed = todo["X-TASKS-CLOSED"].flatMap { Timestamp(iso: $0.value) }
    }
    guard let number = todo["PRIORITY"]?.value.trimmedBlanks else { return }
    task.priority = isOfOrg && number == "5" ? nil : standard.priority(number)
    if let exact = todo["X-TASKS-PRIORITY"].flatMap({ Priority($0.value) }),
      standard.priority(of: exact) == number
    {
      task.priority = exact
    }
  }

  // MARK: Dates

  /// A moment in UTC as the local time; the exact one if it is the same moment.
  private func moment(
    _ name: String, _ todo: CalendarComponent
  ) throws(CalendarComponent.Fault) -> Timestamp? {
    guard let line = todo[name] else { return nil }
    let date = try CalendarDate(line)
    if let exact = todo["X-TASKS-\(name)"].flatMap({ Timestamp(iso: $0.value) }),
      context.seconds(exact) == zones.seconds(date)
    {
      return exact
    }
    return zones.local(date)
  }

  private func plan(
    _ name: String, _ todo: CalendarComponent
  ) throws(CalendarComponent.Fault) -> Planning? {
    guard let line = todo[name] else { return nil }
    let start = zones.local(try CalendarDate(line))
    if let exact = todo["X-TASKS-\(name)"].flatMap({ Planning(fieldText: $0.value) }),
      exact.start == start
    {
      return exact
    }
    return Planning(start)
  }

  private func readDates(
    _ todo: CalendarComponent, into task: inout Task
  ) throws(CalendarComponent.Fault) -> TodoDates {
    task.scheduled = try plan("DTSTART", todo)
    if isOfOrg, let start = task.scheduled?.start, try moment("DTSTAMP", todo) == start {
      task.scheduled = nil
    }
    task.deadline = try plan("DUE", todo)
    if let line = todo["DURATION"], let start = task.scheduled?.start, task.deadline == nil {
      guard let length = CalendarDuration(line.value) else {
        throw Fault(
          line: line.line,
          reason: "DURATION is no length: \(ControlCharacters.escaped(line.value))")
      }
      let end = start.adding(minutes: length.minutes)
      task.deadline = Planning(Timestamp(end.date, minute: start.minute == nil ? nil : end.minute))
    }
    let isStartWritten = task.scheduled != nil
    if !isStartWritten, task.deadline != nil {
      task.scheduled = todo["X-TASKS-SCHEDULED"].flatMap { Planning(fieldText: $0.value) }
    }
    return TodoDates(
      scheduled: task.scheduled?.start, deadline: task.deadline?.start,
      isStartWritten: isStartWritten)
  }

  private func readRepeat(
    _ todo: CalendarComponent, _ dates: TodoDates, into task: inout Task
  ) -> [String] {
    let line = todo["RRULE"]
    let rule = line.flatMap { CalendarRecurrence($0.value) }
    var own = rule.flatMap { TodoRepeat($0, dates, local: zones.local) }
    // What properties of ours say holds if it is still what the rule says.
    let kept = todo["X-TASKS-REPEAT"].flatMap { TodoRepeat($0.value) }?.limited(to: dates)
    var exact = kept ?? own
    exact?.rule = task.repeats
    if kept == nil { exact?.rule.days = own?.rule.days }
    if let exact, exact.recurrence(dates, utc: context.utc) == rule, rule != nil || line == nil {
      own = exact
    }
    task.scheduled?.repeater = own?.scheduled
    task.deadline?.repeater = own?.deadline
    if let own { task.repeats = own.rule }
    guard own == nil, let line else { return [] }
    if task.property(named: "RRULE") == nil {
      task.properties.append(Task.Property("RRULE", Text(line.value)))
    }
    let rest = ControlCharacters.escaped(line.value)
    return ["the rule \(rest) is kept as the property RRULE, and the task does not repeat"]
  }
}
