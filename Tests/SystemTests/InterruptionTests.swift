import Foundation
import TestSupport
import Testing

/// Commands that are told to end while a program works for them: nothing of theirs stays.
@Suite struct InterruptionTests {
  /// Waits until a process that was told to end has.
  private func expectEnded(_ process: RunningProgram, of signal: Int32, _ fleet: Fleet) throws {
    try fleet.wait("it goes on") { !process.isRunning }
    process.signal(SIGKILL)
    #expect(process.waitUntilExit() == .killed(by: signal))
  }

  private func text(_ place: String, in fleet: Fleet) -> String {
    (try? fleet.world.read(place)) ?? ""
  }

  private func isThere(_ place: String, in fleet: Fleet) -> Bool {
    FileManager.default.fileExists(atPath: fleet.world.path(place))
  }

  // MARK: clone

  /// A world in which every remote hangs.
  private func deadWorld() throws -> Fleet {
    let fleet = try Fleet()
    try fleet.script(
      "#!/bin/sh\necho $$ >> \(fleet.world.path("asked"))\nexec sleep 600\n", to: "ssh")
    fleet.world.environment["GIT_SSH_COMMAND"] = fleet.world.path("ssh")
    fleet.world.environment["GIT_SSH_VARIANT"] = "ssh"
    return fleet
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aCloneLeavesNothing(number: Int32) throws {
    let fleet = try deadWorld()
    let clone = try fleet.start("tasks", ["clone", "ssh://u@h/x.git", "far/off/todo"], on: "")
    try fleet.wait("no question") { !text("asked", in: fleet).isEmpty }
    #expect(isThere("far/off/todo", in: fleet))
    clone.signal(number)
    try expectEnded(clone, of: number, fleet)
    #expect(!isThere("far", in: fleet))
    for process in text("asked", in: fleet).split(separator: "\n").compactMap({ Int32($0) }) {
      try fleet.wait("ssh goes on") { !RunningProgram.isRunning(process) }
    }
  }

  /// Ctrl-C is for all that runs on the terminal; a folder that was there stays.
  @Test func aCloneLeavesAnEmptyFolderEmpty() throws {
    let fleet = try deadWorld()
    let todo = fleet.world.path("todo")
    try FileManager.default.createDirectory(atPath: todo, withIntermediateDirectories: true)
    let outcome = try pressingInterrupt("tasks clone ssh://u@h/x.git todo", in: fleet, on: "")
    #expect(outcome.status == 130, "\(outcome.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: todo) == [])
  }

  /// Off a terminal what git says is told with the failure; folders made on the way go.
  @Test func aCloneThatFailsLeavesNothing() throws {
    let fleet = try Fleet()
    let outcome = try fleet.attempt("tasks", ["clone", "nowhere", "far/todo", "--json"], on: "")
    #expect(outcome.status == 6)
    let object =
      try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any]
    #expect((object?["message"] as? String)?.contains("'nowhere' does not exist") == true)
    #expect(!isThere("far", in: fleet))
  }

  // MARK: A hook

  /// A store whose hook takes long, and leaves word of itself.
  private func slowHook(_ name: String = "pre-commit") throws -> Fleet {
    let fleet = try Fleet("a")
    try fleet.script(
      """
      #!/bin/sh
      echo $$ >> \(fleet.world.path("asked"))
      exec sleep 600

      """, to: "a/.git/hooks/" + name)
    return fleet
  }

  private func ownFiles(_ fleet: Fleet) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fleet.world.path("a/.git"))
      .filter { $0.hasPrefix("tasks-commit") }
  }

  private func expectNothing(of fleet: Fleet) throws {
    #expect(try ownFiles(fleet) == [])
    #expect(try fleet.git("status", "--porcelain", on: "a") == "")
    #expect(try fleet.git("log", "-1", "--format=%s", on: "a") == "init\n")
    #expect(try fleet.read(".git/tasks/lock", on: "a").allSatisfy(\.isWhitespace))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["pre-commit", "commit-msg"])
  func aHookEndsWithTheCommand(number: Int32, hook: String) throws {
    let fleet = try slowHook(hook)
    let add = try fleet.start("tasks", ["add", "one"], on: "a")
    try fleet.wait("no hook") { !text("asked", in: fleet).isEmpty }
    #expect(try !ownFiles(fleet).isEmpty)
    add.signal(number)
    try expectEnded(add, of: number, fleet)
    try expectNothing(of: fleet)
    for process in text("asked", in: fleet).split(separator: "\n").compactMap({ Int32($0) }) {
      try fleet.wait("the hook goes on") { !RunningProgram.isRunning(process) }
    }
    try FileManager.default.removeItem(atPath: fleet.world.path("a/.git/hooks/\(hook)"))
    try fleet.tasks("add", "one", on: "a")
  }

  @Test func aHookEndsAtTheKeyboard() throws {
    let fleet = try slowHook()
    let outcome = try pressingInterrupt("tasks add one", in: fleet, on: "a")
    #expect(outcome.status == 130, "\(outcome.output)")
    try expectNothing(of: fleet)
  }

  /// The hook of a merge that a sync makes.
  @Test func aMergeLeavesNothing() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("add", "two", on: "a")
    let before = try fleet.git("rev-parse", "HEAD", on: "a")
    try fleet.script(
      "#!/bin/sh\ntouch \(fleet.world.path("asked"))\nexec sleep 600\n",
      to: "a/.git/hooks/pre-merge-commit")
    let sync = try fleet.start("tasks", ["sync"], on: "a")
    try fleet.wait("no hook") { isThere("asked", in: fleet) }
    sync.signal(SIGTERM)
    try expectEnded(sync, of: SIGTERM, fleet)
    #expect(try ownFiles(fleet) == [])
    #expect(try fleet.git("rev-parse", "HEAD", on: "a") == before)
    try fleet.expectClean("a")
    try FileManager.default.removeItem(atPath: fleet.world.path("a/.git/hooks/pre-merge-commit"))
    #expect(try fleet.tasks("sync", on: "a").contains("merged"))
  }

  /// What a killed command has left goes with the next one.
  @Test func filesOfAKilledCommandAreRemoved() throws {
    let fleet = try slowHook()
    let add = try fleet.start("tasks", ["add", "one"], on: "a")
    try fleet.wait("no hook") { !text("asked", in: fleet).isEmpty }
    add.signal(SIGKILL)
    for process in text("asked", in: fleet).split(separator: "\n").compactMap({ Int32($0) }) {
      kill(process, SIGKILL)
    }
    add.waitUntilExit()
    #expect(try !ownFiles(fleet).isEmpty)
    try fleet.tasks("list", on: "a")
    try expectNothing(of: fleet)
  }

  /// Runs a command on a terminal of its own, where Ctrl-C is typed as soon as it has called one of our scripts.
  private func pressingInterrupt(
    _ command: String, in fleet: Fleet, on device: String
  ) throws -> World.Outcome {
    try fleet.attempt(
      "sh",
      [
        "-c",
        """
        mkfifo \(fleet.world.folder)/typed; exec 3<>\(fleet.world.folder)/typed
        (while [ -p \(fleet.world.folder)/typed -a ! -s \(fleet.world.folder)/asked ]; do sleep 0.02; done
         printf '\u{3}' >&3) &
        timeout 100 script -qefc 'exec \(command)' /dev/null <&3 3<&-
        """,
      ], on: device)
  }
}
