import TasksCore

/// What a notification says.
package struct AlertNotice: Sendable {
  /// Plain text on one line.
  package let title: String
  /// Plain text; may have several lines.
  package let body: String
  package let isImportant: Bool
  /// The same for each notification of the task, so that a later one takes the place of an earlier one.
  package let key: String
  /// The task of the alerts; nil for those of several.
  package let task: TaskID?

  /// The notification of a task's alerts.
  package init(_ group: AlertSurvey.Group, now: Timestamp) {
    title = AlertNotice.line(group.title)
    var reasons: [String] = []
    for alert in group.alerts {
      let reason = alert.reason(now: now)
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    // Of an hourly reminder that has waited for days, the last ones tell enough.
    let left = reasons.count - AlertNotice.mostLines
    body =
      (left > 0 ? "\(left) earlier\n" : "")
      + reasons.suffix(AlertNotice.mostLines).joined(separator: "\n")
    isImportant = group.isImportant
    key = AlertID(group.task, .reminder, Timestamp(minute: 0)).key
    task = group.task
  }

  /// The summary of several tasks.
  package init(summary groups: [AlertSurvey.Group], now: Timestamp) {
    let groups = groups.filter(\.isImportant) + groups.filter { !$0.isImportant }
    title = groups.count == 1 ? "1 reminder" : "\(groups.count) reminders"
    let left = groups.count - AlertNotice.mostLines
    body =
      groups.prefix(AlertNotice.mostLines).map {
        AlertNotice.line($0.title) + " (\($0.alerts[$0.alerts.count - 1].reason(now: now)))"
      }.joined(separator: "\n") + (left > 0 ? "\n\(left) more: tasks remind list" : "")
    isImportant = groups.contains(where: \.isImportant)
    key = AlertID(.none, .reminder, Timestamp(minute: 0)).key
    task = nil
  }

  /// The one that `remind test` shows.
  package init(test: String, isImportant: Bool) {
    (title, body, self.isImportant) = ("tasks", test, isImportant)
    key = AlertID(.none, .scheduled, Timestamp(minute: 0)).key
    task = nil
  }

  private static let mostLines = 5

  private static func line(_ title: Text) -> String {
    title.isEmpty ? "(no title)" : ControlCharacters.escaped(title)
  }
}
