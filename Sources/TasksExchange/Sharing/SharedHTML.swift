import TasksCore

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
