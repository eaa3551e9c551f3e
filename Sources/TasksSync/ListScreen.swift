import TasksCore
import TasksPlanning
import TasksStore

/// A list on a screen: which tasks it shows, in which groups and in which order. The page and `tasks ui` show the same.
package enum ListScreen: Hashable, Sendable {
  case today, order, next, inbox, done, deleted, aside, all
  case list(String), tag(String), view(String)

  package typealias Group = (name: String?, tasks: TaskSelection)

  private static let plain: [String: ListScreen] = [
    "today": .today, "order": .order, "next": .next, "inbox": .inbox, "done": .done,
    "deleted": .deleted, "aside": .aside, "all": .all,
  ]

  /// Reads a name: `today`, `order`, `next`, `inbox`, `done`, `deleted`, `aside`, `all`, or `list:`, `tag:` and `view:`
  /// with a name.
  package init?(_ name: String) {
    if let screen = ListScreen.plain[name] {
      self = screen
    } else if name.hasPrefix("list:") {
      self = .list(String(name.dropFirst(5)))
    } else if name.hasPrefix("tag:") {
      self = .tag(String(name.dropFirst(4)))
    } else if name.hasPrefix("view:") {
      self = .view(String(name.dropFirst(5)))
    } else {
      return nil
    }
  }

  /// Whether the order by hand is the order here.
  package var canMove: Bool {
    switch self {
    case .order, .inbox, .all, .list, .tag: true
    default: false
    }
  }

  package var title: String {
    switch self {
    case .today: "Today"
    case .order: "In order"
    case .next: "Next"
    case .inbox: "Inbox"
    case .done: "Done"
    case .deleted: "Recently deleted"
    case .aside: "Put aside by a merge"
    case .all: "All"
    case .list(let name), .view(let name): name
    case .tag(let name): ListScreen.tagged(name)
    }
  }

  /// Which tasks are counted here.
  package var group: TaskGroup {
    switch self {
    case .done: .finished
    case .deleted: .deleted
    case .aside: .all
    default: .open
    }
  }

  private static func tagged(_ name: String) -> String { (name.hasPrefix("@") ? "" : "+") + name }

  /// Returns the groups.
  ///
  /// - Parameter query: What holds of all tasks besides.
  /// - Throws: `invalid` for a view that there is not; `InputError` of its filter.
  package func groups(
    _ query: Query, _ reading: StoreReading, of store: TaskStore, now: Timestamp
  ) throws -> [Group] {
    try ListGroups(reading: reading, store: store, now: now).groups(of: self, query)
  }
}

/// The screens of `tasks ui`, by the words that open it on one.
package enum ScreenName: String, CaseIterable, Sendable {
  case today, order, agenda, board, tree, inbox, done, trash, history, conflicts, all
}

private struct ListGroups {
  let reading: StoreReading
  let store: TaskStore
  let now: Timestamp

  func groups(of screen: ListScreen, _ query: Query) throws -> [ListScreen.Group] {
    func select(_ words: [String] = []) throws -> TaskSelection {
      let own = try Query.read(words, now: now, fields: store.fields)
      return try self.select(Query.all(of: [own, query]), where: { $0.isIn(screen.group) })
    }
    switch screen {
    case .list(let name): return [(nil, try select(["list:" + name]))]
    case .tag: return [(nil, try select([screen.title]))]
    case .view(let name): return try view(name, query)
    case .today:
      let (overdue, rest) = try select().parted { $0.isOverdue(now) }
      let today = rest.parted { $0.isForToday(now) }.0
      return [("Overdue", overdue.byDate), ("Today", today.byDate)].filter { $1.count > 0 }
    case .order:
      let (pressing, rest) = try select().parted { $0.isForToday(now) }
      if pressing.count == 0 { return [(nil, rest)] }
      return [("Overdue and today", pressing), ("In your order", rest)]
    case .next:
      let sorted = try select(["+READY"]).sorted(by: try SortOrder.read("urgency"), context)
      return [(nil, sorted.prefix(10))]
    case .inbox: return [(nil, try select(["+INBOX"]))]
    case .done: return [(nil, try sorted(try select(), "-closed"))]
    case .deleted: return [(nil, try sorted(try select(), "-deleted"))]
    case .aside:
      let isMeant = { (head: TaskHead) in head.hasDroppedValues && !head.isDeleted }
      return [(nil, try self.select(query, withHidden: true, where: isMeant))]
    case .all: return [(nil, try select())]
    }
  }

