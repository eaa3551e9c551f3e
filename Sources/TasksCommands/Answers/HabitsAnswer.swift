import TasksCore
import TasksPlanning

/// The habits with their consistency graphs, the most urgent one first.
struct HabitsAnswer: Answer {
  typealias Row = (id: Text, short: String, title: Text, graph: HabitGraph)

  let kind = "habits"
  let rows: [Row]

  init(_ rows: [Row]) {
    self.rows = rows.enumerated().ordered { a, b in
      (-a.element.graph.urgency, a.offset) < (-b.element.graph.urgency, b.offset)
    }.map(\.element)
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.id)
        json.member("short", row.short)
        json.member("title", row.title)
        json.key("graph")
        json.array(row.graph.days) { json, day in
          json.object { json in
            json.member("date", Timestamp(day.date))
            json.member("state", day.state.rawValue)
            json.member("done", day.isDone)
          }
        }
      }
    }
  }
}
