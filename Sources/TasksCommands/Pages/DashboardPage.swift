import Platform
import TasksCore
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

/// The dashboard of a store at one moment.
struct DashboardPage {
  private let tasks: TaskSelection
  private let session: Session
  private let store: TaskStore
  private let reading: StoreReading
  private let context: ActiveContext?
  private let list: TaskList
  /// Today and the next six days.
  private let agenda: Agenda
  private var counts: DueCounts
  /// The places of the tasks that blocks of their own show.
  private var inbox: [Int] = []
  private var waiting: [Int] = []
  private var clocks: [(place: Int, clock: Clock)] = []
  /// Those that are hidden until later, and stand on later days only.
  private var hidden: Set<Int> = []

  /// The most tasks of a block, unless the screen has room for more.
  private static let most = 10

  /// - Parameter events: The events of today.
  init(
    _ tasks: TaskSelection, session: Session, store: TaskStore, reading: StoreReading,
    context: ActiveContext?, events: [CalendarFiles.Events]
  ) throws {
    (self.tasks, self.session, self.store) = (tasks, session, store)
    (self.reading, self.context) = (reading, context)
    list = TaskList(session: session, store: store)
    let today = session.now.date
    var agenda = Agenda(today...today.adding(days: 6), now: session.now)
    var counts = DueCounts(now: session.now)
    var (inbox, waiting): ([Int], [Int]) = ([], [])
    var clocks: [(place: Int, clock: Clock)] = []
    var hidden: Set<Int> = []
    tasks.forEachRow { place, row in
      agenda.add(place, row)
      counts.add(row)
      if let clock = row.runningClock { clocks.append((place, clock)) }
      if row.isHidden(session.now) || row.isHiddenFromAgenda {
        hidden.insert(place)
        return
      }
      if row.list?.isSame(as: "inbox") == true { inbox.append(place) }
      if row.isWaiting { waiting.append(place) }
    }
    agenda.add(events)
    agenda.sort()
    (self.agenda, self.counts) = (agenda, counts)
    (self.inbox, self.waiting, self.clocks, self.hidden) = (inbox, waiting, clocks, hidden)
  }

  private var overdue: [AgendaEntry] {
    agenda.entries[0].filter { $0.kind == .overdue }.ordered { $0.date < $1.date }
  }

  /// What is on today, without what is late and what only comes near.
  private var today: [AgendaEntry] { agenda.entries[0].filter(isOfToday) }

  private func isOfToday(_ entry: AgendaEntry) -> Bool {
    entry.kind != .overdue && entry.kind != .warning
  }

  /// The places of the other tasks.
  private func others(than blocks: [DashboardBlock]) -> [Int] {
    var shown = hidden
    if blocks.contains(.own(.overdue)) { shown.formUnion(overdue.map(\.task)) }
    if blocks.contains(.own(.today)) { shown.formUnion(today.map(\.task)) }
    return (0..<tasks.count).filter { !shown.contains($0) }
  }

  // MARK: JSON

  func answer(_ blocks: [DashboardBlock]) throws -> BlocksAnswer {
    func listed(_ places: [Int]) throws -> TasksAnswer {
      try list.answer(Array(tasks.selecting(places)), reading)
    }
    let parts = try blocks.map { block -> (name: String, answer: any Answer) in
      switch block {
      case .own(let kind):
        let answer: any Answer =
          switch kind {
          case .overdue: try listed(overdue.map(\.task).uniqued())
          case .today: try listed(today.map(\.task).uniqued())
          case .next: forecast.answer
          case .order: try listed(others(than: blocks))
          case .inbox: try listed(inbox)
          case .waiting: try listed(waiting)
          case .clock: try listed(clocks.map(\.place))
          case .nearby: try listed(nearby())
          case .habits: try habits().answer
          case .calendar: AgendaAnswer(calendarDays.map { ($0, $1.map { .event($0) }) })
          case .urgent: try listed(urgent())
          case .lists: reading.counts(.lists).lists
          case .tags: reading.counts(.tags).tags
          case .footer: try store.status().status
          }
        return (kind.rawValue, answer)
      case .view(let name): return (name, try listed(view(name).1))
      }
    }
    return BlocksAnswer("dashboard", parts)
  }

  private var forecast: Forecast { tasks.forecast(of: agenda) }

