import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// A saved view that has blocks: its parts, one below the other, each shown as it is alone.
struct BlockListing {
  let session: Session
  let store: TaskStore
  /// What holds for all parts: the context, and the filter behind the view's name.
  let query: Query
  /// Whether there is a filter behind the view's name. Events match no filter.
  let isFiltered: Bool
  let contextName: String?

  /// A part without blocks of its own.
  struct Part {
    enum Kind {
      case agenda(ClosedRange<CivilDate>, hasEvents: Bool)
      case list(View)
    }

    let name: String
    let kind: Kind
    let query: Query

    /// Whether its days decide which tasks are hidden.
    var isAgenda: Bool { if case .agenda = kind { true } else { false } }
  }

  func run(_ name: String, _ reading: StoreReading) throws {
    let parts = try parts(ofView: name, query, isFiltered: isFiltered, in: [])
    let shown = try output(of: parts, reading)
    TaskList.warn(about: reading)
    try shown.show()
  }

  /// - Parameter outer: The views that this one is a part of.
  func parts(
    ofView name: String, _ query: Query, isFiltered: Bool, in outer: [String]
  ) throws -> [Part] {
    if outer.contains(name) {
      let path = (outer + [name]).map { ControlCharacters.escaped(TasksCore.Text($0)) }
      throw CommandError(
        "the view '\(path[path.count - 1])' has itself as a part: \(path.joined(separator: " > "))",
        code: .usage)
    }
    let view = try view(name, in: outer)
    let own = try session.query(line: view.filter, in: store)
    let query = Query.all(of: [query, own])
    let isFiltered = isFiltered || !own.isEmpty
    if view.blocks.isEmpty { return [Part(name: name, kind: .list(view), query: query)] }
    return try view.blocks.flatMap { text -> [Part] in
      func read(_ filter: String) throws -> Query { try session.query(line: filter, in: store) }
      switch try ViewBlock.read(text, now: session.now) {
      case .agenda(let word, let filter):
        let settings = try AgendaConfig(now: session.now, variable: Machine.variable)
        let span = try settings.span(word) ?? settings.span()
        let narrowing = try read(filter)
        let kind = Part.Kind.agenda(span, hasEvents: !isFiltered && narrowing.isEmpty)
        return [Part(name: text, kind: kind, query: Query.all(of: [query, narrowing]))]
      case .list(let filter):
        // Ordered, grouped and cut as the view says.
        var part = view
        part.blocks = []
        return [
          Part(name: text, kind: .list(part), query: Query.all(of: [query, try read(filter)]))
        ]
      case .view(let inner):
        return try parts(ofView: inner, query, isFiltered: isFiltered, in: outer + [name])
      }
    }
  }

  /// - Throws: ``CommandError`` that names the view and its block if there is no such view.
  private func view(_ name: String, in outer: [String]) throws -> View {
    do {
      return try Views(of: store).known(name)
    } catch let error as StoreError {
      guard let last = outer.last else { throw error }
      throw CommandError(
        "the view '\(last)' has the block view:\(name), but \(error.description)", code: .usage)
    }
  }

  /// The events on the days of all parts, read once.
  private func events(of parts: [Part]) throws -> [CalendarFiles.Events] {
    let days = parts.compactMap { part -> ClosedRange<CivilDate>? in
      if case .agenda(let span, hasEvents: true) = part.kind { span } else { nil }
    }
    guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else {
      return []
    }
    return try AgendaConfig(now: session.now, variable: Machine.variable).events(
      in: first...last, store)
  }

  private func output(of parts: [Part], _ reading: StoreReading) throws -> Output {
    var blocks: [(name: String, answer: any Answer)] = []
    var output = Output(session.terminal)
    let events = try events(of: parts)
    let list = TaskList(session: session, store: store)
    for (number, part) in parts.enumerated() {
      let tasks = try TaskSelection(
        part.query, from: reading, of: store, now: session.now, withHidden: part.isAgenda,
        where: \.isOpen)
      if number > 0, !session.wantsJSON { output.line("") }
      if !session.wantsJSON {
        output.line(StyledLine(ControlCharacters.escaped(Text(part.name)), [.bold]))
      }
      switch part.kind {
      case .agenda(let span, let hasEvents):
        let agenda = tasks.agenda(span, now: session.now, events: hasEvents ? events : [])
        let days = AgendaDays(agenda: agenda, tasks: tasks)
        if session.wantsJSON {
          blocks.append((part.name, days.answer))
        } else {
          days.write(list.cells(reading), to: &output)
        }
      case .list(let view):
        let listed = ListQuery(
          listing: Listing(), query: part.query, view: view, session: session, store: store,
          contextName: contextName)
        let shown = listed.limited(try listed.sorted(tasks, list, reading))
        if session.wantsJSON {
          blocks.append((part.name, try list.answer(Array(shown.tasks), reading)))
        } else {
          try listed.write(shown.tasks, of: shown.count, list, reading, to: &output)
        }
      }
    }
    return session.output(of: BlocksAnswer("view", blocks)) { $0 = output }
  }
}

/// The parts of a view or of the dashboard, each with the value that its own listing has.
struct BlocksAnswer: Answer {
  let kind: String
  let blocks: [(name: String, answer: any Answer)]

  init(_ kind: String, _ blocks: [(name: String, answer: any Answer)]) {
    (self.kind, self.blocks) = (kind, blocks)
  }

  func write(to json: inout JSONWriter) {
    json.array(blocks) { json, block in
      json.object { json in
        json.member("block", block.name)
        json.key(block.answer.kind)
        block.answer.write(to: &json)
        block.answer.writeRest(to: &json)
      }
    }
  }
}
