import ArgumentParser
import TasksCore
import TasksReminders
import TasksStore
import TasksSync
import TasksTerminal

struct Doctor: Verb {
  static let names = "doctor"
  static let configuration = CommandConfiguration(
    of: Doctor.self,
    abstract: "Check the clone and its tasks, and print how to fix what is wrong.",
    discussion: """
      It checks git's merge settings, stale lock files, ids that several files share, files and values that cannot \
      be read, duplicate keys in a file, states that files lack, tasks that lead back to themselves, conflicts left by a \
      merge without tasks, the remote, and whether git has your name, your shell completes tasks and the system shows \
      reminders. With --fix it repairs whatever it can. The exit status is 1 if anything is still wrong.

        tasks doctor
        tasks doctor --fix
        tasks doctor --remote
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Repair whatever can be repaired.") var fix = false
  @Flag(help: "Also check that this device can reach the remote and sign in to it.") var remote =
    false

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore(noticesMerges: false)
    let findings =
      try Checkup(store, mends: fix, asksRemote: remote).run()
      + [ShellSetup.own?.finding, reminders(of: store)].compactMap { $0 }
    try Doctor.show(DoctorAnswer(findings), session)
  }

  private func reminders(of store: TaskStore) throws -> Finding {
    let areShown = try Reminders(of: store).areShown()
    return Finding(
      subject: "reminders", state: .fine,
      message: areShown ? "the system shows reminders" : "nothing shows reminders here yet",
      advice: areShown
        ? nil : "tasks remind test shows one now; let the system do it with: tasks remind install")
  }

  /// Prints findings, and ends with exit status 1 if anything is wrong.
  static func show(_ answer: DoctorAnswer, _ session: Session) throws {
    try session.print(answer) { output in
      for finding in answer.findings {
        output.line(
          "\(label(finding.state))  \(finding.subject): \(ControlCharacters.escaped(finding.message))"
        )
        if let advice = finding.advice {
          output.line("        \(ControlCharacters.escaped(advice))")
        }
      }
    }
    if !answer.isFine { throw ExitCode(1) }
  }

  private static func label(_ state: Finding.State) -> String {
    switch state {
    case .fine: "fine  "
    case .mended: "mended"
    case .wrong: "wrong "
    }
  }
}

/// The results of a checkup or a verification.
package struct DoctorAnswer: Answer {
  package let kind: String
  package let findings: [Finding]

  /// - Parameter kind: The verb that has found them.
  package init(_ findings: [Finding], kind: String = "doctor") {
    (self.findings, self.kind) = (findings, kind)
  }

  package var isFine: Bool { !findings.contains { $0.state == .wrong } }

  package func write(to json: inout JSONWriter) {
    json.array(findings) { json, finding in
      json.object { json in
        json.member("check", finding.subject)
        json.member("state", finding.state.rawValue)
        json.member("message", finding.message)
        json.member("advice", finding.advice)
      }
    }
  }
}
