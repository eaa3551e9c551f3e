import TasksCore
import TasksStore

/// A parsed `suggest` command. Reads the store once, and no task whole.
struct SuggestRequest: Request {
  let kinds: [Suggestion.Kind]

  func run(in session: Session) throws {
    let store = try session.openStore()
    try store.read { reading in
      var output = Output(session.terminal)
      // Counted in one pass, and only if it is needed.
      lazy var counts = reading.counts(.tags, .lists)
      for kind in kinds {
        switch kind {
        case .open: write(reading.select(where: \.isOpen), to: &output)
        case .finished: write(reading.select { $0.isDone && !$0.isDeleted }, to: &output)
        case .deleted: write(reading.select(where: \.isDeleted), to: &output)
        case .every: write(reading.select { !$0.isDeleted }, to: &output)
        case .tags:
          for tag in counts.tags.rows.map({ ControlCharacters.escaped($0.name) }) {
            output.line(tag.hasPrefix("@") ? tag : "+" + tag)
          }
        case .listed:
          for row in counts.lists.rows {
            output.line("list:" + ControlCharacters.escaped(row.name))
          }
        case .lists:
          for row in counts.lists.rows { output.line(ControlCharacters.escaped(row.name)) }
        case .keywords:
          for word in (try SettingsFile(of: store).value("keywords") ?? "").split(whereSeparator: {
            " |".contains($0)
          }) {
            output.line(String(word.prefix { $0 != "(" }))
          }
        case .views:
          for (name, _) in try Views(of: store).all() { output.line(name) }
        case .keys: for key in QuickAddKey.all { output.line(key.name + ":") }
        case .conditions: for word in Query.keys { output.line(word) }
        case .settings:
          for (key, _) in try SettingsFile(of: store).all() {
            output.line(key.hasPrefix("tasks.") ? String(key.dropFirst(6)) : key)
          }
        }
      }
      return output
    }.flush()
  }

  private func write(_ tasks: TaskSelection, to output: inout Output) {
    let lengths = tasks.shortLengths
    tasks.forEachRow { place, task in
      var id: [UInt8] = []
      task.id.appendVisible(first: lengths[place], to: &id)
      output.write(id + [0x0A])
    }
  }
}
