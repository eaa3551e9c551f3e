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

/// What a push to the phone has done.
struct PushAnswer: Answer {
  let kind = "push"
  private let sent: [PushMessage]
  private let withdrawn: [AlertID]
  private let uncertain: [AlertID]

  init(_ sent: [PushMessage], _ withdrawn: [AlertID], _ uncertain: [AlertID]) {
    (self.sent, self.withdrawn, self.uncertain) = (sent, withdrawn, uncertain)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sent")
      json.array(sent) { json, message in
        json.object { json in
          json.key("alerts")
          PushAnswer.write(message.alerts, to: &json)
          json.member("title", message.title)
          json.member("at", message.minute.map { Timestamp(minute: $0) })
          json.member("important", message.isImportant)
        }
      }
      json.key("withdrawn")
      PushAnswer.write(withdrawn, to: &json)
      json.key("uncertain")
      PushAnswer.write(uncertain, to: &json)
    }
  }

  private static func write(_ ids: [AlertID], to json: inout JSONWriter) {
    json.array(ids) { $0.string($1.text) }
  }
}

/// Which ways of reminding work here.
struct ReminderTestAnswer: Answer {
  let kind = "reminder-test"
  private let shown: String?
  private let sent: String?

  /// - Parameters:
  ///   - shown: The way that showed a notification.
  ///   - sent: The service that took a message.
  init(shown: String?, sent: String?) { (self.shown, self.sent) = (shown, sent) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("shown", shown)
      json.member("sent", sent)
    }
  }
}
