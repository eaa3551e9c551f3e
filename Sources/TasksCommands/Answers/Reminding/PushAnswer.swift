import TasksCore
import TasksPlanning

/// What a push to the phone has done.
struct PushAnswer: Answer {
  let kind = "push"
  private let sent: [PushMessage]
  private let withdrawn: [AlertID]
  private let uncertain: [AlertID]

  init(_ sent: [PushMessage], _ withdrawn: [AlertID], _ uncertain: [AlertID]) {
    (self.sent, self.withdrawn, self.uncertain) = (sent, withdrawn, uncertain)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sent")
      json.array(sent) { json, message in
        json.object { json in
          json.key("alerts")
          PushAnswer.write(message.alerts, to: &json)
          json.member("title", message.title)
          json.member("at", message.minute.map { Timestamp(minute: $0) })
          json.member("important", message.isImportant)
        }
      }
      json.key("withdrawn")
      PushAnswer.write(withdrawn, to: &json)
      json.key("uncertain")
      PushAnswer.write(uncertain, to: &json)
    }
  }

  private static func write(_ ids: [AlertID], to json: inout JSONWriter) {
    json.array(ids) { $0.string($1.text) }
  }
}
