import Foundation
import TestSupport
import Testing

/// A sync on a terminal: whatever git asks or says reaches the person there.
@Suite struct SyncTerminalTests {
  /// What was seen on a terminal of its own while the program ran there.
  private func onTerminal(_ fleet: Fleet, _ command: String, on device: String) throws
    -> World.Outcome
  {
    try fleet.attempt("script", ["-qefc", command, "/dev/null"], on: device)
  }

  /// A git that notes whether it was started on a terminal.
  private func watchGit(_ fleet: Fleet) throws {
    let git = try fleet.run("sh", ["-c", "command -v git"], on: "")
      .trimmingCharacters(in: .newlines)
    try fleet.world.write(
      """
      #!/bin/sh
      for word in "$@"; do
        case $word in fetch|push|ls-remote)
          [ -t 0 ] && [ -t 2 ] && on=terminal || on=pipes
          echo "$word $on" >> \(fleet.world.path("seen")); break;;
        esac
      done
      exec \(git) "$@"

      """, to: "bin/git")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fleet.world.path("bin/git"))
  }

  @Test func everythingThatMayAskHasTheTerminal() throws {
    let fleet = try Fleet("a", "b")
    try fleet.git("init", "-q", "--bare", "new.git")
    try watchGit(fleet)
    try fleet.tasks("add", "one", on: "a")
    #expect(try onTerminal(fleet, "tasks sync", on: "a").status == 0)
    #expect(try fleet.world.read("seen") == "fetch terminal\npush terminal\n")
    // A remote without a branch is asked what it has.
    try fleet.git("remote", "set-url", "origin", fleet.world.path("new.git"), on: "b")
    try fleet.git("update-ref", "-d", "refs/remotes/origin/main", on: "b")
    try fleet.world.write("", to: "seen")
    #expect(try onTerminal(fleet, "tasks sync", on: "b").status == 0)
    #expect(try fleet.world.read("seen") == "ls-remote terminal\npush terminal\n")
  }

  @Test func whatGitSaysIsSeen() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    try fleet.git("remote", "set-url", "origin", fleet.world.path("nothing.git"), on: "a")
    let outcome = try onTerminal(fleet, "tasks sync", on: "a")
    #expect(outcome.status == 6)
    #expect(outcome.output.contains("does not appear to be a git repository"))
    #expect(outcome.output.contains("1 change waits"))
    #expect(!outcome.output.contains("tasks: \r\n"))
  }
}
