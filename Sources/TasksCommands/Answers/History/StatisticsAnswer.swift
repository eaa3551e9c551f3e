import TasksCore
import TasksPlanning

/// What the history tells about how tasks go.
struct StatisticsAnswer: Answer {
  let kind = "stats"
  let statistics: TaskStatistics

  init(_ statistics: TaskStatistics) { self.statistics = statistics }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("weeks")
      json.array(statistics.weeks) { json, week in
        json.object { json in
          json.member("start", week.start.iso)
          json.member("opened", week.opened)
          json.member("finished", week.finished)
          json.member("removed", week.removed)
          json.member("open", week.open)
          json.member("minutes", week.clocked)
        }
      }
      json.key("age")
      write(statistics.ages, to: &json)
      json.key("lead")
      write(statistics.leads, to: &json)
      json.key("rescheduled")
      json.array(statistics.rescheduled) { json, task in
        json.object { json in
          json.member("id", task.id.text)
          json.member("title", task.title)
          json.member("times", task.times)
        }
      }
      json.key("states")
      json.array(statistics.states) { json, state in
        json.object { json in
          json.member("state", state.keyword)
          json.member("minutes", state.minutes)
          json.member("tasks", state.tasks)
        }
      }
    }
  }

  /// Writes how many numbers of days there are, the middle one and the greatest.
  private func write(_ days: [Int], to json: inout JSONWriter) {
    json.object { json in
      json.member("tasks", days.count)
      json.member("median_days", TaskStatistics.median(days))
      json.member("most_days", days.last)
    }
  }
}
