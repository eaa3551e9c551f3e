import ArgumentParser
import TasksCore
import TasksStore

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Doctor.self,
    abstract: "Check the clone and its tasks, and print how to fix what is wrong.",
    discussion: """
      It checks git's merge settings, stale lock files, ids that several files share, files that cannot be \
      read, duplicate keys in a file, tasks that lead back to themselves, conflicts left by a merge without tasks, \
      and the remote. With --fix it repairs whatever it can. The exit status is 1 if anything is still wrong.

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
    let findings = try Checkup(store, mends: fix, asksRemote: remote).run()
    try session.print(DoctorAnswer(findings)) { output in
      for finding in findings {
        output.line(
          "\(label(finding.state))  \(finding.subject): \(ControlCharacters.escaped(finding.message))"
        )
        if let advice = finding.advice {
          output.line("        \(ControlCharacters.escaped(advice))")
        }
      }
    }
    if findings.contains(where: { $0.state == .wrong }) { throw ExitCode(1) }
  }

  private func label(_ state: Finding.State) -> String {
    switch state {
    case .fine: "fine  "
    case .mended: "mended"
    case .wrong: "wrong "
    }
  }
}
