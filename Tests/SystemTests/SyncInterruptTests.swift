import Foundation
import TestSupport
import Testing

/// A sync that is told to end while git waits for a remote that does not answer.
@Suite struct SyncInterruptTests {
  /// A clone whose remote is behind an ssh that hangs for longer than any test waits, and leaves word of itself.
  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.script(
      "#!/bin/sh\necho $$ >> \(fleet.world.path("asked"))\nexec sleep 600\n", to: "ssh")
    fleet.world.environment["GIT_SSH_COMMAND"] = fleet.world.path("ssh")
    fleet.world.environment["GIT_SSH_VARIANT"] = "ssh"
    try fleet.git("remote", "set-url", "origin", "ssh://user@host/x.git", on: "a")
    return fleet
  }

  /// The processes of all that were asked.
  private func asked(_ fleet: Fleet) -> [Int32] {
    let text = (try? fleet.world.read("asked")) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }

  private func expectAllEnded(_ fleet: Fleet) throws {
    let processes = asked(fleet)
    #expect(processes.count == 1, "a second question to the network")
    for process in processes {
      try fleet.wait("ssh goes on") { !RunningProgram.isRunning(process) }
      kill(process, SIGKILL)
    }
  }

  /// One signal, to the program alone; off a terminal.
  @Test(arguments: [SIGINT, SIGTERM], [true, false])
  func aSignalEndsAllAtOnce(number: Int32, repeats: Bool) throws {
    let fleet = try fleet()
    let words = repeats ? ["sync", "--every", "1"] : ["sync"]
    let sync = try fleet.start("tasks", words, on: "a")
    try fleet.wait("no question") { !asked(fleet).isEmpty }
    sync.signal(number)
    try fleet.wait("it goes on") { !sync.isRunning }
    sync.signal(SIGKILL)
    #expect(sync.waitUntilExit() == (repeats ? .exited(0) : .killed(by: number)))
    try expectAllEnded(fleet)
    #expect(!fleet.exists(".git/refs/remotes/origin/main.lock", on: "a"))
  }

  /// On a terminal: Ctrl-C is for all that runs there, a signal for the program alone.
  @Test(arguments: ["\u{3}", "TERM"], [true, false])
  func itEndsOnATerminalToo(signal: String, repeats: Bool) throws {
    let fleet = try fleet()
    let place = fleet.world.folder
    try fleet.script(
      "#!/bin/sh\necho $$ > \(place)/sync\nexec tasks sync \(repeats ? "--every 1" : "")\n",
      to: "bin/start")
    let act = signal == "TERM" ? "kill -TERM $(cat \(place)/sync)" : "printf '\(signal)'"
    let outcome = try fleet.attempt(
      "sh",
      [
        "-c",
        """
        (while [ ! -s \(place)/asked ]; do sleep 0.02; done; \(act)
         while kill -0 $(cat \(place)/sync) 2>/dev/null; do sleep 0.02; done) |
        timeout 300 script -qefc 'exec \(place)/bin/start' /dev/null
        """,
      ], on: "a")
    #expect(outcome.status == (repeats ? 0 : signal == "TERM" ? 143 : 130), "\(outcome.output)")
    try expectAllEnded(fleet)
  }

  /// One that takes no notice of the signal is not waited for either.
  @Test func whatDoesNotListenIsKilled() throws {
    let fleet = try fleet()
    try fleet.script(
      """
      #!/bin/sh
      trap '' TERM
      echo $$ >> \(fleet.world.path("asked"))
      for i in $(seq 120); do sleep 5; done

      """, to: "ssh")
    try fleet.script(
      """
      #!/bin/sh
      trap '' TERM
      \(try fleet.world.shell("command -v git", in: "").output.trimmingCharacters(in: .newlines)) "$@" &
      wait

      """, to: "bin/git")
    let sync = try fleet.start("tasks", ["sync"], on: "a")
    try fleet.wait("no question") { !asked(fleet).isEmpty }
    sync.signal(SIGTERM)
    try fleet.wait("it goes on") { !sync.isRunning }
    sync.signal(SIGKILL)
    #expect(sync.waitUntilExit() == .killed(by: SIGTERM))
    for process in asked(fleet) { kill(process, SIGKILL) }
  }
}
