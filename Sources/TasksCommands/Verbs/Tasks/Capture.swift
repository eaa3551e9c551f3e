import ArgumentParser
import Platform
import TasksCore
import TasksExchange
import TasksStore
import TasksTerminal

/// The options of every command that fills a template.
struct CaptureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer a prompt of the template; may be repeated.", valueName: "prompt=value"))
  var `set`: [String] = []

  @Option(
    help: ArgumentHelp("The file that %a links to, and the line in it.", valueName: "file[:line]"))
  var link: String?

  @Option(
    help: ArgumentHelp(
      "Where the task is to be done; a name may follow.", valueName: "lat,lon"))
  var here: String?

  var isEmpty: Bool { `set`.isEmpty && link == nil && here == nil }
}

package struct Capture: Verb {
  package static let names = "capture"
  package static let wordKind = VerbWords.text
  package static let configuration = CommandConfiguration(
    of: Capture.self, abstract: "Add a task from a template.",
    usage: """
      tasks capture [<template>] [<words> ...] [--set <prompt=value>] [--edit]
      tasks capture --list
      tasks capture --import <file>
      """,
    discussion: """
      The template is todo if the first word names none. The words after it are read as in tasks add: the plain ones go where the \
      template has %?, else after its title; +tag, due: and the others apply to the task that the template makes. A \
      prompt is asked on a terminal; elsewhere --set answers it.

      A template of yours is a task file .tasks/templates/NAME.org or NAME.md in the store, with a comment at its \
      start to describe it. In it, these stand for something else, as in Org:

        %?                where the words go, and the editor begins
        %t %T %u %U       the date, with the time; inactive, with the time
        %^t %^T %^u %^U   asks for a date; %^{Due}t calls it Due
        %^{Who|Bob|Ann}   asks for Who: Bob if nothing is answered, and offers Ann
        %^g               asks for tags
        %\\1               the answer to the first prompt again
        %i                standard input, if it is not a terminal
        %a %l %L          a link to this git repository or folder; bare; its address
        %c %x             the clipboard, of wl-paste, xclip or pbpaste
        %<%H:%M>          the time as strftime writes it
        %n                your user name
        \\%t               the characters themselves

      %(...) and %[...] would run or read something of yours for a file that may come from others, and are refused.

      --import reads the org-capture-templates of an Emacs init file as data and writes a template each. What Emacs \
      would have to run is named and left out.

        tasks capture Call Bob due:fri
        tasks capture note Ask Ann about the key
        tasks capture meeting Budget +work --set When=fri@10:00 --set Who=Ann
        tasks capture bug Crash on an empty line --link main.c:12
        tasks capture habit Stretch every:.+2d/4d --here 50.0875,14.4213,Home
        tasks capture --list
        tasks capture --import init.el --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var capture: CaptureOptions

  @Flag(help: "Open the text in the editor before the task is added.")
  var edit = false

  @Flag(help: "Show the templates.")
  var list = false

  @Option(
    help: ArgumentHelp("Import the templates of an Emacs init file.", valueName: "file"))
  var `import`: String?

  @Argument(help: "The template, and what goes into the task.")
  var words: [String] = []

  package init() {}

  package static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.templates] } else { line.offerChanges() }
  }

  package func run() throws {
    let session = try Session(options)
    let words = DashedWords.restored(words)
    if list { return try showTemplates(session) }
    if let `import` {
      return try CaptureImportRequest(path: `import`, isDryRun: write.dryRun).run(in: session)
    }
    try CaptureRequest(
      words: words, options: capture, opensEditor: edit, isDryRun: write.dryRun
    ).run(in: session)
  }

  private func showTemplates(_ session: Session) throws {
    let templates = StoreTemplates(of: try session.openStore()).all()
    try session.print(TemplatesAnswer(templates)) { output in
      let isTable = session.terminal.width != nil
      var table = CellTable([
        CellTable.Column(heading: "Template"),
        CellTable.Column(heading: "Makes", least: 20, isMain: true),
        CellTable.Column(heading: "Asks for", least: 10),
      ])
      for template in templates {
        let name = ControlCharacters.escaped(TasksCore.Text(template.name))
        let description = ControlCharacters.escaped(template.description)
        let prompts = template.prompts.map { ControlCharacters.escaped(TasksCore.Text($0.name)) }
        guard isTable else {
          output.line("\(name)  \(description)")
          continue
        }
        table.add(name)
        table.add(description)
        table.add(prompts.joined(separator: ", "), .dim)
      }
      if isTable { table.write(to: &output) }
    }
  }
}

/// A parsed `capture` command, or `add --template`.
struct CaptureRequest: Request {
  /// Nil if the first word may name it.
  var template: String?
  let words: [String]
  let options: CaptureOptions
  var opensEditor = false
  var isDone = false
  var isDryRun = false

  func run(in session: Session) throws {
    // What cannot be read makes no store.
    let there = try session.openStoreIfThere()
    let fields = there?.fields ?? OwnFields()
    _ = try QuickAdd.readUntitled(words, now: session.now, fields: fields)
    let store = try there ?? (isDryRun ? session.openStore() : session.openOrCreateStore())
    let (template, rest) = try chosen(in: store)
    var draft = try QuickAdd.readUntitled(
      rest, now: session.now, fields: fields, mention: Conversation.mention)
    try session.checkReminders(of: draft)
    let edits = opensEditor && !isDryRun
    var prompts = template.prompts
    let isBlank = try probe(template, session).lacksTitle(in: store)
    let needsTitle = isBlank && !edits && draft.title == nil
    if needsTitle { prompts.append(TemplatePrompt("title", .text)) }
    var values = TemplateValues(now: session.now)
    values.answers = try TemplateAnswers(template: template, prompts: prompts, now: session.now)
      .read(options.set)
    if needsTitle { draft.title = values.answers["title"].map { Text($0) } }
    try fill(&values, template, session)
    var words: Text?
    if template.hasCursor {
      values.words = TemplateTask.cursor
      words = draft.title ?? .empty
      if edits { values.words = (words?.string ?? "") + values.words }
      draft.title = nil
    } else if edits {
      draft.title = Text((draft.title.map { "\($0)" } ?? "") + TemplateTask.cursor)
    }
    var task = TemplateTask(try template.text(values), of: template)
    if !edits { task.words = words }
    task.draft = draft
    task.context = try ActiveContext.of(store, now: session.now)?.query
    task.place = try CapturePlace(option: options.here).location()
    task.isDone = isDone
    let report =
      edits
      ? try Editor(store: store).add(DraftFile(task, cursor: TemplateTask.cursor, in: store))
      : try store.write("capture", dryRun: isDryRun) { [task] reading in
        var new = NewTasks(in: store, after: reading)
        return [.addDocument(try task.document(&new, after: reading, in: store))]
      }
    try Report(session: session, store: store, past: "added").print(report, dryRun: isDryRun)
  }

  /// The template, and the words that go into the task.
  private func chosen(in store: TaskStore) throws -> (Template, [String]) {
    let templates = StoreTemplates(of: store)
    if let template { return (try templates.named(template), words) }
    let (template, words, near) = try templates.chosen(by: words)
    if let near, let first = words.first {
      Conversation.say(
        "'\(first)' names no template, so it is part of the title, and the template is "
          + "\(template.name); did you mean '\(near)'?")
    }
    return (template, words)
  }

  /// The template with something in place of each answer, to see what it makes.
  private func probe(_ template: Template, _ session: Session) throws -> TemplateTask {
    var values = TemplateValues(now: session.now)
    for prompt in template.prompts where prompt.kind == .text { values.answers[prompt.name] = "x" }
    return TemplateTask(try template.text(values), of: template)
  }

  /// Adds what the template has of the place where the command was called.
  private func fill(
    _ values: inout TemplateValues, _ template: Template, _ session: Session
  ) throws {
    values.user = Machine.user
    if template.readsInput, isatty(0) == 0 {
      let lines = try StandardInput.text().string.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let last = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
      values.input = lines[..<last].joined(separator: "\n")
    }
    if template.readsClipboard { values.clipboard = Clipboard.text() }
    if template.links || options.link != nil {
      values.link = CallingPlace(folder: session.currentFolder).link(
        to: options.link, from: session.currentFolder, home: Machine.variable("HOME"))
    }
    if options.link != nil, !template.links {
      Conversation.say("the template '\(template.name)' has no %a, so --link adds nothing")
    }
  }
}

/// Where a new task is to be done: what `--here` says, else what the user's command `capture.place-command` prints.
struct CapturePlace {
  let option: String?

  /// - Throws: `usage` for an option that is no place. A command that fails is only named.
  func location() throws -> Location? {
    if let option {
      guard let place = Location(here: option) else {
        throw CommandError(
          "'\(option)' is not a place; write it as --here 50.0875,14.4213 or --here 50.0875,14.4213,Home",
          code: .usage)
      }
      return place
    }
    let command = try UserSettings(variable: Machine.variable).string("capture.place-command")
    guard let command, !command.isEmpty else { return nil }
    let result = try? Program("/bin/sh", ["-c", command]).run()
    guard let result, result.status == 0,
      let place = Location(here: Text(bytes: result.output).string)
    else {
      Conversation.say(
        "the place is unknown: capture.place-command in your settings did not print LAT,LON")
      return nil
    }
    return place
  }
}

/// The capture templates, or those that were imported.
struct TemplatesAnswer: Answer {
  let kind = "templates"
  let templates: [Template]

  /// What an import left out; nil for a listing.
  let remarks: [ImportRemark]?

  init(_ templates: [Template], remarks: [ImportRemark]? = nil) {
    (self.templates, self.remarks) = (templates, remarks)
  }

  func writeRest(to json: inout JSONWriter) { json.remarks(remarks) }

  func write(to json: inout JSONWriter) {
    json.array(templates) { json, template in
      json.object { json in
        json.member("name", template.name)
        json.member("description", template.description.string)
        json.member("format", template.format.rawValue)
        json.name("shipped")
        json.bool(template.isShipped)
        json.name("prompts")
        json.array(template.prompts) { json, prompt in
          json.object { json in
            json.member("name", prompt.name)
            json.member("kind", prompt.kindName)
            json.member("default", prompt.initial)
            json.name("choices")
            json.array(prompt.choices) { json, choice in json.string(choice) }
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes what an import left out, if it is one.
  mutating func remarks(_ remarks: [ImportRemark]?) {
    guard let remarks else { return }
    name("left_out")
    array(remarks) { json, remark in
      json.object { json in
        json.member("line", remark.line)
        json.member("reason", remark.text)
      }
    }
  }
}

extension TemplatePrompt {
  fileprivate var kindName: String {
    switch kind {
    case .text: "text"
    case .date: "date"
    case .tags: "tags"
    }
  }
}

/// The text of the clipboard.
enum Clipboard {
  private static let programs = [
    ("wl-paste", ["--no-newline"]), ("xclip", ["-out", "-selection", "clipboard"]), ("pbpaste", []),
  ]

  /// Returns the text; empty, after a word to the user, if no program can read it.
  static func text() -> String {
    for (name, arguments) in programs {
      guard let result = try? Program(name, arguments).run(), result.status == 0 else { continue }
      let bytes = result.output.last == 0x0A ? result.output.dropLast() : result.output[...]
      return TasksCore.Text(bytes: bytes).string
    }
    Conversation.say("the clipboard cannot be read: it takes wl-paste, xclip or pbpaste")
    return ""
  }
}
