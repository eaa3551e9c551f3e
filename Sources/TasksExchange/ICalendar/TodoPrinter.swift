import TasksCore

/// Prints tasks as the VTODOs of one VCALENDAR.
///
/// Law: the same tasks give the same bytes. DTSTAMP, which should be the present, is the newest date of the task.
struct TodoPrinter {
  let context: ForeignContext
  let standard: StandardTodo
  var writer: CalendarWriter

  /// - Parameter hasOwnLines: Whether a property that is coarser than its field is followed by one of ours.
  init(_ context: ForeignContext, hasOwnLines: Bool = true) {
    self.context = context
    standard = StandardTodo(context: context)
    writer = CalendarWriter(hasOwnLines: hasOwnLines)
    writer.begin("VCALENDAR")
    writer.line("VERSION", "2.0")
    writer.line("PRODID", "-//tasks//EN")
  }

  consuming func finished() -> [UInt8] {
    writer.end("VCALENDAR")
    return writer.bytes
  }

  mutating func print(_ task: Task) {
    writer.begin("VTODO")
    printIdentity(task)
    writer.wholeText("SUMMARY", task.title)
    if !task.notes.isEmpty { writer.wholeText("DESCRIPTION", task.notes) }
    // Which markup the texts have.
    writer.line("X-TASKS-FORMAT", task.format.rawValue)
    printState(task)
    printTags(task)
    let dates = printDates(task)
    printPlace(task)
    for property in task.properties where TodoFields.isStandard(property, in: task) {
      writer.line(property.name.string, property.value.string)
    }
    TodoFields.print(task, to: &writer)
    TodoAlarms(context: context).print(task, dates, to: &writer)
    writer.end("VTODO")
  }

  private mutating func printIdentity(_ task: Task) {
    writer.text("UID", task.id.text)
    if standard.id(task.id.text) != task.id { writer.text("X-TASKS-ID", task.id.text) }
    let moments = [task.created, task.closed, task.lastRepeat] + task.log.map(\.moment)
    let newest = moments.compactMap { $0 }.max()
    writer.line("DTSTAMP", newest.map { context.utc($0) } ?? ForeignContext.utc(0))
    printMoment("CREATED", task.created)
    if let parent = task.parent {
      writer.text("RELATED-TO;RELTYPE=PARENT", parent.text)
      if standard.id(parent.text) != parent { writer.text("X-TASKS-PARENT", parent.text) }
    }
  }

  /// Writes a moment in UTC, and as it is if that is not read as the same.
  mutating func printMoment(_ name: String, _ moment: Timestamp?) {
    guard let moment else { return }
    writer.line(name, context.utc(moment))
    if context.local(context.seconds(moment)) != moment {
      writer.line("X-TASKS-\(name)", moment.iso)
    }
  }

  mutating func printState(_ task: Task) {
    let status = standard.status(of: task.state)
    writer.line("STATUS", status)
    if standard.state(status) != task.state { writer.text("X-TASKS-STATE", task.state.keyword) }
    if task.isDone {
      printMoment("COMPLETED", task.closed)
    } else if let closed = task.closed {
      // A task with COMPLETED is done, whatever its STATUS.
      writer.line("X-TASKS-CLOSED", closed.iso)
    }
    if let priority = keptPriority(task) ?? standard.priority(of: task.priority) {
      writer.line("PRIORITY", priority)
      if standard.priority(priority) != task.priority, let own = task.priority {
        writer.line("X-TASKS-PRIORITY", own.text)
      }
    }
  }

  /// The number that a client of the door wrote, if it still is one of the task's priority.
  private func keptPriority(_ task: Task) -> String? {
    guard !writer.hasOwnLines, let number = task.property(named: DoorNames.priority)?.string,
      standard.priority(number) == task.priority
    else { return nil }
    return number
  }

  mutating func printTags(_ task: Task) {
    guard !task.tags.isEmpty else { return }
    let tags = task.tags.map { CalendarText.escaped(CalendarText.cleaned($0.string)) }
    writer.line("CATEGORIES", tags.joined(separator: ","))
  }

