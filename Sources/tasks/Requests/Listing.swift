import TasksCore
import TasksStore

/// A parsed `list` or `view` command.
struct Listing: Request {
  enum Form {
    case plain, jsonl
    case format(String)
  }

  var filter: [String] = []
  var kind = TaskGroup.open
  var isUnsyncedOnly = false
  /// The time to go back to, as typed.
  var at: String?
  var form = Form.plain
  /// The name of a saved view.
  var viewName: String?
  /// What the options say, which the saved view otherwise decides.
  var options = View()

  func run(in session: Session) throws {
    let query = try Query.read(filter, now: session.now, mention: Conversation.mention)
    try options.check(now: session.now)
    let store = try session.openStore()
    var listed = Listed(listing: self, query: query, view: options, session: session, store: store)
    if let viewName { try listed.use(viewName) }
    try listed.useContext()
    let (reading, output, isEmpty) =
      if let at {
        try listed.output(store.read(at: TimeArgument(session).read(at)))
      } else {
        try store.read { try listed.output($0) }
      }
    TaskList.warn(about: reading)
    if isEmpty, !session.wantsJSON { TaskList.explainNothing(query, reading) }
    try output.show()
  }
}

/// A listing with all that decides it.
private struct Listed {
  let listing: Listing
  var query: Query
  var view: View
  let session: Session
  let store: TaskStore
  var contextName: String?

  /// Takes from a saved view what the options do not say.
  mutating func use(_ name: String) throws {
    let views = try Views(of: store).all()
    guard let saved = views.first(where: { $0.name == name })?.view else {
      let near = NearestWord.to(name, among: views.map(\.name)).map { "; did you mean '\($0)'?" }
      throw CommandError(
        "there is no view '\(ControlCharacters.escaped(TasksCore.Text(name)))'"
          + (near ?? "; tasks view lists them"), code: .usage)
    }
    query = Query.all(of: [try Query.read(line: saved.filter, now: session.now), query])
    for key in View.Key.allCases where view[key] == nil { view[key] = saved[key] }
  }

  mutating func useContext() throws {
    guard let context = try ActiveContext.of(store, now: session.now) else { return }
    query = Query.all(of: [context.query, query])
    contextName = context.name
  }

  func output(_ reading: StoreReading) throws -> (StoreReading, Output, isEmpty: Bool) {
    let kind = listing.kind
    var tasks = try TaskSelection(
      query, from: reading, of: store, now: session.now, where: { $0.isIn(kind) })
    if listing.isUnsyncedOnly { tasks = try tasks.unsynced(in: store) }
    let list = TaskList(session: session, store: store)
    if let sort = view.sort {
      tasks = tasks.sorted(by: try SortOrder.read(sort), list.columns(reading))
    }
    let count = tasks.count
    if let limit = view.limit { tasks = tasks.prefix(limit) }
    var output = Output(session.terminal)
    switch listing.form {
    case .plain:
      output = try session.output(of: list.answer(Array(tasks), reading)) { output in
        try write(tasks, of: count > tasks.count ? count : nil, list, reading, to: &output)
      }
    case .jsonl: output.write(TaskJSON.lines(try list.rows(Array(tasks), reading)))
    case .format(let format):
      let line = try FormatString(format)
      let context = list.columns(reading)
      let lengths = tasks.shortLengths
      tasks.forEachRow { output.line(line.text($1, shortLength: lengths[$0], context)) }
    }
    return (reading, output, count == 0)
  }

  private func write(
    _ tasks: TaskSelection, of count: Int?, _ list: TaskList, _ reading: StoreReading,
    to output: inout Output
  ) throws {
    let grouping = try view.group.map(Grouping.read) ?? .none
    guard session.terminal.width != nil else {
      let names = view.columns.map(View.names)
      if grouping == .none { return try list.writeLines(tasks, names, reading, to: &output) }
      for (heading, tasks) in tasks.grouped(by: grouping, list.columns(reading)) {
        output.line(heading)
        try list.writeLines(tasks, names, reading, to: &output)
      }
      return
    }
    let columns =
      try view.columns ?? UserSettings(variable: Session.variable).string("tasks.columns")
    let parts = try columns.map { try View.names($0).map { try TaskTable.Part($0) } }
    try list.writeTable(
      tasks, parts, grouping: grouping, of: listing.kind, count, reading,
      context: contextName, to: &output)
  }
}
