import Platform
import TasksCore
import TasksPlanning

/// The command of the user's settings, `remind.notifier`: it gets the title and the text as arguments, and what else is
/// known in its environment.
struct UserNotifier: NotificationWay {
  static let setting = "remind.notifier"

  let name = setting
  let command: String
  let isThere = true

  func show(
    _ notice: AlertNotice, replacing old: String?, snooze: Int?
  ) throws(NotificationFailure) -> ShownNotice {
    let environment: [String: String?] = [
      "TASKS_ALERT_KEY": notice.key, "TASKS_ALERT_TASK": notice.task?.text.string ?? "",
      "TASKS_ALERT_URGENCY": notice.isImportant ? "critical" : "normal",
    ]
    _ = try NotifierProgram.run(
      ChildProcess(
        "/bin/sh", ["-c", command + " \"$@\"", command, notice.title, notice.body],
        environment: environment))
    return ShownNotice(way: name)
  }
}
