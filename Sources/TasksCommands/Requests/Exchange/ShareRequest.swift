import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

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
