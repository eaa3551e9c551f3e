import TasksCore
import TasksPlanning

/// What happened on each day, newest first.
struct TimelineAnswer: Answer {
  let kind = "timeline"
  let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  func write(to json: inout JSONWriter) {
    json.array(timeline.days) { json, day in
      json.object { json in
        json.member("date", day.date.iso)
        json.key("entries")
        json.array(day.events) { json, event in
          json.object { json in
            json.member("time", event.at.minute.map(Timestamp.clock))
            json.member("kind", event.kind.rawValue)
            json.member("id", event.id.text)
            json.member("title", event.title)
            json.member("detail", event.detail)
            json.member("minutes", event.minutes)
            json.member("device", event.device)
          }
        }
      }
    }
  }
}
