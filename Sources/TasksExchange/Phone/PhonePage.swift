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

/// A file that a phone has put into `inbox/`: one task, in Org or in Markdown.
package struct PhoneNote {
  package static let folder = "inbox/"
  package static let keep = "inbox/.gitkeep"

  private let bytes: [UInt8]
  /// Without the folder and the extension.
  private let name: String
  private let context: ForeignContext

  /// Makes the capture of a file.
  ///
  /// - Parameter bytes: As ``PhoneText`` reads them.
  /// - Returns: Nil for a file that says nothing yet, or cannot be read as a task.
  package static func capture(
    _ bytes: [UInt8], path: String, context: ForeignContext
  ) -> PhoneCapture? {
    let format = Format(path: path) ?? .markdown
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name =
      file.hasSuffix("." + format.rawValue)
      ? String(file.dropLast(format.rawValue.count + 1)) : file
    let text = Array(Text(lines: bytes[...]).bytes)
    let note = PhoneNote(bytes: text, name: name, context: context)
    guard let text = format == .org ? note.outline : note.markdown else { return nil }
    return PhoneCapture(text, format: format, workflow: context.workflow)
  }

  private var isEmpty: Bool { bytes.allSatisfy { $0.isBlank || $0 == 0x0A } }

  /// Whether the name was made by a person, and not of a date, a number or nothing at all.
  private var isNamed: Bool {
    let plain = name.lowercased()
    let isID =
      plain.utf8.count >= 8
      && plain.utf8.allSatisfy {
        $0.isDigit || $0 == 0x2D || (0x61...0x66).contains($0)
      }
    let isUsual = ["untitled", "note", "new note", "unnamed"].contains {
      plain.hasPrefix($0) && plain.dropFirst($0.count).allSatisfy { !$0.isLetter }
    }
    return !isID && !isUsual && plain.contains(where: \.isLetter)
  }

  private func document(_ text: [UInt8], _ path: String) -> (any TaskDocument)? {
    let read = try? TaskReader.read(text, path: path, workflow: context.workflow)
    return read ?? nil
  }

  private var keyword: String { context.workflow.first?.keyword.string ?? "TODO" }

  // MARK: Markdown

  private var markdown: [UInt8]? {
    let isOwn = document(bytes, "a.md") != nil
    let hasFrontMatter = bytes.starts(with: "---\n".utf8)
    let text: [UInt8]
    if isOwn {
      text = bytes
    } else if hasFrontMatter {
      text = Array("---\nstatus: \(keyword)\n".utf8) + bytes.dropFirst(4)
    } else {
      text = Array("---\nstatus: \(keyword)\n---\n\n".utf8) + bytes
    }
    guard let read = document(text, "a.md") else {
      // Front matter that has no end is text.
      return hasFrontMatter
        ? titled(Array("---\nstatus: \(keyword)\n---\n\n".utf8) + bytes, [name]) : nil
    }
    // Without a title of its own a task is called like its file.
    guard document(text, "b.md")?.task.title != read.task.title else { return text }
    let lines = read.task.notes.lines.map { PhoneNote.words($0) }.filter { !$0.isEmpty }
    if !isNamed, lines.isEmpty { return nil }
    return titled(
      text, isNamed ? [name] : [lines[0], name], dropsLine: !isNamed && lines.count == 1)
  }

  /// The text with the first of some titles that it can have.
  private func titled(_ text: [UInt8], _ titles: [String], dropsLine: Bool = false) -> [UInt8]? {
    guard let read = document(text, "a.md") else { return nil }
    for title in titles {
      let edits: [Edit] = [.title(Text(ControlCharacters.escaped(title)))]
      if let done = try? read.applying(edits + (dropsLine ? [.notes(.empty)] : [])) {
        return done.bytes
      }
    }
    return text
  }

  /// A line without the markup at its beginning, and not longer than a title should be.
  private static func words(_ line: Text) -> String {
    let words = line.string.drop { "#-*+>[] \t".contains($0) }
    return String(words.prefix(120)).trimmedBlanks
  }

  // MARK: Org

  private var outline: [UInt8]? {
    if document(bytes, "a.org") != nil { return bytes }
    let entries = InboxFile(
      bytes, format: .org, keywords: context.keywords, workflow: context.workflow
    ).entries
    if entries.count == 1 { return entries[0].text }
    if entries.isEmpty, !isNamed { return nil }
    var title: String?
    var body: [UInt8] = []
    for line in ByteLines(bytes[...]) {
      let content = bytes[line]
      if title == nil, content.hasPrefixIgnoringCase("#+TITLE:") {
        title = String(decoding: content.dropFirst(8), as: UTF8.self).trimmedBlanks
      } else {
        // The headings of the file are below that of the task.
        body += (OutlineFile.level(content) > 0 ? [0x2A] : []) + content + [0x0A]
      }
    }
    let own = title.flatMap { $0.isEmpty ? nil : $0 } ?? (isNamed ? name : "A note from the phone")
    let text =
      Array("#+TODO: \(context.keywords)\n\n* \(keyword) A note from the phone\n\n".utf8) + body
    return titled(text, [own], "a.org")
  }

  private func titled(_ text: [UInt8], _ titles: [String], _ path: String) -> [UInt8]? {
    guard let read = document(text, path) else { return nil }
    for title in titles {
      if let done = try? read.applying([.title(Text(ControlCharacters.escaped(title)))]) {
        return done.bytes
      }
    }
    return text
  }
}
