import ArgumentParser
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

struct Share: Verb {
  static let names = "share"
  static let wordKind = VerbWords.filter
  /// What a task is written as.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case text
    case markdown = "md"
    case html, ics
  }

  static let configuration = CommandConfiguration(
    of: Share.self, abstract: "Print whole tasks for others: text, Markdown, a page or a calendar.",
    usage: "tasks share <id|view|filter> ... [--as <form>]",
    discussion: """
      The tasks are printed with all fields, notes and log, but never what is encrypted, unless you ask for that. In a page and in Markdown \
      nothing of a task is markup of its own or runs: only links to http, https and mailto are links.

        tasks share k7m
        tasks share k7m b3x --as md
        tasks share list:work due.before:eow --as html --output work.html
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: "text, md (Markdown), html (a page) or ics (iCalendar).")
  var `as`: Form = .text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, not to standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Print encrypted notes in plain text.")
  var decrypt = false

  @Argument(help: "The tasks, by id, by the name of a view or by a filter.")
  var words: [String]

  static func complete(_ line: inout Completion) { line.offerTasks(.every) }

  static func complete(valueOf option: String, _ line: inout Completion) {
    if option == "--as" { return line.offer(Form.allCases.map(\.rawValue)) }
    line.offer(usualValuesOf: option)
  }

  func run() throws {
    guard !options.json else {
      throw CommandError("--as says what is printed; for JSON: tasks show ID --json", code: .usage)
    }
    let session = try Session(options)
    let request = ShareRequest(
      words: DashedWords.restored(words), form: `as`, path: output,
      decrypts: decrypt)
    try request.run(in: session)
  }
}

/// A parsed `share` command.
struct ShareRequest: Request {
  /// As typed: ids, or a filter.
  let words: [String]
  let form: Share.Form
  /// Where to write; nil for standard output.
  let path: String?
  /// Whether encrypted notes are printed in plain text.
  let decrypts: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    var reading = try store.read()
    if decrypts {
      reading = try EncryptedFiles(of: store).added(
        to: reading, namedBy: TaskChoice(words: words).isFilter(store.fields) ? nil : words)
    }
    TaskList.warn(about: reading, askedFor: words)
    let choice = TaskChoice(words: words)
    let list = TaskList(session: session, store: store)
    let isFilter = choice.isFilter(store.fields)
    let view = isFilter ? nil : try view(in: store)
    var tasks: [Task]
    if isFilter || view != nil {
      let query =
        try view.map { try session.query(line: $0.filter, in: store) }
        ?? Query.read(words, now: session.now, fields: store.fields)
      var selected = try TaskSelection(
        query, from: reading, of: store, now: session.now, where: { $0.isOpen })
      if let sort = view?.sort {
        selected = selected.sorted(
          by: try SortOrder.read(sort, store.fields), list.columns(reading))
      }
      tasks = Array(view?.limit.map { selected.prefix($0) } ?? selected).map(reading.shown)
      if tasks.isEmpty { list.explainNothing(query, reading) }
    } else {
      tasks = try reading.documents(words.filter { $0 != "--" }).map(\.shownTask)
    }
    if tasks.isEmpty { Conversation.say("no open task matches") }
    if decrypts { tasks = try tasks.map(store.decrypting) }
    var columns = list.columns(reading)
    columns.related = { id in
      reading.task(withID: id).map { ControlCharacters.escaped($0.title) } ?? id.text.string
    }
    let shared = tasks.map { SharedTask($0, columns) }
    let file = OutputFile(path, session)
    switch form {
    case .markdown: try file.write(SharedMarkdown.page(shared))
    case .html: try file.write(SharedHTML.page(shared))
    case .ics:
      let context = store.foreignContext
      try file.write(ICalendarTasks(context).print(shared.map(\.task)))
    case .text:
      var output = Output(Terminal(hasColor: false, width: nil))
      try list.writeDetails(of: shared.map(\.task), reading, to: &output)
      try file.write(output.bytes)
    }
  }

  /// The view that the only word names.
  private func view(in store: TaskStore) throws -> View? {
    guard words.count == 1 else { return nil }
    return try Views(of: store).all().first { $0.name == words[0] }?.view
  }
}
