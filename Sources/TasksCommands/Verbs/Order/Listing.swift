import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `list` or `view` command.
package struct Listing: Request {
  package enum Form {
    case plain, jsonl
    case format(String)
  }

  package var filter: [String] = []
  /// A condition besides the filter.
  package var tag: VirtualTag?
  package var kind = TaskGroup.open
  var isUnsyncedOnly = false
  /// The time to go back to, as typed.
  var at: String?
  package var form = Form.plain
  /// Whether the tasks are those to do now: JSON tells why.
  var isNext = false
  /// Whether a line below each task says why it is urgent.
  var showsWhy = false
  /// The name of a saved view.
  var viewName: String?
  /// What the options say, which the saved view otherwise decides.
  var options = View()

  /// The filter and the condition besides it.
  func query(_ session: Session, _ store: TaskStore) throws -> Query {
    let query = try session.query(filter, in: store)
    return Query.all(of: [tag.map { Query.tagged($0) } ?? .all, query])
  }

  package func run(in session: Session) throws {
    let view = try Viewpoint(session, at: at)
    let (session, store) = (view.session, view.store)
    let query = try query(session, store)
    try options.check(now: session.now, fields: store.fields)
    var listed = ListQuery(
      listing: self, query: query, view: options, session: session, store: store)
    if let viewName { try listed.use(viewName) }
    try listed.useContext()
    if let viewName, !listed.view.blocks.isEmpty {
      let blocks = BlockListing(
        session: session, store: store, query: Query.all(of: [query, listed.context ?? .all]),
        isFiltered: !query.isEmpty, contextName: listed.contextName)
      return try blocks.run(viewName, try view.whole())
    }
    let (reading, output, isEmpty, hidden) = try view.read { try listed.output($0) }
    TaskList.warn(about: reading)
    TaskList.warn(aboutInboxOf: store)
    if isEmpty, !session.wantsJSON {
      let list = TaskList(session: session, store: store)
      list.explainNothing(listed.own, reading)
      try list.sayNothing(
        listed.own, in: kind,
        context: listed.contextName.flatMap { name in
          listed.context.map { (name, $0) }
        }, words: viewName == nil ? filter : nil, hidden: hidden
      ) { query, group in
        try TaskSelection(
          query, from: reading, of: store, now: session.now, where: { $0.isIn(group) }
        ).count
      }
    }
    try output.show()
  }
}

/// A listing with all that decides it.
struct ListQuery {
  let listing: Listing
  var query: Query
  var view: View
  let session: Session
  let store: TaskStore
  var contextName: String?
  private(set) var context: Query?
  /// The query without the context.
  private(set) var own: Query = .all

  init(
    listing: Listing, query: Query, view: View, session: Session, store: TaskStore,
    contextName: String? = nil
  ) {
    (self.listing, self.query, self.view) = (listing, query, view)
    (self.session, self.store, self.contextName) = (session, store, contextName)
  }

  /// Takes from a saved view what the options do not say.
  mutating func use(_ name: String) throws {
    let saved = try Views(of: store).known(name)
    query = Query.all(of: [try session.query(line: saved.filter, in: store), query])
    for key in View.Key.allCases where view[key] == nil { view[key] = saved[key] }
    view.blocks = saved.blocks
  }

  mutating func useContext() throws {
    own = query
    guard let context = try ActiveContext.of(store, now: session.now) else { return }
    query = Query.all(of: [context.query, query])
    contextName = context.name
    self.context = context.query
  }

  func output(_ reading: StoreReading) throws -> (
    StoreReading, Output, isEmpty: Bool, hidden: Int
  ) {
    let kind = listing.kind
    var tasks = try TaskSelection(
      query, from: reading, of: store, now: session.now, withHidden: kind != .open,
      where: { $0.isIn(kind) })
    var list = TaskList(session: session, store: store)
    list.hidden = tasks.hidden
    if listing.isUnsyncedOnly { tasks = try tasks.unsynced(in: store) }
    tasks = try sorted(tasks, list, reading)
    if view.isTree {
      guard (view.group ?? "none") == "none" else {
        throw CommandError("--tree and --group exclude each other", code: .usage)
      }
      (tasks, list.depths) = tasks.asTree()
    }
    let all: Int?
    (tasks, all) = limited(tasks)
    var output = Output(session.terminal)
    switch listing.form {
    case .plain:
      output = try session.output(of: answer(tasks, list, reading)) { output in
        if listing.showsWhy { return writeReasons(tasks, list, reading, to: &output) }
        try write(tasks, of: all, list, reading, to: &output)
      }
    case .jsonl: output.write(TaskJSON.lines(try list.rows(Array(tasks), reading)))
    case .format(let format):
      let line = try FormatString(format, store.fields)
      let context = list.columns(reading)
      let lengths = tasks.shortLengths
      tasks.forEachRow { output.line(line.text($1, shortLength: lengths[$0], context)) }
    }
    return (reading, output, tasks.count == 0 && all == nil, list.hidden)
  }

