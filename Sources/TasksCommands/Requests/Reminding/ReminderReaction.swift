import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind snooze` or `remind dismiss`.
struct ReminderReaction: Request {
  enum Reaction {
    /// To ring again after this many minutes; nil for the user's setting.
    case snooze(Int?)
    /// To count as seen.
    case dismiss
  }

  private let reaction: Reaction
  /// The tasks, as typed; none for all that have reminded.
  private let words: [String]

  init(_ reaction: Reaction, of words: [String]) {
    (self.reaction, self.words) = (reaction, words)
  }

  func run(in session: Session) throws {
    let store = try session.openStore()
    let tasks = words.isEmpty ? [] : try store.read().documents(words).map(\.task.id)
    let reminders = Reminders(of: store)
    let alerts: [ListedAlert]
    switch reaction {
    case .snooze(let minutes):
      let minutes = try minutes ?? session.snoozeMinutes()
      guard (1...AlertRules.memory).contains(minutes) else {
        throw CommandError(
          "a reminder can be snoozed for 1 minute to 30 days; for another date, write: "
            + "tasks modify ID remind:2mo", code: .usage)
      }
      let end = session.now.elapsing(minutes: minutes)
      alerts = try reminders.snooze(tasks, until: end, now: session.now)
    case .dismiss:
      alerts = try reminders.dismiss(tasks, now: session.now)
    }
    try reminders.withdraw(alerts.map(\.alert.id), by: session.notifier())
    if alerts.isEmpty {
      Conversation.say("no reminder\(words.isEmpty ? "" : " of it") has come: tasks remind list")
    }
    let table = ReminderTable(alerts: alerts, session: session)
    try session.output(of: table.answer) { table.write(to: &$0) }.flush()
  }
}
