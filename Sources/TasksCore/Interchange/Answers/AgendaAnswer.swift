/// The days of an agenda, each with its entries.
public struct AgendaAnswer: Answer {
  public typealias Row = (entry: AgendaEntry, id: Text, short: String, title: Text)

  public let kind = "agenda"
  public let days: [(date: CivilDate, rows: [Row])]
  /// The events of other calendars by day.
  private let events: [CivilDate: [AgendaEvent]]

  public init(
    _ days: [(date: CivilDate, rows: [Row])], events: [CivilDate: [AgendaEvent]] = [:]
  ) {
    (self.days, self.events) = (days, events)
  }

  public func write(to json: inout JSONWriter) {
    json.array(days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.key("entries")
        json.array { json in
          for event in events[day.date] ?? [] { AgendaAnswer.write(event, to: &json) }
          for row in day.rows { AgendaAnswer.write(row, to: &json) }
        }
      }
    }
  }

  private static func write(_ event: AgendaEvent, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", nil as Text?)
      json.member("title", event.title)
      json.member("kind", "event")
      json.member("time", event.time.map(Timestamp.clock))
      json.member("end", event.end.map(Timestamp.clock))
      json.member("part", event.part.map { "\($0.number)/\($0.count)" })
      json.member("location", event.location)
      json.member("calendar", event.calendar)
    }
  }

  private static func write(_ row: Row, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", row.id)
      json.member("short", row.short)
      json.member("title", row.title)
      json.member("kind", row.entry.kind.rawValue)
      json.member("time", row.entry.time.map(Timestamp.clock))
      json.member("end", row.entry.end.map(Timestamp.clock))
      json.member("of", row.entry.date.iso)
      json.member("part", row.entry.part.map { "\($0.number)/\($0.count)" })
      json.member("habit", row.entry.isHabit)
      json.member("state", row.entry.keyword)
    }
  }
}
