import TasksCore
import TasksPlanning

/// The days of an agenda, each with its entries.
struct AgendaAnswer: Answer {
  enum Row {
    case task(AgendaEntry, id: Text, short: String, title: Text)
    case event(AgendaEvent)
  }

  let kind = "agenda"
  let days: [(date: CivilDate, rows: [Row])]

  init(_ days: [(date: CivilDate, rows: [Row])]) { self.days = days }

  func write(to json: inout JSONWriter) {
    json.array(days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.key("entries")
        json.array(day.rows) { json, row in
          json.object { json in
            switch row {
            case .task(let entry, let id, let short, let title):
              json.member("id", id)
              json.member("short", short)
              json.member("title", title)
              AgendaAnswer.write(entry, to: &json)
            case .event(let event): AgendaAnswer.write(event, to: &json)
            }
          }
        }
      }
    }
  }

  private static func write(_ entry: AgendaEntry, to json: inout JSONWriter) {
    json.member("kind", entry.kind.rawValue)
    json.member("time", entry.time.map(Timestamp.clock))
    json.member("end", entry.end.map(Timestamp.clock))
    json.member("of", entry.date.iso)
    json.member("part", text(entry.part))
    json.member("habit", entry.isHabit)
    json.member("state", entry.keyword)
  }

  /// The members of a task, and those that only an event has.
  private static func write(_ event: AgendaEvent, to json: inout JSONWriter) {
    let none: Text? = nil
    json.member("id", none)
    json.member("short", none)
    json.member("title", event.event.title)
    json.member("kind", "event")
    json.member("time", event.time.map(Timestamp.clock))
    json.member("end", event.end.map(Timestamp.clock))
    json.member("of", event.event.day.iso)
    json.member("part", text(event.part))
    json.member("habit", false)
    json.member("state", none)
    json.member("location", event.event.location)
    json.member("calendar", event.calendar)
  }

  private static func text(_ part: AgendaEntry.Part?) -> String? {
    part.map { "\($0.number)/\($0.count)" }
  }
}
