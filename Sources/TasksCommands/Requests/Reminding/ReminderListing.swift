import TasksCore
import TasksReminders
import TasksTerminal

/// A parsed `remind list`: what has reminded, and what will within a week or until a date.
struct ReminderListing: Request {
  /// The date, as typed.
  var until: String?
  var isMissedOnly = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    var end = session.now.adding(minutes: 7 * 1440)
    if let until {
      end = try DateReader(now: session.now).read(until)
      if end.minute == nil { end = Timestamp(end.date, minute: 1439) }
    }
    let reminders = Reminders(of: store)
    let all = try reminders.list(now: session.now, until: end)
    let table = ReminderTable(
      alerts: isMissedOnly ? all.filter { $0.state == .missed } : all, session: session)
    if table.alerts.isEmpty {
      Conversation.say(
        isMissedOnly ? "no reminder was missed" : "no reminder until \(end.shown)")
    }
    if try !reminders.areShown() {
      Conversation.say(
        "nothing shows reminders here yet; let the system do it with: tasks remind install")
    }
    try session.output(of: table.answer) { table.write(to: &$0) }.show()
  }
}
