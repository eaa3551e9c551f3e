import ArgumentParser
import Platform
import TasksCore
import TasksSync
import TasksTerminal

struct PhoneCommand: Verb {
  static let names = "phone"
  static let steps: [any Verb.Type] = [Enable.self, Disable.self, Status.self]
  static var usualStep: (any Verb.Type)? { Status.self }
  static let configuration = CommandConfiguration(
    of: PhoneCommand.self, abstract: "Keep a small branch for phones that speak git.",
    discussion: """
      enable makes the branch phone on the remote, for apps such as Orgzly Revived, \
      Working Copy, GitJournal and Obsidian, and each tasks sync of any clone keeps it. \
      It has few files and no history of the store:

        agenda.org     the tasks of the next days, with reminders; set a state there
        inbox.org      each heading you add becomes a task
        inbox/         so does each .md or .org file
        agenda.ics     for calendars; index.html is the same for browsers

      Where a phone and a desktop have both set the state of a task, the desktop's \
      stays, and tasks conflicts has the phone's. disable takes what is still on the \
      branch and removes it. status does not use the network. man tasks-sync has more.

        tasks phone enable
        tasks phone status
        tasks phone disable
      """)

  struct Enable: Verb {
    static let names = "enable"
    static let configuration = CommandConfiguration(
      of: Enable.self, abstract: "Make the branch, and keep it at each sync.",
      usage: "tasks phone enable")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions

    func run() throws {
      try PhoneCommand.withPhone(options) { session, phone in
        if write.dryRun { return try PhoneCommand.preview(phone.status(), enables: true) }
        let answer = try phone.enable()
        try session.print(answer) { answer.writeLines(to: &$0) }
      }
    }
  }

  struct Disable: Verb {
    static let names = "disable"
    static let configuration = CommandConfiguration(
      of: Disable.self, abstract: "Take what is still on the branch, and remove it.",
      usage: "tasks phone disable")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions

    func run() throws {
      try PhoneCommand.withPhone(options) { session, phone in
        if write.dryRun { return try PhoneCommand.preview(phone.status(), enables: false) }
        let (isChange, answer) = try phone.disable()
        try session.print(answer) { output in
          guard isChange else { return Conversation.say("nothing to change") }
          output.line("\(answer.remote) has no branch \(answer.branch) any more")
        }
      }
    }
  }

  struct Status: Verb {
    static let names = "status"
    static let configuration = CommandConfiguration(
      of: Status.self, abstract: "Show the branch, and what waits on it, without the network.",
      usage: "tasks phone status")

    @OptionGroup var options: GlobalOptions

    func run() throws {
      try PhoneCommand.withPhone(options) { session, phone in
        let answer = try phone.status()
        try session.print(answer) { answer.writeLines(to: &$0) }
      }
    }
  }

  private static func withPhone(
    _ options: GlobalOptions, _ body: (Session, Phone) throws -> Void
  ) throws {
    let session = try Session(options)
    let store = try session.openStore(noticesMerges: false)
    let progress = Progress(isShown: !options.json && isatty(2) == 1)
    defer { progress.clear() }
    let sync = Sync(store, pause: Pause.wait, progress: { progress.show($0.rawValue) })
    try body(session, Phone(of: store, sync: sync))
  }

  private static func preview(_ answer: PhoneStatus, enables: Bool) throws {
    try Output.print(
      answer.isEnabled == enables
        ? "nothing would change"
        : "would \(enables ? "make" : "end") the branch \(answer.branch) of \(answer.remote)")
  }
}

extension PhoneStatus: Answer {
  package var kind: String { "phone" }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("enabled", isEnabled)
      json.member("remote", remote)
      json.member("branch", branch)
      json.member("url", url)
      json.member("clone", isEnabled ? clone : nil)
      json.member("there", isThere)
      json.member("kept", kept)
      json.key("waiting")
      json.array(waiting) { $0.string($1) }
      json.member("changes", changes)
    }
  }

  func writeLines(to output: inout Output) {
    guard isEnabled || isThere else {
      return output.line("there is no branch for phones; make one with: tasks phone enable")
    }
    output.line(
      isEnabled
        ? "tasks sync keeps the branch \(branch) of \(remote)"
        : "the branch \(branch) of \(remote) is kept no more and still there; end it with: tasks phone disable"
    )
    if isEnabled, let clone {
      output.line("clone it on the phone: \(ControlCharacters.escaped(clone))")
    }
    let written = kept.map { "last written \($0.shown)" } ?? "not written yet"
    output.line(isThere ? written : "\(written); it was not there when \(remote) was last asked")
    for title in waiting { output.line("waits there: \(title)") }
    if changes > 0 {
      output.line("waits there: \(changes.counted("change")) of a state")
    }
  }
}
