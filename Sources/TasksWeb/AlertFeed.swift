import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore

/// The alerts that pages show: those that have rung on this device or are due, until someone reacts to them.
struct AlertFeed {
  private let reminders: Reminders

  init(_ store: TaskStore) { reminders = Reminders(of: store) }

  /// Returns the alerts that stand at a moment.
  func standing(now: Timestamp) throws -> [ListedAlert] {
    try reminders.list(now: now, until: now).filter { $0.at <= now && $0.state != .snoozed }
  }

  /// Begins to note what is due, as `tasks remind` does when it first runs.
  func begin(now: Timestamp) throws { try reminders.begin(now: now) }

  /// Writes the members of an alert.
  static func write(_ listed: ListedAlert, now: Timestamp, to json: inout JSONWriter) {
    json.member("id", listed.alert.id.text)
    json.member("task", listed.alert.id.task.text)
    json.member("title", listed.alert.title)
    json.member("body", listed.alert.reason(now: now))
    json.member("at", listed.at)
    json.member("important", listed.alert.isImportant)
  }
}
