import TasksCore

/// A message to a phone about the alerts of a task, or a summary.
package struct PushMessage: Hashable, Sendable {
  /// The alerts that it stands for; the first names it.
  package let alerts: [AlertID]
  package let title: String
  package let body: String
  package let isImportant: Bool
  /// When it is to arrive, in minutes since 1970-01-01 00:00 of floating time; nil for at once.
  package let minute: Int?

  package var key: String { alerts[0].key }

  /// - Parameter showsTitles: Whether the text names the tasks, which the service and the phone then see.
  package init(
    _ alerts: [AlertID], _ notice: AlertNotice, isAhead minute: Int? = nil, showsTitles: Bool
  ) {
    self.alerts = alerts
    let count = Set(alerts.map(\.task)).count
    title = showsTitles ? PushMessage.cut(notice.title, to: 200) : "tasks"
    body =
      showsTitles
      ? PushMessage.cut(notice.body, to: 2000) : count.counted("reminder")
    isImportant = notice.isImportant
    self.minute = minute
  }

  /// Cuts a text to a number of bytes, since services refuse long ones.
  private static func cut(_ text: String, to most: Int) -> String {
    if text.utf8.count <= most { return text }
    var count = 0
    let kept = text.prefix {
      count += $0.utf8.count
      return count <= most
    }
    return kept + "…"
  }
}

extension AlertSurvey.Group {
  /// The alerts to come in a span of minutes, those of a task that ring in the same minute together.
  package static func coming(_ alerts: [Alert]) -> [AlertSurvey.Group] {
    struct Moment: Hashable {
      let task: TaskID
      let minute: Int
    }
    var places: [Moment: Int] = [:]
    var groups: [[Alert]] = []
    for alert in alerts.ordered(by: { ($0.minute, $0.id.text) < ($1.minute, $1.id.text) }) {
      let moment = Moment(task: alert.id.task, minute: alert.minute)
      if let place = places[moment] {
        groups[place].append(alert)
      } else {
        places[moment] = groups.count
        groups.append([alert])
      }
    }
    return groups.map { AlertSurvey.Group(alerts: $0, former: []) }
  }
}
