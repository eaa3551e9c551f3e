import TasksCore
import TasksPlanning

/// How many tasks are on each day, and their effort in minutes.
struct ForecastAnswer: Answer {
  let kind = "forecast"
  let forecast: Forecast

  init(_ forecast: Forecast) { self.forecast = forecast }

  func write(to json: inout JSONWriter) {
    json.array(forecast.days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.member("entries", day.tasks)
        json.member("effort", day.effort)
      }
    }
  }
}
