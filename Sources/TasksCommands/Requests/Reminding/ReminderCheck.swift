import Platform
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind check`: shows what is due, once.
struct ReminderCheck: Request {
  /// Seconds that the sound may take, before a timer's service ends it.
  private static let longestSound = 10.0

  let isDryRun: Bool

  func run(in session: Session) throws {
    let store = try session.openStore(noticesMerges: false)
    let reminders = Reminders(of: store)
    if isDryRun {
      let due = try reminders.list(now: session.now, until: session.now)
      return try print(due.filter { $0.state == .coming }, session)
    }
    let report = try reminders.ring(now: session.now, by: session.notifier())
    ReminderCheck.explain(report)
    try print(report.listed, session)
    if report.rung.contains(where: \.notice.isImportant) {
      _ = try session.notifier().playSound()?.wait(ReminderCheck.longestSound)
    }
    if !report.failed.isEmpty {
      throw CommandError(
        "no way to show a reminder worked; it is tried again at the next check: tasks remind list --missed",
        code: .failed)
    }
  }

  private func print(_ alerts: [ListedAlert], _ session: Session) throws {
    let table = ReminderTable(alerts: alerts, session: session)
    try session.output(of: table.answer) { table.write(to: &$0) }.flush()
  }

  static func explain(_ report: RingReport) {
    for failure in report.failures { Conversation.say(failure) }
    guard !report.uncertain.isEmpty else { return }
    Conversation.say(
      "the end of the ledger of reminders is missing, so what is due may have been shown already, and is only listed: "
        + "tasks remind list --missed")
  }
}

extension Session {
  /// The notifier of the user's settings.
  func notifier() throws -> Notifier {
    try Notifier(UserSettings(variable: Machine.variable), variable: Machine.variable)
  }
}
