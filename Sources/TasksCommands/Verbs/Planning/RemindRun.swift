import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

extension Remind {
  struct Run: Verb {
    static let names = "run"
    static let configuration = CommandConfiguration(
      of: Run.self, abstract: "Show what is due as long as it runs, and do what the buttons say.",
      usage: "tasks remind run")

    @OptionGroup var options: GlobalOptions

    /// Seconds between two looks at the store.
    private static let pause = 30
    /// How many looks there are for each that notices files written in place.
    private static let looksPerCheck = 20

    func run() throws {
      let session = try Session(options)
      // What cannot be used is said at once, and not in each round.
      _ = try (session.openStore(), session.notifier(), session.snoozeMinutes())
      Interruption.watch()
      var runner = ReminderRunner(session: session)
      var round = 0
      while Interruption.signal == nil {
        do {
          try runner.look(isChecked: round % Run.looksPerCheck == 0)
        } catch  where StoreError.interruption(error) != nil {
          break
        } catch {
          // Another command may be writing, or git in the middle of an operation.
          _ = Failure(error, wantsJSON: session.wantsJSON).report()
        }
        round += 1
        // Alerts ring when a minute begins.
        let left = 60 - Int(session.clock.read().seconds % 60)
        runner.wait(seconds: min(left, Run.pause))
      }
      _ = Interruption.take()
      try runner.leave()
    }
  }

  struct Check: Verb {
    static let names = "check"
    static let configuration = CommandConfiguration(
      of: Check.self, abstract: "Show what is due, once.", usage: "tasks remind check [--dry-run]")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions

    static func quick(_ words: [String]) -> (any Request)? {
      words.isEmpty ? ReminderCheck(isDryRun: false) : nil
    }

    func run() throws { try ReminderCheck(isDryRun: write.dryRun).run(in: Session(options)) }
  }

  struct Install: Verb {
    static let names = "install"
    static let configuration = CommandConfiguration(
      of: Install.self, abstract: "Let the system run the reminders, and the push to the phone.",
      usage: "tasks remind install [--service | --timer | --launchd] [--print] [--remove]")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Install a process that goes on (systemd).") var service = false
    @Flag(help: "Install a check each minute (systemd).") var timer = false
    @Flag(help: "Install a process that goes on (macOS).") var launchd = false
    @Flag(help: "Print what would be installed.") var print = false
    @Flag(help: "Remove what was installed.") var remove = false

    func validate() throws {
      guard [service, timer, launchd].count(where: { $0 }) <= 1, !(print && remove) else {
        throw ValidationError(
          "Name one of --service, --timer and --launchd, and either --print or --remove.")
      }
    }

    func run() throws {
      let session = try Session(options)
      let store = try session.openStore(noticesMerges: false)
      let units = try ReminderUnits(of: store)
      if remove { return try remove(units, session) }
      let isLaunchd = launchd || !timer && !service && OwnProgram.hasLaunchd
      let kind: ReminderUnits.Kind = isLaunchd ? .launchd : timer ? .timer : .service
      let pushes = try PushService(UserSettings(variable: Machine.variable)) != nil
      let files = units.units(kind, pushes: pushes)
      let reason = print ? nil : try units.install(kind, pushes: pushes)
      try session.print(Install.answer(files.map { ($0.path, $0.text) })) { output in
        for file in files {
          if print {
            output.line("# \(file.path)")
            output.write(Array(file.text.utf8))
          } else {
            output.line("wrote \(ControlCharacters.escaped(Text(file.path)))")
          }
        }
      }
      if let reason {
        throw CommandError(
          "written, but not started: \(reason); in a desktop session, run it again: tasks remind install",
          code: .failed)
      }
    }

    private static func answer(_ units: [(path: String, text: String?)]) -> JSONAnswer {
      JSONAnswer("units", rows: units) { json, unit in
        json.member("path", unit.path)
        json.member("text", unit.text)
      }
    }

    private func remove(_ units: ReminderUnits, _ session: Session) throws {
      let removed = try units.remove()
      if removed.isEmpty { Conversation.say("nothing is installed for this store") }
      try session.print(Install.answer(removed.map { ($0, nil) })) { output in
        for path in removed { output.line("removed \(ControlCharacters.escaped(Text(path)))") }
      }
    }
  }
}

/// The notifications that are on the screen, and what is done about them.
private struct ReminderRunner {
  private struct Popup {
    let task: TaskID
    let rung: AlertResult.Rung
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
    try UserSettings(variable: Machine.variable).snoozeMinutes()
  }
}

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
    TaskList.warn(about: report.unreadable)
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

  static func explain(_ report: AlertResult) {
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
