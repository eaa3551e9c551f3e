/// The clocks that run, those that began first before the others.
public struct ClockAnswer: Answer {
  public typealias Row = (id: Text, short: String, title: Text, clock: Clock)

  public let kind = "clock"
  public let rows: [Row]
  private let now: Timestamp

  public init(_ rows: [Row], now: Timestamp) {
    self.rows = rows.sorted { $0.clock.start < $1.clock.start }
    self.now = now
  }

  public func write(to json: inout JSONWriter) {
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
public struct ClockReportAnswer: Answer {
  public let kind = "clock-report"
  public let report: ClockReport

  public init(_ report: ClockReport) { self.report = report }

  public func write(to json: inout JSONWriter) {
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

  public func writeRest(to json: inout JSONWriter) {
    json.member("total", report.total)
    json.member("from", Timestamp(report.days.lowerBound))
    json.member("to", Timestamp(report.days.upperBound))
  }
}
