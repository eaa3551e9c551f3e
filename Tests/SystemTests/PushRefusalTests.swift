import Foundation
import TestSupport
import Testing

/// Pushes that the remote does not take: why, and how often it is asked.
@Suite struct PushRefusalTests {
  /// A clone with something to push, and a remote that notes each connection.
  private func fleet(beforeEachPush line: String = "") throws -> Fleet {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "one", on: "a")
    for name in ["upload", "receive"] {
      try fleet.script(
        """
        #!/bin/sh
        echo \(name) >> \(fleet.world.path("asked"))
        \(name == "receive" ? line : "")
        exec git-\(name)-pack "$@"

        """, to: name)
      try fleet.git("config", "remote.origin.\(name)pack", fleet.world.path(name), on: "a")
    }
    return fleet
  }

  private func asked(_ fleet: Fleet) throws -> [Substring] {
    try fleet.world.read("asked").split(separator: "\n")
  }

  /// What the hook says is said once by us, and a hook that has said no is not asked again: only one that sees the
  /// push as a whole may have meant the record of this device.
  @Test(arguments: [("pre-receive", 2), ("update", 1)])
  func aHookThatRefusesIsNotPressed(hook: String, pushes: Int) throws {
    let fleet = try fleet()
    try fleet.script(
      "#!/bin/sh\necho the office is closed >&2\nexit 1\n", to: "hub.git/hooks/\(hook)")
    let outcome = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("origin rejected the push"))
    #expect(outcome.errors.contains("1 change waits"))
    #expect(outcome.errors.components(separatedBy: "remote: the office is closed").count == 2)
    #expect(try asked(fleet) == ["upload"] + Array(repeating: "receive", count: pushes))
    try FileManager.default.removeItem(atPath: fleet.world.path("hub.git/hooks/\(hook)"))
    try fleet.tasks("sync", on: "a")
  }

  /// A lock over there is somebody else's push, and goes.
  @Test func aBranchThatIsLockedIsTriedAgain() throws {
    let fleet = try fleet()
    let lock = fleet.world.path("hub.git/refs/heads/main.lock")
    try fleet.world.write("", to: lock)
    let refused = try fleet.attempt("tasks", ["sync"], on: "a")
    #expect(refused.status == 1 && refused.errors.contains("main.lock"))
    #expect(try asked(fleet).filter { $0 == "receive" }.count == 6)
    try fleet.script(
      """
      #!/bin/sh
      echo receive >> \(fleet.world.path("asked"))
      [ $(grep -c receive \(fleet.world.path("asked"))) -gt 9 ] && rm -f \(lock)
      exec git-receive-pack "$@"

      """, to: "receive")
    try fleet.tasks("sync", on: "a")
  }

  /// Somebody pushes between our fetch and our push.
  @Test func anotherDeviceThatWasFasterIsMerged() throws {
    let fleet = try fleet(beforeEachPush: "git -C ../b push -q 2> /dev/null; rm -rf ../b")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "b")
    try fleet.tasks("add", "two", on: "b")
    #expect(try fleet.tasks("sync", on: "a").contains("merged"))
    #expect(try Set(fleet.titles(on: "a")) == ["one", "two"])
    #expect(try asked(fleet) == ["upload", "receive", "upload", "receive"])
  }
}
