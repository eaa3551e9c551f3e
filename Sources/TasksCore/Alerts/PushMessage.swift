/// A message to a phone about the alerts of a task, or a summary.
public struct PushMessage: Hashable, Sendable {
  /// The alerts that it stands for; the first names it.
  public let alerts: [AlertID]
  public let title: String
  public let body: String
  public let isImportant: Bool
  /// When it is to arrive, in minutes since 1970-01-01 00:00 of floating time; nil for at once.
  public let minute: Int?

  public var key: String { alerts[0].key }

  /// - Parameter showsTitles: Whether the text names the tasks, which the service and the phone then see.
  public init(
    _ alerts: [AlertID], _ notice: AlertNotice, isAhead minute: Int? = nil, showsTitles: Bool
  ) {
    self.alerts = alerts
    let count = Set(alerts.map(\.task)).count
    title = showsTitles ? notice.title : "tasks"
    body = showsTitles ? notice.body : count == 1 ? "1 reminder" : "\(count) reminders"
    isImportant = notice.isImportant
    self.minute = minute
  }
}

extension AlertSurvey.Group {
  /// The alerts to come in a span of minutes, those of a task that ring in the same minute together.
  public static func coming(_ alerts: [Alert]) -> [AlertSurvey.Group] {
    struct Moment: Hashable {
      let task: TaskID
      let minute: Int
    }
    var places: [Moment: Int] = [:]
    var groups: [[Alert]] = []
    for alert in alerts.sorted(by: { ($0.minute, $0.id.text) < ($1.minute, $1.id.text) }) {
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