  private func answer(
    _ tasks: TaskSelection, _ list: TaskList, _ reading: StoreReading
  ) throws -> TasksAnswer {
    var answer = try list.answer(Array(tasks), reading)
    if listing.isNext {
      let context = list.columns(reading)
      var urgencies: [[Urgency.Part]] = []
      tasks.forEachRow { urgencies.append(context.urgency($1)) }
      answer.urgencies = urgencies
    }
    return answer
  }

  /// Writes each task with its points and the reasons for them.
  private func writeReasons(
    _ tasks: TaskSelection, _ list: TaskList, _ reading: StoreReading, to output: inout Output
  ) {
    let context = list.columns(reading)
    let lengths = tasks.shortLengths
    var line = list.line
    line.width = session.terminal.width
    tasks.forEachRow { place, row in
      line.write(row, shortLength: lengths[place], to: &output)
      let parts = context.urgency(row)
      output.line(StyledLine("  \(parts.points.shortestDecimal) = \(parts.text)", [.dim]))
    }
  }

  /// The tasks in the order of the view.
  func sorted(
    _ tasks: TaskSelection, _ list: TaskList, _ reading: StoreReading
  ) throws -> TaskSelection {
    guard let sort = view.sort else { return tasks }
    return tasks.sorted(by: try SortOrder.read(sort, store.fields), list.columns(reading))
  }

  /// As many of the tasks as are shown, and how many there are if those are not all.
  func limited(_ tasks: TaskSelection) -> (tasks: TaskSelection, count: Int?) {
    guard let limit = view.limit, limit < tasks.count else { return (tasks, nil) }
    return (tasks.prefix(limit), tasks.count)
  }

  func write(
    _ tasks: TaskSelection, of count: Int?, _ list: TaskList, _ reading: StoreReading,
    to output: inout Output
  ) throws {
    let grouping = try view.group.map { try Grouping.read($0, store.fields) } ?? .none
    guard session.terminal.width != nil else {
      let names = view.columns.map(View.names)
      if grouping == .none { return try list.writeLines(tasks, names, reading, to: &output) }
      for (heading, tasks) in tasks.grouped(by: grouping, list.columns(reading)) {
        output.line(heading)
        try list.writeLines(tasks, names, reading, to: &output)
      }
      return
    }
    if tasks.count == 0 { return }
    let columns =
      try view.columns ?? UserSettings(variable: Machine.variable).string("tasks.columns")
    let parts = try columns.map { try View.names($0).map { try ListTable.Part($0, store.fields) } }
    try list.writeTable(
      tasks, parts, grouping: grouping, of: listing.kind, count, reading,
      context: contextName, to: &output)
  }
}

/// The moment from which a listing sees a store: now, or a point of its history. As of a point, words about dates are
/// read and dates are shown as they were then.
struct Viewpoint {
  let store: TaskStore
  let session: Session
  /// The store as it was then; nil for now.
  private let past: StoreReading?

  /// - Parameter word: The point as typed; nil for now.
  init(_ session: Session, at word: String?) throws {
    store = try session.openStore()
    guard let word else {
      (self.session, past) = (session, nil)
      return
    }
    let point = try PointArgument(session).read(word)
    let commit = try store.commit(at: point, local: LocalTime.timestamp(at:))
    var then = session
    then.now = min(session.now, LocalTime.timestamp(at: commit.seconds))
    (self.session, past) = (then, try store.read(at: commit))
  }

  /// Returns what `body` makes of the reading; see ``TaskStore/read(_:)``.
  func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    if let past { return try body(past) }
    return try store.read(body)
  }

  /// Returns the reading, with all files checked.
  func whole() throws -> StoreReading { try past ?? store.read() }
}

/// Tasks: those of a listing, or those that a command has changed.
package struct TasksAnswer: Answer {
  package let kind = "tasks"
  let rows: [TaskJSON.Row]
  /// What a conversion could not express, by task; nil for any other command.
  var losses: [(id: Text, text: String)]?

  /// What changed of the tasks; nil if it was not asked for.
  var history: LogAnswer?

  /// How many metres each task is away from a place; nil if none was asked for.
  var distances: [Int]?

  /// Why each task is urgent; nil if that was not asked for.
  var urgencies: [[Urgency.Part]]?

  package init(_ rows: [TaskJSON.Row]) { self.rows = rows }

  package func write(to json: inout JSONWriter) {
    TaskJSON.write(rows, distances: distances, urgencies: urgencies, to: &json)
  }

  package func writeRest(to json: inout JSONWriter) {
    if let history {
      json.key("history")
      history.write(to: &json)
    }
    guard let losses else { return }
    json.key("losses")
    json.array(losses) { json, loss in
      json.object { json in
        json.member("id", loss.id)
        json.member("loss", loss.text)
      }
    }
  }
}
