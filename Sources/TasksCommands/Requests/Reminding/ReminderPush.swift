import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind push`: gives the phone the reminders of the next days, and takes back what is done.
struct ReminderPush: Request {
  let isDryRun: Bool

  func run(in session: Session) throws {
    let store = try session.openStore(noticesMerges: false)
    let settings = try UserSettings(variable: Machine.variable)
    guard let service = try PushService(settings) else {
      throw CommandError(
        "your settings name no service for the phone; set remind.push-url (tasks help settings)",
        code: .usage)
    }
    let pushes = Pushes(
      of: store, by: service, seconds: { LocalTime.seconds(of: $0) })
    if let reason = try pushes.standsBack() { return Conversation.say(reason) }
    let report = try isDryRun ? pushes.preview(now: session.now) : pushes.push(now: session.now)
    try session.output(of: PushAnswer(report.sent, report.withdrawn, report.uncertain)) { output in
      let would = isDryRun ? "would be " : ""
      for message in report.sent {
        let at = message.minute.map { Timestamp(minute: $0).shown } ?? "now"
        output.line("\(would)sent for \(at): \(message.title)")
      }
      for id in report.withdrawn { output.line("\(would)taken back: \(id.text)") }
    }.flush()
    for id in report.uncertain {
      Conversation.say(
        "it is not known whether the phone was sent \(id.text); it is not sent again")
    }
    if !report.problems.isEmpty {
      throw CommandError(
        "\(report.problems.joined(separator: "; ")); the rest is tried again at the next push",
        code: .network)
    }
  }
}