  /// The places of the tasks near where the user is, the nearest first.
  private func nearby() throws -> [Int] {
    guard let here = try CapturePlace(option: nil).location()?.coordinates else { return [] }
    return tasks.places(of: tasks.near(here).tasks).filter { !hidden.contains($0) }
  }

  /// The places of the tasks that can be begun, the most urgent first, as many as are shown.
  private func urgent() throws -> [Int] {
    let ready = try TaskSelection(
      .tagged(.ready), from: reading, of: store, now: session.now, where: \.isOpen)
    let inContext = tasks.places(of: ready)
    let sorted = try tasks.selecting(inContext).sorted(
      by: SortOrder.read("urgency"), list.columns(reading))
    return tasks.places(of: sorted.prefix(DashboardPage.most))
  }

  private func habits() throws -> HabitGraphs {
    var places: [Int] = []
    tasks.forEachRow { if $1.isHabit, !hidden.contains($0) { places.append($0) } }
    return try HabitGraphs(
      of: Array(tasks.selecting(places)), reading, today: session.now.date)
  }

  /// A view and the places of its tasks.
  private func view(_ name: String) throws -> (View, [Int]) {
    let view = try Views(of: store).known(name)
    let query = try session.query(line: view.filter, in: store)
    let wanted = try TaskSelection(
      query, from: reading, of: store, now: session.now, where: \.isOpen)
    return (view, tasks.places(of: wanted))
  }

  // MARK: The screen

  func output(_ blocks: [DashboardBlock]) throws -> Output {
    var output = Output(session.terminal)
    guard reading.count(where: { !$0.isDeleted }) > 0 else {
      for line in [
        "There are no tasks yet. Begin with:", "", "  tasks add Buy milk due:fri +errand",
        "  tasks tutorial", "  tasks help",
      ] { output.line(line) }
      return output
    }
    var table = AgendaTable(list.cells(reading))
    for block in blocks {
      switch block {
      case .own(let kind): try add(kind, blocks, to: &table)
      case .view(let name): try add(view: name, to: &table)
      }
    }
    table.table.write(to: &output)
    return output
  }

  private func add(
    _ kind: DashboardBlock.Kind, _ blocks: [DashboardBlock], to table: inout AgendaTable
  ) throws {
    let today = session.now.date
    switch kind {
    case .overdue: add("Overdue", overdue.map { .task($0) }, to: &table)
    case .today:
      let day = "\(today.weekdayName) \(RelativeDate(now: session.now).day(today))"
      let lines = agenda.lines(onDay: 0).filter { line in
        if case .task(let entry) = line { isOfToday(entry) } else { true }
      }
      add("Today  \(day)", lines, to: &table)
    case .next: addForecast(to: &table)
    case .order: add("In your order", others(than: blocks), more: "tasks list", to: &table)
    case .inbox: add("Inbox", inbox, more: "tasks list +INBOX", to: &table)
    case .waiting: add("Waiting", waiting, more: "tasks list +WAITING", to: &table)
    case .habits:
      let lines = try habits().lines(session.terminal)
      if !lines.isEmpty { table.add(heading: "Habits") }
      for line in lines { table.add(line: line) }
    case .nearby: add("Nearby", try nearby(), more: "tasks nearby LAT,LON", to: &table)
    case .clock: add("Clock", clocks.map(\.place), more: "tasks list +CLOCKED", to: &table)
    case .calendar: addCalendar(to: &table)
    case .urgent: add("Most urgent", try urgent(), more: "tasks next", to: &table)
    case .lists: add("Lists", reading.counts(.lists).lists, to: &table)
    case .tags: add("Tags", reading.counts(.tags).tags, to: &table)
    case .footer: try addFooter(to: &table)
    }
  }

  private func add(_ heading: String, _ lines: [AgendaLine], to table: inout AgendaTable) {
    if lines.isEmpty { return }
    table.add(heading: heading)
    for line in lines { table.add(line, on: session.now.date, of: tasks.withShortRow) }
  }

  /// - Parameter more: The command that shows those that are left out.
  private func add(
    _ heading: String, _ places: [Int], more: String, to table: inout AgendaTable
  ) {
    if places.isEmpty { return }
    table.add(heading: heading)
    let lines = (session.terminal.width ?? .max) < AgendaTable.narrow ? 2 : 1
    let room =
      max(
        DashboardPage.most, (session.terminal.height ?? 0) - table.count * lines - 8) / lines
    // A line for one that is left out would take its place.
    let shown = places.count <= room + 1 ? places[...] : places.prefix(room)
    for place in shown {
      tasks.withRow(at: place) { table.add($0, shortLength: tasks.shortLength(at: place)) }
    }
    if shown.count < places.count {
      table.add(line: StyledLine("  … \(places.count - shown.count) more: \(more)", [.dim]))
    }
  }

