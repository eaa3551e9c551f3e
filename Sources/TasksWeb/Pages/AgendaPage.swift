import TasksCore
import TasksPlanning
import TasksStore
import TasksSync

struct AgendaPage: StorePage {
  /// `day`, `week` or `month`.
  let span: String
  /// The number of days in place of the span; nil for the span.
  let length: String?
  /// A date in the span; nil for today.
  let from: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let start = try from.map { try DateReader(now: session.now).read($0).date } ?? session.now.date
    let spans = ["day": 1, "week": 7, "month": 31]
    guard let length = length.map({ Int($0) ?? 0 }) ?? spans[span], (1...42).contains(length) else {
      throw WebAnswer.refusal(
        .badRequest, "usage", "an agenda is of a day, week, month, or 1 to 42 days")
    }
    let days = start...start.adding(days: length - 1)
    let events = try AgendaConfig(now: session.now, variable: session.store.context.variable)
      .events(in: days, session.store)
    let reading = try session.store.read()
    let tasks = reading.select { !$0.isDeleted }
    let agenda = tasks.agenda(days, now: session.now, withLog: true, events: events)
    let dates = RelativeDate(now: session.now)
    let rows = RowWriter(session, reading)
    let habits = try reading.tasks(where: \.isOpen).filter(\.isHabit).compactMap { task in
      HabitGraph(
        task, workflow: try reading.document(of: task).workflow, today: session.now.date
      ).map { (task, $0) }
    }
    return WebAnswer.object("agenda") { json in
      json.member("title", title(of: days, dates))
      json.member("previous", start.adding(days: -length).iso)
      json.member("next", start.adding(days: length).iso)
      json.objects("days", agenda.entries.indices) { json, day in
        let date = days.lowerBound.adding(days: day)
        json.member("date", date.iso)
        json.member("shown", dates.dated(Timestamp(date)))
        json.member("today", date == session.now.date)
        let lines = agenda.lines(onDay: day).filter { isShown($0, session.store) }
        json.objects("entries", lines) { json, line in
          switch line {
          case .event(let event): AgendaPage.write(event, to: &json)
          case .task(let entry):
            tasks.withRow(at: entry.task) { row in
              AgendaPage.write(entry, row, on: date, dates, to: &json)
              rows.writeDates(row, to: &json)
            }
          }
        }
      }
      if habits.isEmpty { return }
      json.objects("habits", habits) {
        AgendaPage.write($1.0, $1.1, today: session.now.date, to: &$0)
      }
    }
  }

  /// Of what has happened, only what was finished is shown.
  private func isShown(_ line: AgendaLine, _ store: TaskStore) -> Bool {
    guard case .task(let entry) = line, [.state, .clock].contains(entry.kind) else { return true }
    return entry.keyword.flatMap { store.settings.workflow[$0] }?.state.isDone == true
  }

  private static func write(
    _ task: Task, _ graph: HabitGraph, today: CivilDate, to json: inout JSONWriter
  ) {
    json.member("id", task.id.text)
    json.member("title", task.title)
    if graph.days.contains(where: { $0.date == today && $0.isDone }) { json.member("done", true) }
    json.objects("cells", graph.days) { json, day in
      json.member("date", day.date.iso)
      json.member("tone", day.state.rawValue)
      if day.isDone || day.date == today { json.member("mark", day.isDone ? "*" : "!") }
    }
  }

  private func title(of days: ClosedRange<CivilDate>, _ dates: RelativeDate) -> String {
    days.lowerBound == days.upperBound
      ? dates.dated(Timestamp(days.lowerBound))
      : "\(dates.day(days.lowerBound)) – \(dates.day(days.upperBound))"
  }

  private static func write(_ event: AgendaEvent, to json: inout JSONWriter) {
    json.member("title", event.event.title)
    json.member("kind", "event")
    json.member("time", event.time.map(Timestamp.clock))
    json.member("end", event.end.map(Timestamp.clock))
    json.member("list", event.calendar)
    json.member("note", event.event.location)
  }

  private static func write(
    _ entry: AgendaEntry, _ row: ListRow, on day: CivilDate, _ dates: RelativeDate,
    to json: inout JSONWriter
  ) {
    json.member("id", row.id.text)
    json.member("title", row.title.text)
    json.member("state", row.keyword.text)
    if let priority = row.priority { json.member("priority", priority.text) }
    if let list = row.list { json.member("list", list.text) }
    json.member("kind", entry.kind.rawValue)
    if row.isDone || entry.kind.isPast { json.member("done", true) }
    json.member("time", entry.time.map(Timestamp.clock))
    json.member("end", entry.end.map(Timestamp.clock))
    let tone =
      switch entry.kind {
      case .overdue: "late"
      case .warning: "due"
      default: day == dates.now.date ? "today" : "plain"
      }
    json.member("tone", tone)
    json.member("note", note(of: entry, on: day, dates))
  }

  /// Why a task is on a day, where the day does not say it.
  private static func note(
    of entry: AgendaEntry, on day: CivilDate, _ dates: RelativeDate
  ) -> String? {
    let date = dates.text(Timestamp(entry.date))
    switch entry.kind {
    case .overdue: return entry.date == day ? "overdue" : "due \(date)"
    case .warning, .deadline: return entry.date == day ? "due" : "due \(date)"
    case .scheduled: return entry.date == day ? nil : "scheduled \(date)"
    case .timestamp: return entry.part.map { "day \($0.number) of \($0.count)" }
    case .closed, .state, .clock: return nil
    }
  }
}