  @discardableResult mutating func printDates(_ task: Task) -> TodoDates {
    let (scheduled, deadline) = (task.scheduled, task.deadline)
    let dates = TodoDates(
      scheduled: scheduled?.start, deadline: deadline?.start,
      isStartWritten: standard.canStart(scheduled?.start, due: deadline?.start))
    if dates.isStartWritten {
      printDate("DTSTART", scheduled)
    } else if let scheduled {
      writer.line("X-TASKS-SCHEDULED", scheduled.withoutRepeater.fieldText)
    }
    printDate("DUE", deadline)
    let own = TodoRepeat(
      scheduled: scheduled?.repeater, deadline: deadline?.repeater, task.repeats)
    let rule = own.recurrence(dates, utc: context.utc)
    if writer.hasOwnLines {
      if let rule { writer.line("RRULE", rule.text) }
    } else if let text = clientRule(rule, of: task), dates.lead != nil {
      // A rule counts from DTSTART (RFC 5545, 3.8.5.3).
      if !dates.isStartWritten { printDate("DTSTART", deadline) }
      writer.line("RRULE", text)
    }
    if !own.hasRepeaters(of: rule, dates) { writer.line("X-TASKS-REPEAT", own.text(dates)) }
    return dates
  }

  /// The rule for clients of the door. Apple's reject a whole list for a FREQ that they lack, so that hours have none.
  private func clientRule(_ rule: CalendarRecurrence?, of task: Task) -> String? {
    if task.isRepeating || rule != nil { return rule?.frequency == .hourly ? nil : rule?.text }
    return task.property(named: DoorNames.rule)?.string
  }

  /// Writes a date, and the range and the warning that it may have besides.
  private mutating func printDate(_ name: String, _ plan: Planning?) {
    guard let plan else { return }
    writer.line(
      plan.start.minute == nil ? "\(name);VALUE=DATE" : name, CalendarDate.text(plan.start))
    if plan.end != nil || plan.warning != nil {
      writer.line("X-TASKS-\(name)", plan.withoutRepeater.fieldText)
    }
  }

  mutating func printPlace(_ task: Task) {
    if let name = task.location.name { writer.wholeText("LOCATION", name) }
    guard let place = task.location.coordinates else { return }
    let geo = standard.geo(of: place)
    writer.line("GEO", geo)
    if standard.coordinates(geo) != place {
      writer.line("X-TASKS-GEO", CalendarText.escaped(place.text))
    }
  }
}

extension Planning {
  fileprivate var withoutRepeater: Planning {
    Planning(start, end: end, warning: warning)
  }
}

/// Prints iCalendar: CRLF, and lines folded at 75 bytes, never inside a character (RFC 5545, 3.1).
struct CalendarWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether properties of ours are written.
  let hasOwnLines: Bool

  init(hasOwnLines: Bool = true) { self.hasOwnLines = hasOwnLines }

  /// The longest line in bytes, without its end.
  private static let width = 75

  mutating func begin(_ component: String) { line("BEGIN", component) }

  mutating func end(_ component: String) { line("END", component) }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - name: With its parameters.
  ///   - value: With its escapes.
  mutating func line(_ name: String, _ value: String) {
    if !hasOwnLines, name.hasPrefix("X-TASKS-") { return }
    line("\(name):\(value)")
  }

  /// Writes a whole line.
  mutating func line(_ text: String) {
    let content = Array(text.utf8)
    var start = 0
    var room = CalendarWriter.width
    while content.count - start > room {
      var end = start + room
      while content[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += content[start..<end]
      bytes += [0x0D, 0x0A, 0x20]
      start = end
      room = CalendarWriter.width - 1
    }
    bytes += content[start...]
    bytes += [0x0D, 0x0A]
  }

  /// Writes a TEXT value, without the control characters that it cannot have.
  mutating func text(_ name: String, _ text: Text) {
    line(name, CalendarText.escaped(CalendarText.cleaned(text.string)))
  }

  /// Writes a TEXT value, and the exact one in a property of ours, as a string of JSON, if it has control characters.
  mutating func wholeText(_ name: String, _ text: Text) {
    self.text(name, text)
    if CalendarText.cleaned(text.string) == text.string { return }
    var json = JSONWriter()
    json.string(text)
    let escaped = String(decoding: json.bytes, as: UTF8.self)
    // JSON may hold what TEXT cannot: only the first 32 control characters must be escaped there.
    let ascii = escaped.unicodeScalars.map { scalar in
      (0x7F...0x9F).contains(scalar.value)
        ? "\\u00" + String(scalar.value, radix: 16) : String(scalar)
    }
    line("X-TASKS-\(name)", CalendarText.escaped(ascii.joined()))
  }
}
