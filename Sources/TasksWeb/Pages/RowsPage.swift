import TasksCore
import TasksPlanning
import TasksStore
import TasksSync

struct RowsPage: StorePage {
  /// `today`, `next`, `order`, `inbox`, `done`, `deleted`, `aside`, `all`, or `list:`, `tag:` and `view:` with a name.
  let show: String
  /// The words of a filter besides.
  let filter: String

  typealias Group = (name: String?, tasks: TaskSelection)

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let query = try Query.read(line: filter, now: session.now, fields: session.store.fields)
    return try session.store.read { reading in
      let (title, groups) = try groups(query, session, reading)
      var rows = RowWriter(session, reading)
      var finished = 0
      if show == "all", !query.isEmpty {
        rows.searches = query.words.map { TextSearch($0) }
        finished = try TaskSelection(
          query, from: reading, of: session.store, now: session.now, where: { $0.isIn(.finished) }
        ).count
      }
      return WebAnswer.object("tasks") { json in
        if finished > 0 { json.member("done", finished) }
        json.member("title", title)
        json.member("canMove", canMove)
        json.objects("groups", groups) { json, group in
          json.member("name", group.name)
          json.key("rows")
          rows.write(group.tasks, to: &json)
        }
      }
    }
  }

  /// Whether the order by hand is the order here.
  private var canMove: Bool {
    show == "order" || show == "inbox" || show == "all" || show.hasPrefix("list:")
      || show.hasPrefix("tag:")
  }

  func groups(
    _ query: Query, _ session: StoreAccess.Session, _ reading: StoreReading
  ) throws -> (title: String, groups: [Group]) {
    func select(_ words: [String], _ group: TaskGroup = .open) throws -> TaskSelection {
      let own = try Query.read(words, now: session.now, fields: session.store.fields)
      return try TaskSelection(
        Query.all(of: [own, query]), from: reading, of: session.store, now: session.now,
        where: { $0.isIn(group) })
    }
    if let name = value(of: "list:") { return (name, [(nil, try select(["list:" + name]))]) }
    if let name = value(of: "tag:") {
      let sign = name.hasPrefix("@") ? "" : "+"
      return (sign + name, [(nil, try select([sign + name]))])
    }
    if let name = value(of: "view:") { return (name, try view(name, query, session, reading)) }
    switch show {
    case "today":
      let (overdue, rest) = try select([]).parted { $0.isOverdue(session.now) }
      let today = rest.parted { $0.isForToday(session.now) }.0
      return (
        "Today", [("Overdue", overdue.byDate), ("Today", today.byDate)].filter { $1.count > 0 }
      )
    case "order":
      let (pressing, rest) = try select([]).parted { $0.isForToday(session.now) }
      let groups: [Group] = [("Overdue and today", pressing), ("In your order", rest)]
      return ("In order", pressing.count == 0 ? [(nil, rest)] : groups)
    case "next":
      let ready = try select(["+READY"])
      let sorted = ready.sorted(by: try SortOrder.read("urgency"), context(session, reading))
      return ("Next", [(nil, sorted.prefix(10))])
    case "inbox": return ("Inbox", [(nil, try select(["+INBOX"]))])
    case "done":
      return ("Done", [(nil, try sorted(try select([], .finished), "-closed", session, reading))])
    case "deleted":
      return (
        "Recently deleted",
        [(nil, try sorted(try select([], .deleted), "-deleted", session, reading))]
      )
    case "aside":
      let tasks = try TaskSelection(
        query, from: reading, of: session.store, now: session.now, withHidden: true,
        where: { $0.hasDroppedValues && !$0.isDeleted })
      return ("Put aside by a merge", [(nil, tasks)])
    case "all": return ("All", [(nil, try select([]))])
    default:
      throw WebAnswer.refusal(.notFound, "not-found", "there is no list '\(show)'")
    }
  }

  private func value(of key: String) -> String? {
    show.hasPrefix(key) ? String(show.dropFirst(key.count)) : nil
  }

  private func sorted(
    _ tasks: TaskSelection, _ order: String, _ session: StoreAccess.Session, _ reading: StoreReading
  ) throws -> TaskSelection {
    tasks.sorted(by: try SortOrder.read(order, session.store.fields), context(session, reading))
  }

  private func context(_ session: StoreAccess.Session, _ reading: StoreReading) -> Column.Context {
    let urgency = TaskUrgency(reading, of: session.store, now: session.now)
    return Column.Context(
      now: session.now, urgency: { urgency.parts(of: $0) }, related: { $0.text.string })
  }

  /// The groups of a saved view, of one with blocks a group for each.
  private func view(
    _ name: String, _ query: Query, _ session: StoreAccess.Session, _ reading: StoreReading,
    in outer: [String] = []
  ) throws -> [Group] {
    guard !outer.contains(name) else {
      throw StoreError.invalid("the view '\(name)' has itself as a part")
    }
    let view = try Views(of: session.store).known(name)
    let own = Query.all(of: [
      query, try Query.read(line: view.filter, now: session.now, fields: session.store.fields),
    ])
    if view.blocks.isEmpty { return try list(view, own, session, reading) }
    return try view.blocks.flatMap { text -> [Group] in
      func narrowed(_ filter: String) throws -> Query {
        Query.all(of: [
          own, try Query.read(line: filter, now: session.now, fields: session.store.fields),
        ])
      }
      switch try ViewBlock.read(text, now: session.now) {
      case .list(let filter):
        return try list(view, try narrowed(filter), session, reading).map {
          ($0.name ?? text, $0.tasks)
        }
      case .view(let inner): return try self.view(inner, own, session, reading, in: outer + [name])
      case .agenda(let word, let filter):
        let settings = try AgendaConfig(
          now: session.now, variable: session.store.context.variable)
        let span = try settings.span(word) ?? settings.span()
        let tasks = try TaskSelection(
          try narrowed(filter), from: reading, of: session.store, now: session.now,
          withHidden: true,
          where: \.isOpen)
        let agenda = tasks.agenda(span, now: session.now)
        var seen: Set<Int> = []
        let places = agenda.entries.flatMap { $0 }.map(\.task).filter { seen.insert($0).inserted }
        return [(text, tasks.selecting(places))]
      }
    }
  }

  private func list(
    _ view: View, _ query: Query, _ session: StoreAccess.Session, _ reading: StoreReading
  ) throws -> [Group] {
    var tasks = try TaskSelection(
      query, from: reading, of: session.store, now: session.now, where: \.isOpen)
    if let order = view.sort { tasks = try sorted(tasks, order, session, reading) }
    if let limit = view.limit { tasks = tasks.prefix(limit) }
    let grouping = try view.group.map { try Grouping.read($0, session.store.fields) } ?? .none
    if grouping == .none { return [(nil, tasks)] }
    return tasks.grouped(by: grouping, context(session, reading)).map { ($0.heading, $0.tasks) }
  }
}

extension TaskSelection {
  /// The tasks that a condition holds of, and the others.
  func parted(_ isWanted: (ListRow) -> Bool) -> (TaskSelection, TaskSelection) {
    var places: ([Int], [Int]) = ([], [])
    forEachRow { place, row in
      if isWanted(row) { places.0.append(place) } else { places.1.append(place) }
    }
    return (selecting(places.0), selecting(places.1))
  }

  /// The tasks by their first date, those of a day with a time first.
  var byDate: TaskSelection {
    var keyed: [(place: Int, day: Int, minute: Int)] = []
    forEachRow { place, row in
      let dates = [row.deadline?.start, row.scheduled?.start].compactMap(\.self)
      let first = dates.min { $0.date < $1.date }
      keyed.append((place, first?.date.dayNumber ?? .max, first?.minute ?? 1440))
    }
    keyed.sort { ($0.day, $0.minute, $0.place) < ($1.day, $1.minute, $1.place) }
    return selecting(keyed.map(\.place))
  }
}
