import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind badge`, for prompts and status bars: the number of tasks that have reminded and that nobody has
/// reacted to; nothing for none. It is read as ``ShortStatus`` is. Without a store nothing is printed.
struct ReminderBadge: Request {
  func run(in session: Session) throws {
    let location = try session.location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) { return }
    let store = try session.openStore(noticesMerges: false)
    let count = try Reminders(of: store).survey(now: session.now, isChecked: false).badge
    if count > 0 { try Output.print("\(count)") }
  }
}
