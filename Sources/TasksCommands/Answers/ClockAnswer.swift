import TasksCore
import TasksPlanning

/// The clocks that run, those that began first before the others.
struct ClockAnswer: Answer {
  typealias Row = (id: Text, short: String, title: Text, clock: Clock)

  let kind = "clock"
  let rows: [Row]
  private let now: Timestamp

  init(_ rows: [Row], now: Timestamp) {
    self.rows = rows.ordered { $0.clock.start < $1.clock.start }
    self.now = now
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.id)
        json.member("short", row.short)
        json.member("title", row.title)
        json.member("start", row.clock.start)
        json.member("end", row.clock.end)
        json.member("minutes", row.clock.minutes(now: now))
      }
    }
  }
}

/// The time on the clocks within a span of days.
struct ClockReportAnswer: Answer {
  let kind = "clock-report"
  let report: ClockReport

  init(_ report: ClockReport) { self.report = report }

  func write(to json: inout JSONWriter) {
    json.array(report.rows) { json, row in
      json.object { json in
        switch report.part {
        case .task:
          json.member("id", row.id?.whole)
          json.member("short", row.id?.short)
          json.member("title", row.name)
        case .day: json.member("date", row.day.map { Timestamp($0) })
        case .tag: json.member("tag", row.name)
        case .list: json.member("list", row.name)
        }
        json.member("minutes", row.minutes)
      }
    }
  }

  func writeRest(to json: inout JSONWriter) {
    json.member("total", report.total)
    json.member("from", Timestamp(report.days.lowerBound))
    json.member("to", Timestamp(report.days.upperBound))
  }
}