  /// The days with events of calendars, of this and the next six.
  private var calendarDays: [(date: CivilDate, events: [AgendaEvent])] {
    agenda.events.enumerated().compactMap { day, events in
      events.isEmpty ? nil : (agenda.days.lowerBound.adding(days: day), events)
    }
  }

  private func addCalendar(to table: inout AgendaTable) {
    let dates = RelativeDate(now: session.now)
    for (date, events) in calendarDays {
      table.add(heading: "Calendar  \(date.weekdayName) \(dates.day(date))")
      for event in events { table.add(.event(event), on: date, of: tasks.withShortRow) }
    }
  }

  private func add(view name: String, to table: inout AgendaTable) throws {
    let (view, places) = try view(name)
    var chosen = places
    if let sort = view.sort {
      chosen = tasks.places(
        of: tasks.selecting(places).sorted(
          by: try SortOrder.read(sort, store.fields), list.columns(reading)))
    }
    add(
      ControlCharacters.escaped(Text(name)), view.limit.map { Array(chosen.prefix($0)) } ?? chosen,
      more: "tasks \(name)", to: &table)
  }

  private func addForecast(to table: inout AgendaTable) {
    let bar = session.terminal.glyphs.bar
    var line = StyledLine("Next", [.bold])
    for day in forecast.days.dropFirst() {
      let count = day.tasks
      var part = StyledLine("   \(day.date.weekdayName) \(day.date.day) ")
      part.add(
        count == 0 ? "·" : count <= 5 ? String(repeating: bar, count: count) : "\(bar)\(count)",
        [count == 0 ? .dim : .mark])
      // A line is wrapped two cells before the end, which are for the indent of what follows.
      if line.width + part.width > (session.terminal.width ?? .max) - 2 { break }
      line = line + part
    }
    table.add(line: line)
  }

  private func add(_ heading: String, _ counts: NameTable, to table: inout AgendaTable) {
    let rows = counts.rows.filter { $0.open > 0 }
    if rows.isEmpty { return }
    table.add(heading: heading)
    for row in rows.prefix(2 * DashboardPage.most) {
      var line = StyledLine("  \(ControlCharacters.escaped(row.name))")
      line.add("  \(row.open)", [.dim])
      table.add(line: line)
    }
  }

  private func addFooter(to table: inout AgendaTable) throws {
    let unpushed = try store.unpushedPaths() ?? []
    var parts = ["\(tasks.count - hidden.count) open"]
    if counts.overdue > 0 { parts.append("\(counts.overdue) overdue") }
    if counts.today > 0 { parts.append("\(counts.today) today") }
    if !hidden.isEmpty { parts.append("\(hidden.count) hidden") }
    if !inbox.isEmpty { parts.append("\(inbox.count) in the inbox") }
    if !clocks.isEmpty {
      let lengths = clocks.map { Effort.text($0.clock.minutes(now: session.now)) }
        .joined(separator: ", ")
      parts.append(
        "\(clocks.count.counted("clock")) running (\(lengths))")
    }
    if !unpushed.isEmpty { parts.append("\(unpushed.count) not synchronized") }
    parts += TaskList.faults(of: reading)
    if let context { parts.append("context \(context.name)") }
    table.add(line: StyledLine(parts.joined(separator: " · "), [.dim]))
  }
}

/// A block of the dashboard.
package enum DashboardBlock: Equatable {
  /// A block of its own, by its name in the settings.
  package enum Kind: String, CaseIterable {
    case overdue, today, next, order, footer, inbox, waiting, habits, clock, nearby, lists, tags
    case calendar, urgent
  }

  case own(Kind)
  case view(String)

  static let usual = "overdue today next order footer"
  static var names: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }

  init(_ name: String) { self = Kind(rawValue: name).map { .own($0) } ?? .view(name) }

  /// The blocks that the user's settings name.
  static func chosen() throws -> [DashboardBlock] {
    let text = try UserSettings(variable: Machine.variable).string("tasks.dashboard") ?? usual
    return text.split { $0 == " " || $0 == "," }.map { DashboardBlock(String($0)) }
  }
}