  private func select(
    _ query: Query, withHidden: Bool = false, where isWanted: @escaping (TaskHead) -> Bool
  ) throws -> TaskSelection {
    try TaskSelection(
      query, from: reading, of: store, now: now, withHidden: withHidden, where: isWanted)
  }

  private func sorted(_ tasks: TaskSelection, _ order: String) throws -> TaskSelection {
    tasks.sorted(by: try SortOrder.read(order, store.fields), context)
  }

  private var context: Column.Context {
    let urgency = TaskUrgency(reading, of: store, now: now)
    return Column.Context(
      now: now, urgency: { urgency.parts(of: $0) }, related: { $0.text.string })
  }

  private func read(_ filter: String, and query: Query) throws -> Query {
    Query.all(of: [query, try Query.read(line: filter, now: now, fields: store.fields)])
  }

  /// The groups of a saved view, of one with blocks a group for each.
  private func view(
    _ name: String, _ query: Query, in outer: [String] = []
  ) throws -> [ListScreen.Group] {
    guard !outer.contains(name) else {
      throw StoreError.invalid("the view '\(name)' has itself as a part")
    }
    let view = try Views(of: store).known(name)
    let own = try read(view.filter, and: query)
    if view.blocks.isEmpty { return try list(view, own) }
    return try view.blocks.flatMap { text -> [ListScreen.Group] in
      switch try ViewBlock.read(text, now: now) {
      case .list(let filter):
        return try list(view, try read(filter, and: own)).map { ($0.name ?? text, $0.tasks) }
      case .view(let inner): return try self.view(inner, own, in: outer + [name])
      case .agenda(let word, let filter):
        let settings = try AgendaConfig(now: now, variable: store.context.variable)
        let span = try settings.span(word) ?? settings.span()
        let tasks = try select(try read(filter, and: own), withHidden: true, where: \.isOpen)
        return tasks.agenda(span, now: now).entries.enumerated().compactMap { offset, entries in
          let places = entries.map(\.task).uniqued()
          let day = span.lowerBound.adding(days: offset)
          let heading = "\(day.weekdayName) \(RelativeDate(now: now).day(day))"
          return places.isEmpty ? nil : (heading, tasks.selecting(places))
        }
      }
    }
  }

  private func list(_ view: View, _ query: Query) throws -> [ListScreen.Group] {
    var tasks = try select(query, where: \.isOpen)
    if let order = view.sort { tasks = try sorted(tasks, order) }
    if let limit = view.limit { tasks = tasks.prefix(limit) }
    let grouping = try view.group.map { try Grouping.read($0, store.fields) } ?? .none
    if grouping == .none { return [(nil, tasks)] }
    return tasks.grouped(by: grouping, context).map { ($0.heading, $0.tasks) }
  }
}

extension TaskSelection {
  /// The tasks that a condition holds of, and the others.
  fileprivate func parted(_ isWanted: (ListRow) -> Bool) -> (TaskSelection, TaskSelection) {
    var places: ([Int], [Int]) = ([], [])
    forEachRow { place, row in
      if isWanted(row) { places.0.append(place) } else { places.1.append(place) }
    }
    return (selecting(places.0), selecting(places.1))
  }

  /// The tasks by their first date, those of a day with a time first.
  fileprivate var byDate: TaskSelection {
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
