import ArgumentParser
import Platform
import TasksCore
import TasksSync
import TasksTerminal

struct PhoneCommand: ParsableCommand {
  enum Step: String, CaseIterable { case enable, disable, status }

  static let configuration = CommandConfiguration(
    of: PhoneCommand.self, abstract: "Keep a small branch for phones that speak git.",
    usage: "tasks phone enable|disable|status",
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

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "enable, disable or status.") var step = Step.status.rawValue

  func run() throws {
    guard let step = Step(rawValue: step) else {
      throw CommandError(
        "say what to do: tasks phone enable, tasks phone disable, tasks phone status",
        code: .usage)
    }
    let session = try Session(options)
    let store = try session.openStore(noticesMerges: false)
    let progress = Progress(isShown: !options.json && isatty(2) == 1)
    let sync = Sync(store, pause: Pause.wait, progress: { progress.show($0.rawValue) })
    let phone = Phone(of: store, sync: sync)
    defer { progress.clear() }
    if write.dryRun, step != .status {
      let answer = try phone.status()
      return try Output.print(
        answer.isEnabled == (step == .enable)
          ? "nothing would change"
          : "would \(step == .enable ? "make" : "end") the branch \(answer.branch) of \(answer.remote)"
      )
    }
    switch step {
    case .status:
      let answer = try phone.status()
      try session.print(answer) { answer.writeLines(to: &$0) }
    case .enable:
      let answer = try phone.enable()
      progress.clear()
      try session.print(answer) { answer.writeLines(to: &$0) }
    case .disable:
      let (isChange, answer) = try phone.disable()
      progress.clear()
      try session.print(answer) { output in
        guard isChange else { return Conversation.say("nothing to change") }
        output.line("\(answer.remote) has no branch \(answer.branch) any more")
      }
    }
  }
}

extension PhoneAnswer {
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
      output.line("waits there: \(changes == 1 ? "1 change" : "\(changes) changes") of a state")
    }
  }
}
