import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind run`: shows what is due as long as it runs, and does what the buttons say.
struct ReminderRun: Request {
  /// Seconds between two looks at the store.
  private static let pause = 30
  /// How many looks there are for each that notices files written in place.
  private static let looksPerCheck = 20

  func run(in session: Session) throws {
    // What cannot be used is said at once, and not in each round.
    _ = try (session.openStore(), session.notifier(), session.snoozeMinutes())
    Interruption.watch()
    var runner = ReminderRunner(session: session)
    var round = 0
    while Interruption.signal == nil {
      do {
        try runner.look(isChecked: round % ReminderRun.looksPerCheck == 0)
      } catch  where StoreError.interruption(error) != nil {
        break
      } catch {
        // Another command may be writing, or git in the middle of an operation.
        _ = Failure(error, wantsJSON: session.wantsJSON).report()
      }
      round += 1
      // Alerts ring when a minute begins.
      let left = 60 - Int(session.clock.read().seconds % 60)
      runner.wait(seconds: min(left, ReminderRun.pause))
    }
    _ = Interruption.take()
    try runner.leave()
  }
}

/// The notifications that are on the screen, and what is done about them.
private struct ReminderRunner {
  private struct Popup {
    let task: TaskID
    let rung: RingReport.Rung
    let child: RunningChild
  }

  let session: Session
  private var popups: [Popup] = []
  private var sound: RunningChild?
  /// The alerts that no way could show at the last look.
  private var saidFailed: [AlertID] = []
  /// The store at the last look.
  private var seen: (reminders: Reminders, mark: Reminders.Mark)?

  init(session: Session) { self.session = session }

  /// Shows what is due and takes away what is done.
  mutating func look(isChecked: Bool) throws {
    // Opened anew, since its settings may have changed.
    let store = try session.openStore(noticesMerges: false)
    let notifier = try session.notifier()
    let reminders = Reminders(of: store)
    let before = reminders.mark
    let report = try reminders.ring(
      now: session.clock.read().now, by: notifier, snooze: try session.snoozeMinutes(),
      isChecked: isChecked)
    // What has changed since is to be looked at; the ledger that this look wrote is not.
    seen = (reminders, report.listed.isEmpty && report.withdrawn.isEmpty ? before : reminders.mark)
    // What fails is tried again in each round, and said once.
    let failed = report.failed.map(\.id)
    let isNew = failed.isEmpty || failed != saidFailed
    saidFailed = failed
    if isNew { ReminderCheck.explain(report) }
    // Interrupted, notify-send takes its notification away; ended, it leaves the one that took its place.
    for id in report.withdrawn { close(id.task, by: SIGINT) }
    for rung in report.rung {
      guard let task = rung.notice.task, let child = rung.shown.child else { continue }
      close(task, by: SIGTERM)
      popups.append(Popup(task: task, rung: rung, child: child))
    }
    if report.rung.contains(where: \.notice.isImportant) { sound = notifier.playSound() }
    if !report.listed.isEmpty, isNew {
      let table = ReminderTable(alerts: report.listed, session: session)
      try session.output(of: table.answer) { table.write(to: &$0) }.flush()
    }
  }

  /// Replaces what is on the screen by the same without buttons, as nobody waits for a click any more.
  func leave() throws {
    let notifier = try session.notifier()
    for popup in popups {
      popup.child.end()
      _ = notifier.show(popup.rung.notice, replacing: popup.rung.shown.text)
    }
  }

  private mutating func close(_ task: TaskID, by signal: Int32) {
    for popup in popups where popup.task == task { popup.child.end(signal) }
    popups.removeAll { $0.task == task }
  }

  /// Waits for a click, until something has changed, or until the time has passed, and does what was clicked.
  mutating func wait(seconds: Int) {
    RunningChild.wait(forAny: popups.map(\.child), seconds: seconds) {
      seen.map { $0.reminders.mark != $0.mark } ?? false
    }
    sound?.look()
    for popup in popups { popup.child.look() }
    let ended = popups.filter { $0.child.status != nil }
    popups.removeAll { $0.child.status != nil }
    for popup in ended {
      // The number of the notification, then the name of the button.
      let lines = String(decoding: popup.child.output, as: UTF8.self).split(separator: "\n")
      do {
        try react(lines.dropFirst().first ?? "", popup.task)
      } catch {
        _ = Failure(error, wantsJSON: session.wantsJSON).report()
      }
    }
  }

  private func react(_ button: Substring, _ task: TaskID) throws {
    switch button {
    case "done":
      try session.perform(ChangeState.done, dryRun: false) {
        [try $0.document(task.text.string)]
      }
    case "snooze":
      let now = session.clock.read().now
      let minutes = try session.snoozeMinutes()
      let store = try session.openStore(noticesMerges: false)
      let alerts = try Reminders(of: store).snooze(
        [task], until: now.elapsing(minutes: minutes), now: now)
      let table = ReminderTable(alerts: alerts, session: session)
      try session.output(of: table.answer) { table.write(to: &$0) }.flush()
    default: break
    }
  }
}

extension Session {
  /// How long a reminder is snoozed, in minutes.
  func snoozeMinutes() throws -> Int {
    let settings = try UserSettings(variable: Machine.variable)
    guard let text = settings.string("remind.snooze") else { return 10 }
    guard let minutes = try? Effort.read(text), minutes > 0 else {
      throw CommandError(
        "remind.snooze in your settings is '\(text)'; it can be a length of time such as 10m or 1h",
        code: .usage)
    }
    return minutes
  }
}
