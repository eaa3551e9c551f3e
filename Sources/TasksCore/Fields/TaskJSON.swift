/// Prints tasks as JSON, which carries all of a task (``TaskKey``).
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

  /// Writes a task. Encrypted notes have keys of their own.
  package static func write(
    _ task: Task, short: String, sync: String, distance: Int? = nil,
    urgency: [Urgency.Part]? = nil, to writer: inout JSONWriter
  ) {
    write(task, short: short, to: &writer) { writer in
      writer.member("sync", sync)
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
    write(task, short: nil, to: &writer) { _ in }
  }

  private static func write(
    _ task: Task, short: String?, to writer: inout JSONWriter, rest: (inout JSONWriter) -> Void
  ) {
    let isEncrypted = task.hasEncryptedNotes
    writer.object { writer in
      for (number, key) in TaskKey.all.enumerated() {
        writer.name(key)
        // The notes are the last.
        if isEncrypted, number == TaskKey.all.count - 1 {
          writer.null()
          writer.member("encrypted", true)
          writer.member("encrypted_notes", task.notes)
        } else {
          key.write(task, &writer)
        }
        if number == 0, let short { writer.member("short", short) }
      }
      rest(&writer)
    }
  }
}

extension JSONWriter {
  mutating func write(_ place: Location) {
    if place.isEmpty { return null() }
    object { writer in
      writer.member("name", place.name)
      writer.name("lat")
      writer.number(place.coordinates?.latitude)
      writer.name("lon")
      writer.number(place.coordinates?.longitude)
      writer.member("radius", place.radius)
    }
  }

  package mutating func write(_ properties: [Task.Property]) {
    object { writer in
      for property in properties {
        writer.key(property.name)
        writer.string(property.value)
      }
    }
  }

  package mutating func write(_ clock: Clock) {
    object { writer in
      writer.member("start", clock.start)
      writer.member("end", clock.end)
    }
  }

  /// Writes a log entry. The first five keys are the same for all kinds; keys of one kind only come after them.
  package mutating func write(_ entry: LogEntry) {
    object { writer in
      writer.member("at", entry.at)
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
      writer.member("from", states.from)
      writer.member("to", states.to)
      writer.member("note", entry.note)
      if case .dropped(let field, let value) = entry.kind {
        writer.member("field", field)
        writer.member("value", value)
      }
      if case .other(let text) = entry.kind { writer.member("text", text) }
    }
  }
}
