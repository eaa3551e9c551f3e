import ArgumentParser
import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksTerminal

extension Remind {
  struct Push: Verb {
    static let names = "push"
    static let configuration = CommandConfiguration(
      of: Push.self,
      abstract: "Give the phone the reminders of the next days, and take back what is done.",
      usage: "tasks remind push [--dry-run]")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions

    func run() throws {
      let session = try Session(options)
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
      let report =
        try write.dryRun ? pushes.preview(now: session.now) : pushes.push(now: session.now)
      let answer = JSONAnswer("push") { json in
        json.object { json in
          json.key("sent")
          json.array(report.sent) { json, message in
            json.object { json in
              json.key("alerts")
              json.array(message.alerts) { $0.string($1.text) }
              json.member("title", message.title)
              json.member("at", message.minute.map { Timestamp(minute: $0) })
              json.member("important", message.isImportant)
            }
          }
          json.key("withdrawn")
          json.array(report.withdrawn) { $0.string($1.text) }
          json.key("uncertain")
          json.array(report.uncertain) { $0.string($1.text) }
        }
      }
      try session.output(of: answer) {
        output in
        let would = write.dryRun ? "would be " : ""
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

  struct Test: Verb {
    static let names = "test"
    static let configuration = CommandConfiguration(
      of: Test.self, abstract: "Show a notification, and send one to the phone.",
      usage: "tasks remind test [--important]")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Test an important reminder, with its sound.") var important = false

    func run() throws {
      let session = try Session(options)
      let store = try session.openStore(noticesMerges: false)
      let notifier = try session.notifier()
      let text = "This is how a reminder looks."
      let attempt = notifier.show(AlertNotice(test: text, isImportant: important))
      let shown = attempt.shown
      for failure in attempt.failures { Conversation.say(failure) }
      if important { _ = notifier.playSound()?.wait(10) }
      var sent: String?
      var problem: String?
      if let service = try PushService(UserSettings(variable: Machine.variable)) {
        let pushes = Pushes(
          of: store, by: service, seconds: { LocalTime.seconds(of: $0) })
        problem = try pushes.test(text, now: session.now)
        if problem == nil { sent = service.shownName }
      }
      let answer = JSONAnswer("reminder-test") { [sent] json in
        json.object { json in
          json.member("shown", shown?.way)
          json.member("sent", sent)
        }
      }
      try session.print(answer) { output in
        if let shown { output.line("shown by \(shown.way)") }
        if let sent { output.line("sent by \(sent)") }
      }
      if let problem { throw CommandError("the phone was not reached: \(problem)", code: .network) }
      if shown == nil { throw CommandError("no way to show a reminder worked", code: .failed) }
    }
  }
}
