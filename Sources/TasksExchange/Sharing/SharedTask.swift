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
    let lines = Column.lines(of: task, columns).filter { !SharedTask.own.contains($0.name) }
    let fields = lines.map { (name: SharedTask.capitalized($0.label), value: Text($0.shown)) }
    self.fields = (fields + task.properties.map { ($0.name.string, $0.value) })
      .filter { !$0.value.isEmpty }
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

/// A page with tasks that runs nothing and loads nothing (Content Security Policy Level 3).
package enum SharedHTML {
  package static func page(_ tasks: [SharedTask]) -> [UInt8] {
    let name = tasks.count == 1 ? tasks.first?.task.title ?? "Task" : "Tasks"
    let body = tasks.map(article).joined(separator: "\n")
    return Array(
      """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(MarkupHTML.escaped(name))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)
      </body>
      </html>

      """.utf8)
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
    article + article { border-top: 1px solid #8886; margin-top: 2rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
    dt { opacity: .7; } dd { margin: 0; }
    p { white-space: pre-line; } pre { overflow-x: auto; padding: .5rem; background: #8882; }
    table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: .2rem .5rem; }
    """

  private static func article(_ shared: SharedTask) -> String {
    let markup = MarkupHTML(Markup(shared.task))
    var parts = ["<article>", "<h1>\(markup.title)</h1>"]
    let fields = shared.fields.map { field in
      "<dt>\(MarkupHTML.escaped(field.name))</dt><dd>\(MarkupHTML.escaped(field.value))</dd>"
    }
    parts.append("<dl>\n\(fields.joined(separator: "\n"))\n</dl>")
    let body = markup.body()
    if !body.isEmpty { parts.append(body) }
    let log = shared.log.map { entry in
      "<li>\(MarkupHTML.escaped(entry.moment)) \(MarkupHTML.escaped(entry.words))</li>"
    }
    if !log.isEmpty { parts.append("<h2>Log</h2>\n<ul>\n\(log.joined(separator: "\n"))\n</ul>") }
    return (parts + ["</article>"]).joined(separator: "\n")
  }
}
