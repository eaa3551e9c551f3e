/// How many tasks are on each day, and their effort in minutes.
public struct ForecastAnswer: Answer {
  public let kind = "forecast"
  public let forecast: Forecast

  public init(_ forecast: Forecast) { self.forecast = forecast }

  public func write(to json: inout JSONWriter) {
    json.array(forecast.days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.member("entries", day.tasks)
        json.member("effort", day.effort)
      }
    }
  }
}
