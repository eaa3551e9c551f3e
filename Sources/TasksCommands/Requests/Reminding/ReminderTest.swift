import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind test`: shows a notification and sends one to the phone, if it is to have any.
struct ReminderTest: Request {
  let isImportant: Bool

  func run(in session: Session) throws {
    let store = try session.openStore(noticesMerges: false)
    let notifier = try session.notifier()
    let text = "This is how a reminder looks."
    let attempt = notifier.show(AlertNotice(test: text, isImportant: isImportant))
    let shown = attempt.shown
    for failure in attempt.failures { Conversation.say(failure) }
    if isImportant { _ = notifier.playSound()?.wait(10) }
    var sent: String?
    var problem: String?
    if let service = try PushService(UserSettings(variable: Machine.variable)) {
      let pushes = Pushes(
        of: store, by: service, seconds: { LocalTime.seconds(of: $0) })
      problem = try pushes.test(text, now: session.now)
      if problem == nil { sent = service.shownName }
    }
    try session.print(ReminderTestAnswer(shown: shown?.way, sent: sent)) { output in
      if let shown { output.line("shown by \(shown.way)") }
      if let sent { output.line("sent by \(sent)") }
    }
    if let problem { throw CommandError("the phone was not reached: \(problem)", code: .network) }
    if shown == nil { throw CommandError("no way to show a reminder worked", code: .failed) }
  }
}
