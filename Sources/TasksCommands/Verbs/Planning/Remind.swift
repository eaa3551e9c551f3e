import ArgumentParser
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

struct Remind: Verb {
  static let names = "remind"
  static let steps: [any Verb.Type] = [
    Upcoming.self, Check.self, Run.self, Snooze.self, Dismiss.self, Badge.self, Push.self,
    Test.self, Install.self,
  ]
  static var usualStep: (any Verb.Type)? { Upcoming.self }
  static let configuration = CommandConfiguration(
    of: Remind.self, abstract: "Remind of tasks, on this screen and on the phone.",
    discussion: """
      A task reminds at its remind: dates, and before its due and scheduled dates as alert: and alert2: say, such as \
      alert:1h. A date with a time of day and no alert of its own reminds when it comes. important:yes keeps a \
      reminder on the screen and plays a sound; muted:yes silences a task. Each date of a repeating task reminds. \
      The settings remind.* change this for a store (tasks help settings).

      remind check shows what is due, once, for a timer; remind run goes on, has buttons for Done and Snooze, and takes \
      away what was finished elsewhere. Nothing is shown twice, whatever runs side by side or is killed; what may not \
      have been seen is in remind list --missed. What is more than 12 hours late, or of more than 5 tasks at once, is \
      one summary. A clone begins with what is due from its first check on. remind install lets the system run either \
      of them, and remind push if a phone is set.

      remind badge prints how many tasks have reminded, for prompts and for the status bar of tmux, until they are \
      done, moved, snoozed or dismissed. Without ids, snooze and dismiss take all of them.

      remind push gives ntfy the reminders of the next 72 hours, so that they reach the phone while every computer \
      sleeps, and takes back what is done. Set remind.push-url to an address that nobody guesses, such as \
      https://ntfy.sh/ and 20 random letters. The phone may be late to show what the server sent: see the battery \
      settings of its app.

        tasks add Call Bob remind:tomorrow@9:00 important:yes
        tasks modify k7m due:fri@17:00 alert:1h alert2:10m
        tasks remind list 2w
        tasks remind snooze k7m --for 1h
        tasks remind install --print
      """)

  struct Upcoming: Verb {
    static let names = "list"
    static let wordKind = VerbWords.times
    static let configuration = CommandConfiguration(
      of: Upcoming.self,
      abstract: "List what has reminded, and what will within a week or until a date.",
      usage: "tasks remind list [<until>] [--missed]")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "List only what may not have been seen.") var missed = false
    @Argument(help: "The last day.") var until: String?

