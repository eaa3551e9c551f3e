import TasksCore

/// A task to hand to others, complete but for what is encrypted (exchange.md, "Sharing").
package struct SharedTask: Sendable {
  package let task: Task
  /// The fields to name below the title, each with its value for people.
  let fields: [(name: String, value: Text)]

  /// - Parameter columns: Names other tasks.
  package init(_ task: Task, _ columns: Column.Context) {
    var task = task
    task.notes = task.notes.withoutMessages
    self.task = task
    var fields: [(name: String, value: Text)] = []
    ListRow.of(task) { row in
      for column in Column.all where !SharedTask.own.contains(column.name) {
        guard let label = column.label else { continue }
        fields.append((SharedTask.capitalized(label), Text(column.shown(row, columns))))
      }
    }
    fields += task.properties.map { ($0.name.string, $0.value) }
    self.fields = fields.filter { !$0.value.isEmpty }
  }

  /// What is of use in this store only.
  private static let own: Set<String> = ["id", "rank", "path"]

  private static func capitalized(_ label: String) -> String {
    label.prefix(1).uppercased() + label.dropFirst()
  }

  /// The log for people, newest first.
  package var log: [(moment: String, words: Text)] {
    task.log.map { item in
      switch item {
      case .clock(let clock):
        let end = clock.end.map { "until \($0.shown), " } ?? ""
        let minutes = clock.minutes.map(Effort.text) ?? "running"
        return (clock.start.shown, Text("clock \(end)\(minutes)"))
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
