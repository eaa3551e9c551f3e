/// The days of an agenda, each with its entries.
public struct AgendaAnswer: Answer {
  public typealias Row = (entry: AgendaEntry, id: Text, short: String, title: Text)

  public let kind = "agenda"
  public let days: [(date: CivilDate, rows: [Row])]

  public init(_ days: [(date: CivilDate, rows: [Row])]) { self.days = days }

  public func write(to json: inout JSONWriter) {
    json.array(days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.key("entries")
        json.array(day.rows) { json, row in
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
    }
  }
}
