import ArgumentParser
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

struct Remind: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Remind.self, abstract: "Remind of tasks, on this screen and on the phone.",
    usage: """
      tasks remind list [<until>] [--missed]
      tasks remind check [--dry-run]
      tasks remind run
      tasks remind snooze [<id> ...] [--for <time>]
      tasks remind dismiss [<id> ...]
      tasks remind badge
      tasks remind push [--dry-run]
      tasks remind test [--important]
      tasks remind install [--service | --timer | --launchd] [--print] [--remove]
      """,
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

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "List only what may not have been seen.")
  var missed = false

  @Option(name: .customLong("for"), help: ArgumentHelp("How long to snooze.", valueName: "time"))
  var length: String?

  @Flag(help: "Test an important reminder, with its sound.")
  var important = false

  @Flag(help: "Install a process that goes on (systemd).")
  var service = false

  @Flag(help: "Install a check each minute (systemd).")
  var timer = false

  @Flag(help: "Install a process that goes on (macOS).")
  var launchd = false

  @Flag(help: "Print what would be installed.")
  var print = false

  @Flag(help: "Remove what was installed.")
  var remove = false

  @Argument(help: "What to do, then the tasks or the date.")
  var words: [String] = []

  enum Step: String, CaseIterable {
    case list, check, run, snooze, dismiss, badge, push, test, install
  }

  func run() throws {
    let step = try Remind.step(words.first)
    try check(step)
    try request(step, Array(words.dropFirst())).run(in: Session(options))
  }

  private func request(_ step: Step, _ rest: [String]) throws -> any Request {
    switch step {
    case .list: return ReminderListing(until: rest.first, isMissedOnly: missed)
    case .check: return ReminderCheck(isDryRun: write.dryRun)
    case .run: return ReminderRun()
    case .snooze:
      return ReminderReaction(
        .snooze(try length.map { try Effort.read($0) }), of: rest)
    case .dismiss: return ReminderReaction(.dismiss, of: rest)
    case .badge: return ReminderBadge()
    case .push: return ReminderPush(isDryRun: write.dryRun)
    case .test: return ReminderTest(isImportant: important)
    case .install:
      let kinds: [(ReminderUnits.Kind, Bool)] = [
        (.service, service), (.timer, timer), (.launchd, launchd),
      ]
      return ReminderInstall(
        kind: kinds.first { $0.1 }?.0, isPrintOnly: print, removes: remove)
    }
  }

  /// Checks that words and options are those of the step.
  private func check(_ step: Step) throws {
    let most = step == .list ? 2 : [.snooze, .dismiss].contains(step) ? Int.max : 1
    guard words.count <= most else {
      throw usage("remind \(step.rawValue) takes no \(step == .list ? "more words" : "words")")
    }
    let given: [(name: String, isGiven: Bool, steps: [Step])] = [
      ("--missed", missed, [.list]), ("--for", length != nil, [.snooze]),
      ("--important", important, [.test]), ("--dry-run", write.dryRun, [.check, .push]),
      ("--service", service, [.install]), ("--timer", timer, [.install]),
      ("--launchd", launchd, [.install]), ("--print", print, [.install]),
      ("--remove", remove, [.install]),
    ]
    for option in given where option.isGiven && !option.steps.contains(step) {
      let steps = option.steps.map { "remind \($0.rawValue)" }.joined(separator: " and ")
      throw usage("\(option.name) is for \(steps)")
    }
    guard [service, timer, launchd].count(where: { $0 }) <= 1, !(print && remove) else {
      throw usage("name one of --service, --timer and --launchd, and either --print or --remove")
    }
  }

  /// Without a word it is the list.
  private static func step(_ word: String?) throws -> Step {
    guard let word else { return .list }
    if let step = Step(rawValue: word) { return step }
    let all = Step.allCases.map(\.rawValue)
    throw CommandError(
      "'\(ControlCharacters.escaped(Text(word)))' is nothing that remind does; "
        + (NearestWord.to(word, among: all).map { "did you mean 'remind \($0)'?" }
          ?? "write \(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1])"),
      code: .usage)
  }

  private func usage(_ message: String) -> CommandError { CommandError(message, code: .usage) }
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

/// Alerts as `remind` prints them.
struct ReminderTable {
  let alerts: [ListedAlert]
  let session: Session

  var answer: RemindersAnswer {
    RemindersAnswer(alerts.map { ($0.alert, $0.short, $0.at, $0.state.rawValue) })
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

/// Alerts, and what became of each.
struct RemindersAnswer: Answer {
  /// - `state`: `coming`, `shown`, `missed`, `snoozed` or `dismissed`.
  typealias Row = (alert: Alert, short: String, at: Timestamp, state: String)

  let kind = "reminders"
  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("alert", row.alert.id.text)
        json.member("id", row.alert.id.task.text)
        json.member("short", row.short)
        json.member("title", row.alert.title)
        json.member("source", row.alert.id.source.rawValue)
        json.member("date", row.alert.id.occurrence)
        json.member("at", row.at)
        json.member("important", row.alert.isImportant)
        json.member("state", row.state)
      }
    }
  }
}
