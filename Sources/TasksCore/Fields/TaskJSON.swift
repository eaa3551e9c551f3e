/// Prints tasks as JSON. Scripts rely on the keys and their order: keys are only
/// ever added. It carries all of a task (``TaskJSONReader``).
package enum TaskJSON {
  /// A task, the short form of its id, and its state relative to the upstream branch.
  package typealias Row = (task: Task, short: String, sync: String)

  /// Writes an array of tasks.
  ///
  /// - Parameters:
  ///   - distances: How many metres away each is; nil if no place was asked for.
  ///   - urgencies: Why each is urgent; nil if that was not asked for.
  package static func write(
    _ rows: [Row], distances: [Int]? = nil, urgencies: [[Urgency.Part]]? = nil,
    to writer: inout JSONWriter
  ) {
    writer.reserve(rows.count * usualSize)
    writer.array(rows.enumerated()) { writer, numbered in
      let row = numbered.element
      write(
        row.task, short: row.short, sync: row.sync, distance: distances?[numbered.offset],
        urgency: urgencies?[numbered.offset], to: &writer)
    }
  }

  /// Prints one task per line, without the envelope.
  package static func lines(_ rows: some Sequence<Row>) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(rows.underestimatedCount * usualSize)
    for row in rows {
      write(row.task, short: row.short, sync: row.sync, to: &writer)
      writer.endLine()
    }
    return writer.bytes
  }

  /// The size in bytes of a task with a few words of notes.
  private static let usualSize = 768

  /// Writes a task. A field without a value is null, `[]` or `{}`.
  ///
  /// - Parameter tellsEncryption: Whether encrypted notes have keys of their own; else they are notes like others, and
  ///   every task has the same keys.
  package static func write(
    _ task: Task, short: String, sync: String, distance: Int? = nil,
    urgency: [Urgency.Part]? = nil, tellsEncryption: Bool = true, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writeIdentity(task, short: short, to: &writer)
      writeDates(task, to: &writer)
      writeRest(task, tellsEncryption: tellsEncryption, to: &writer)
      writer.name("sync")
      writer.string(sync)
      if let distance { writer.member("distance", distance) }
      guard let urgency else { return }
      writer.name("urgency")
      writer.number(urgency.points)
      writer.name("why")
      writer.array(urgency) { writer, part in
        writer.object { writer in
          writer.member("reason", part.reason.rawValue)
          writer.member("text", part.text)
          writer.name("points")
          writer.number(part.points)
        }
      }
    }
  }

  /// Writes a task without what belongs to one clone: the short form of its id, and its state of synchronization.
  package static func write(exported task: Task, to writer: inout JSONWriter) {
    writer.object { writer in
      writeIdentity(task, short: nil, to: &writer)
      writeDates(task, to: &writer)
      writeRest(task, to: &writer)
    }
  }

  private static func writeIdentity(
    _ task: Task, short: String?, to writer: inout JSONWriter
  ) {
    writer.name("id")
    writer.string(task.id.text)
    if let short { writer.member("short", short) }
    writer.name("path")
    writer.string(task.path)
    writer.name("format")
    writer.string(task.format.rawValue)
    writer.name("title")
    writer.string(task.title)
    writer.name("state")
    writer.string(task.state.keyword)
    writer.name("done")
    writer.bool(task.isDone)
    writer.name("priority")
    if let priority = task.priority { writer.string(priority.text) } else { writer.null() }
    writer.name("rank")
    writer.number(task.rank?.value)
    writer.name("tags")
    writer.array(task.tags) { $0.string($1) }
    writer.name("list")
    writer.string(task.list)
  }

  private static func writeDates(_ task: Task, to writer: inout JSONWriter) {
    writer.name("created")
    writer.date(task.created)
    writer.name("scheduled")
    writer.date(task.scheduled?.start)
    writer.name("scheduled_end")
    writer.date(task.scheduled?.end)
    writer.name("deadline")
    writer.date(task.deadline?.start)
    writer.name("deadline_end")
    writer.date(task.deadline?.end)
    writer.name("repeat")
    writePair(task.scheduled?.repeater?.text, task.deadline?.repeater?.text, to: &writer)
    writer.name("warning")
    writePair(
      task.scheduled?.warning.map(text), task.deadline?.warning.map(text), to: &writer)
    writer.name("last_repeat")
    writer.date(task.lastRepeat)
    writer.name("closed")
    writer.date(task.closed)
    writer.name("deleted")
    writer.date(task.deleted)
    writer.name("reminders")
    writer.array(task.reminders) { writer, reminder in
      writer.object { writer in
        writer.name("at")
        writer.date(reminder.at)
        writer.name("repeat")
        writer.string(reminder.repeater.map { Text($0.text) })
        writer.name("important")
        writer.bool(task.isImportant)
      }
    }
    writer.name("important")
    writer.bool(task.isImportant)
    writer.name("alerts")
    // The second one alone is `[null, 10]`.
    let alerts = task.secondAlert.map { [task.firstAlert, $0] } ?? task.firstAlert.map { [$0] }
    writer.array(alerts ?? []) { $0.number($1) }
  }

  /// Prints a warning as `3d`, or as `--3d` for the first occurrence only.
  private static func text(_ warning: Warning) -> String {
    warning.isFirstOnly ? warning.text : warning.interval.text
  }

  /// Writes an object with the value of each date that has one.
  private static func writePair(
    _ scheduled: String?, _ deadline: String?, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      if let scheduled {
        writer.name("scheduled")
        writer.string(scheduled)
      }
      if let deadline {
        writer.name("deadline")
        writer.string(deadline)
      }
    }
  }

  private static func writeRest(
    _ task: Task, tellsEncryption: Bool = true, to writer: inout JSONWriter
  ) {
    writer.name("location")
    write(task.location, to: &writer)
    writer.name("effort")
    writer.number(task.effort)
    writer.name("habit")
    writer.bool(task.hasHabitStyle)
    writer.name("parent")
    writer.string(task.parent?.text)
    writer.name("blockers")
    writer.array(task.blockers) { $0.string($1.text) }
    for field in PlainField.unplaced {
      writer.key(field.name)
      let value = field.value(in: task)
      if case .flag = field.kind {
        writer.bool(value == .flag(true))
      } else {
        value.write(to: &writer)
      }
    }
    writer.name("properties")
    write(task.properties, to: &writer)
    writer.name("checklist")
    writer.array(task.checklist) { writer, item in
      writer.object { writer in
        writer.name("text")
        writer.string(item.text)
        writer.name("checked")
        writer.bool(item.isChecked)
        writer.name("depth")
        writer.number(item.depth)
      }
    }
    writer.name("log")
    writer.array(task.entries) { write($1, to: &$0) }
    writer.name("clocks")
    writer.array(task.clocks) { write($1, to: &$0) }
    writer.name("notes")
    let isEncrypted = tellsEncryption && task.hasEncryptedNotes
    writer.string(task.notes.isEmpty || isEncrypted ? nil : task.notes)
    if isEncrypted {
      writer.member("encrypted", true)
      writer.member("encrypted_notes", task.notes)
    }
  }

  private static func write(_ place: Location, to writer: inout JSONWriter) {
    guard !place.isEmpty else { return writer.null() }
    writer.object { writer in
      writer.name("name")
      writer.string(place.name)
      writer.name("lat")
      writer.number(place.coordinates?.latitude)
      writer.name("lon")
      writer.number(place.coordinates?.longitude)
      writer.name("radius")
      writer.number(place.radius)
    }
  }

  package static func write(_ properties: [Task.Property], to writer: inout JSONWriter) {
    writer.object { writer in
      for property in properties {
        writer.key(property.name)
        writer.string(property.value)
      }
    }
  }

  package static func write(_ clock: Clock, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("start")
      writer.date(clock.start)
      writer.name("end")
      writer.date(clock.end)
    }
  }

  /// Writes a log entry. The first five keys are the same for all kinds; keys of one kind only come after them.
  package static func write(_ entry: LogEntry, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("at")
      writer.date(entry.at)
      writer.name("kind")
      var states: (from: Text?, to: Text?)
      switch entry.kind {
      case .state(let from, let to):
        writer.string("state")
        states = (from, to)
      case .note: writer.string("note")
      case .dropped: writer.string("dropped")
      case .other: writer.string("other")
      }
      writer.name("from")
      writer.string(states.from)
      writer.name("to")
      writer.string(states.to)
      writer.name("note")
      writer.string(entry.note)
      if case .dropped(let field, let value) = entry.kind {
        writer.name("field")
        writer.string(field)
        writer.name("value")
        writer.string(value)
      }
      if case .other(let text) = entry.kind {
        writer.name("text")
        writer.string(text)
      }
    }
  }
}
