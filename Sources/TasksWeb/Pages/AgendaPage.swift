import TasksCore
import TasksPlanning
import TasksStore
import TasksSync

struct AgendaPage: StorePage {
  /// `day`, `week` or `month`.
  let span: String
  /// A date in the span; nil for today.
  let from: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let start = try from.map { try DateReader(now: session.now).read($0).date } ?? session.now.date
    let settings = try AgendaConfig(now: session.now, variable: session.store.context.variable)
    let length = try length(from: start)
    let days = start...start.adding(days: length - 1)
    guard let wanted = try settings.span("\(days.lowerBound.iso)..\(days.upperBound.iso)") else {
      throw WebAnswer.refusal(.badRequest, "usage", "'\(span)' is not a span of days")
    }
    let events = settings.events(in: wanted, session.store)
    let reading = try session.store.read()
    let tasks = reading.select(where: \.isOpen)
    let agenda = tasks.agenda(wanted, now: session.now, events: events)
    let dates = RelativeDate(now: session.now)
    return WebAnswer.json("agenda") { json in
      json.object { json in
        json.member("title", title(of: days, dates))
        json.member("previous", start.adding(days: -length).iso)
        json.member("next", start.adding(days: length).iso)
        json.key("days")
        json.array(agenda.entries.indices) { json, day in
          let date = days.lowerBound.adding(days: day)
          json.object { json in
            json.member("date", date.iso)
            json.member("shown", "\(date.weekdayName) \(dates.day(date))")
            json.member("today", date == session.now.date)
            json.key("entries")
            json.array(agenda.lines(onDay: day)) { json, line in
              json.object { json in
                switch line {
                case .event(let event): AgendaPage.write(event, to: &json)
                case .task(let entry):
                  tasks.withRow(at: entry.task) { row in
                    AgendaPage.write(entry, row, on: date, dates, to: &json)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private func length(from start: CivilDate) throws -> Int {
    switch span {
    case "day": return 1
    case "week": return 7
    case "month": return 31
    default: throw WebAnswer.refusal(.badRequest, "usage", "'\(span)' is not a span of days")
    }
  }

  private func title(of days: ClosedRange<CivilDate>, _ dates: RelativeDate) -> String {
    let first = dates.day(days.lowerBound)
    return days.lowerBound == days.upperBound
      ? "\(days.lowerBound.weekdayName) \(first)" : "\(first) – \(dates.day(days.upperBound))"
  }

  private static func write(_ event: AgendaEvent, to json: inout JSONWriter) {
    json.member("title", event.event.title)
    json.member("kind", "event")
    json.member("time", event.time.map(clock))
    json.member("end", event.end.map(clock))
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
    json.member("time", entry.time.map(clock))
    json.member("end", entry.end.map(clock))
    let isToday = day == dates.now.date
    let tone =
      switch entry.kind {
      case .overdue: "late"
      case .warning: "due"
      default: isToday ? "today" : "plain"
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

  private static func clock(_ minute: Int) -> String { Timestamp.clock(minute) }
}
