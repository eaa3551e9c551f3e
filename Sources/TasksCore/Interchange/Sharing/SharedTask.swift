/// A task to hand to others, complete but for what is encrypted (exchange.md, "Sharing").
public struct SharedTask: Sendable {
  public let task: Task
  /// The fields to name below the title, each with its value for people.
  public let fields: [(name: String, value: Text)]
  /// The lines around what is encrypted (RFC 9580, 6.2).
  private static let armour = (
    begin: Array("-----BEGIN PGP MESSAGE-----".utf8), end: Array("-----END PGP MESSAGE-----".utf8)
  )

  /// - Parameter title: Returns the title of another task.
  public init(_ task: Task, title: (TaskID) -> Text?) {
    var task = task
    task.notes = SharedTask.withoutEncrypted(task.notes)
    self.task = task
    var fields: [(name: String, value: Text)] = [("State", task.state.keyword)]
    func add(_ name: String, _ value: Text?) {
      if let value, !value.isEmpty { fields.append((name, value)) }
    }
    func add(_ name: String, _ value: String?) { add(name, value.map { Text($0) }) }
    add("Priority", task.priority?.text)
    add("Scheduled", task.scheduled?.shown)
    add("Due", task.deadline?.shown)
    add("Closed", task.closed?.shown)
    add("Created", task.created?.shown)
    add("Tags", task.tags.map(\.string).joined(separator: " "))
    add("List", task.list)
    add("Place", task.location.name)
    add("Coordinates", task.location.coordinates?.text)
    add("Effort", task.effort.map(Effort.text))
    add("Reminders", task.reminders.map(\.shown).joined(separator: ", "))
    add("Part of", task.parent.map { title($0) ?? $0.text })
    for blocker in task.blockers { add("After", title(blocker) ?? blocker.text) }
    for property in task.properties { add(property.name.string, property.value) }
    self.fields = fields
  }

  /// Replaces each message of OpenPGP by a word; one without an end goes up to the end of the notes.
  private static func withoutEncrypted(_ notes: Text) -> Text {
    var lines: [Text] = []
    var isEncrypted = false
    for line in notes.lines {
      let bytes = line.bytes[...].trimmingBlanks
      if bytes.starts(with: armour.begin) {
        isEncrypted = true
        lines.append("[encrypted]")
      }
      if !isEncrypted { lines.append(line) }
      if bytes.starts(with: armour.end) { isEncrypted = false }
    }
    return Text.joining(lines)
  }

  /// The log for people, newest first.
  public var log: [(moment: String, words: Text)] {
    task.log.map { item in
      switch item {
      case .clock(let clock):
        let minutes = clock.minutes.map(Effort.text) ?? "running"
        return (clock.start.shown, Text("clock \(minutes)"))
      case .entry(let entry):
        let note = entry.note.map { ": \($0.onOneLine)" } ?? ""
        return (entry.at?.shown ?? "", Text(SharedTask.words(of: entry) + note))
      }
    }
  }

  private static func words(of entry: LogEntry) -> String {
    switch entry.kind {
    case .state(let from, let to): (from.map { "\($0) → " } ?? "") + to.string
    case .note: "note"
    case .dropped(let field, let value): "merge dropped \(field) \(value?.string ?? "")"
    case .other(let text): text.string
    }
  }

  /// Returns true for a link that others can follow: a page, or an address to write to.
  static func isPublic(_ target: Text) -> Bool {
    let scheme = target.string.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto"].contains(scheme) && !target.hasControlCharacters
  }
}