    static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offers = [.dates(isPast: false)] }
    }

    func run() throws {
      let session = try Session(options)
      let store = try session.openStore()
      var end = session.now.adding(minutes: 7 * 1440)
      if let until {
        end = try DateReader(now: session.now).read(DashedWords.restored([until])[0])
        if end.minute == nil { end = Timestamp(end.date, minute: 1439) }
      }
      let reminders = Reminders(of: store)
      let all = try reminders.list(now: session.now, until: end)
      let table = ReminderTable(
        alerts: missed ? all.filter { $0.state == .missed } : all, session: session)
      if table.alerts.isEmpty {
        Conversation.say(missed ? "no reminder was missed" : "no reminder until \(end.shown)")
      }
      if try !reminders.areShown() {
        Conversation.say(
          "nothing shows reminders here yet; let the system do it with: tasks remind install")
      }
      try session.output(of: table.answer) { table.write(to: &$0) }.show()
    }
  }

  struct Snooze: Verb {
    static let names = "snooze"
    static let configuration = CommandConfiguration(
      of: Snooze.self, abstract: "Let reminders come again later.",
      usage: "tasks remind snooze [<id> ...] [--for <time>]")

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("How long to snooze.", valueName: "time")) var `for`: String?
    @Argument(help: TaskArgument.several) var ids: [String] = []

    static func complete(_ line: inout Completion) { line.offers = [.ids(.open)] }

    static func complete(valueOf option: String, _ line: inout Completion) {
      if option == "--for" { return line.offer(["10m", "1h", "1d"]) }
      line.offer(usualValuesOf: option)
    }

    func run() throws {
      let session = try Session(options)
      let minutes = try `for`.map { try Effort.read($0) } ?? session.snoozeMinutes()
      guard (1...AlertRules.memory).contains(minutes) else {
        throw CommandError(
          "a reminder can be snoozed for 1 minute to 30 days; for another date, write: "
            + "tasks modify ID remind:2mo", code: .usage)
      }
      try session.react(to: ids) {
        try $0.snooze($1, until: session.now.elapsing(minutes: minutes), now: session.now)
      }
    }
  }

  struct Dismiss: Verb {
    static let names = "dismiss"
    static let configuration = CommandConfiguration(
      of: Dismiss.self, abstract: "Count reminders as seen.",
      usage: "tasks remind dismiss [<id> ...]")

    @OptionGroup var options: GlobalOptions
    @Argument(help: TaskArgument.several) var ids: [String] = []

    static func complete(_ line: inout Completion) { line.offers = [.ids(.open)] }

    func run() throws {
      let session = try Session(options)
      try session.react(to: ids) { try $0.dismiss($1, now: session.now) }
    }
  }

  struct Badge: Verb {
    static let names = "badge"
    static let configuration = CommandConfiguration(
      of: Badge.self, abstract: "Print how many tasks have reminded, for prompts.",
      usage: "tasks remind badge")

    @OptionGroup var options: GlobalOptions

    static func quick(_ words: [String]) -> (any Request)? { words.isEmpty ? ReminderBadge() : nil }

    func run() throws { try ReminderBadge().run(in: Session(options)) }
  }
}

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

extension Session {
  /// Snoozes or dismisses the reminders of tasks, and takes them from the screen.
  ///
  /// - Parameter words: The tasks, as typed; none for all that have reminded.
  fileprivate func react(
    to words: [String], _ reaction: (Reminders, [TaskID]) throws -> [ListedAlert]
  ) throws {
    let store = try openStore()
    let tasks = words.isEmpty ? [] : try store.read().documents(words).map(\.task.id)
    let reminders = Reminders(of: store)
    let alerts = try reaction(reminders, tasks)
    try reminders.withdraw(alerts.map(\.alert.id), by: notifier())
    if alerts.isEmpty {
      Conversation.say("no reminder\(words.isEmpty ? "" : " of it") has come: tasks remind list")
    }
    let table = ReminderTable(alerts: alerts, session: self)
    try output(of: table.answer) { table.write(to: &$0) }.flush()
  }
}

/// Alerts as `remind` prints them.
struct ReminderTable {
  let alerts: [ListedAlert]
  let session: Session

  var answer: JSONAnswer {
    JSONAnswer("reminders", rows: alerts) { json, row in
      json.member("alert", row.alert.id.text)
      json.member("id", row.alert.id.task.text)
      json.member("short", row.short)
      json.member("title", row.alert.title)
      json.member("source", row.alert.id.source.rawValue)
      json.member("date", row.alert.id.occurrence)
      json.member("at", row.at)
      json.member("important", row.alert.isImportant)
      json.member("state", row.state.rawValue)
    }
  }

  /// A line an alert: when, the task, why, and what became of it.
  func write(to output: inout Output) {
    let dates = RelativeDate(now: session.now)
    var table = CellTable([
      CellTable.Column(), CellTable.Column(), CellTable.Column(least: 8, isMain: true),
      CellTable.Column(), CellTable.Column(),
    ])
    for alert in alerts {
      table.add(dates.text(alert.at), .date)
      table.add(alert.short, .id)
      table.add(
        ControlCharacters.escaped(alert.alert.title), alert.alert.isImportant ? .bold : nil)
      table.add(alert.alert.reason(now: session.now), .dim)
      table.add(alert.state == .coming ? "" : alert.state.rawValue, .mark)
    }
    table.write(to: &output)
  }
}
