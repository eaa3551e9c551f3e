import TasksCore
import TasksPlanning

/// `index.html`: the agenda as one page that runs nothing and loads nothing, for the pages of a forge or the viewer of a
/// phone.
package enum PhonePage {
  package static func print(_ agenda: PhoneAgenda) -> [UInt8] {
    let sections = agenda.sections.map(section).joined(separator: "\n")
    return Array(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">
      <title>Tasks</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <main>
      <h1>Tasks</h1>
      <p class="at">As of \(agenda.today.weekdayName) \(agenda.today.iso)</p>
      \(sections)
      </main>
      </body>
      </html>

      """.utf8)
  }

  private static let style = """
    :root { color-scheme: light dark; --text: #1b1b1f; --dim: #5c5c66; --line: #dcdce2;
      --ground: #ffffff; --late: #a3262a; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #ececf1; --dim: #a3a3ad; --line: #34343c; --ground: #16161a; --late: #ff9a94; }
    }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, sans-serif; }
    main { max-width: 40rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { padding: .5rem 0; border-top: 1px solid var(--line); }
    .at, .about { color: var(--dim); } .about { display: block; font-size: .875rem; }
    .late { color: var(--late); } a { color: inherit; }
    """

  private static func section(_ section: PhoneAgenda.Section) -> String {
    let items = section.entries.map(item).joined(separator: "\n")
    let isToday = section.date != nil && section.entries.isEmpty
    let list = isToday ? "<p class=\"at\">Nothing today.</p>" : "<ul>\n\(items)\n</ul>"
    return "<h2>\(MarkupHTML.escaped(section.heading))</h2>\n\(list)"
  }

  private static func item(_ entry: PhoneAgenda.Entry) -> String {
    let task = entry.task
    var about: [String] = [task.state.keyword.string]
    if let priority = task.priority { about.append("[\(priority.text)]") }
    if let list = task.list { about.append(list.string) }
    about += task.tags.map { ($0.string.hasPrefix("@") ? "" : "#") + $0.string }
    if let plan = task.scheduled { about.append("scheduled \(plan.shown)") }
    if let plan = task.deadline { about.append("due \(plan.shown)") }
    about += entry.moments.filter { moment in task.reminders.contains { $0.at == moment } }
      .map { "reminder \($0.shown)" }
    let time = entry.reason?.time.map { Timestamp.clock($0) + " " } ?? ""
    let late = entry.reason?.kind == .overdue ? "<strong class=\"late\">Late:</strong> " : ""
    let words = MarkupHTML.escaped(about.joined(separator: " · "))
    return
      "<li>\(late)\(time)\(MarkupHTML(Markup(task)).title)<span class=\"about\">\(words)</span></li>"
  }
}
