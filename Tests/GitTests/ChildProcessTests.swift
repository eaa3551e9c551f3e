import Foundation
import Git
import Platform
import Testing

@Suite struct ChildProcessTests {
  private let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  @Test func muchInAndMuchOut() throws {
    let outcome = try ChildProcess("cat", []).run(input: large)
    #expect(outcome.succeeded)
    #expect(outcome.output == large)
    let both = try ChildProcess("sh", ["-c", "head -c 2000000 /dev/zero >&2; cat; echo end"])
      .run(input: large)
    #expect(both.output == large + Array("end\n".utf8))
    #expect(both.errors.count == 2_000_000)
  }

  /// Neither a hang nor a SIGPIPE.
  @Test func aProgramThatReadsNothing() throws {
    #expect(try ChildProcess("true", []).run(input: large).succeeded)
    let closed = try ChildProcess("sh", ["-c", "exec 0<&-; exit 3"]).run(input: large)
    #expect(closed.status == .exited(3))
  }

  @Test func aProgramThatIsNotThere() {
    #expect(throws: SystemError.programNotStarted(name: "no-such-program", code: ENOENT)) {
      _ = try ChildProcess("no-such-program", []).run()
    }
    #expect(throws: SystemError.self) { _ = try ChildProcess("true", [], folder: "/none").run() }
  }

  @Test func aProgramThatIsKilled() throws {
    let killed = try ChildProcess("sh", ["-c", "echo first; kill -9 $$"]).run()
    #expect(killed.status == .killed(signal: 9))
    #expect(killed.status.code == 137)
    #expect(killed.output == Array("first\n".utf8))
  }

  @Test func argumentsFolderAndEnvironment() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let outcome = try ChildProcess(
      "sh",
      [
        "-c", "pwd; printf '%s|' \"$@\"; echo \"${PWD_TEST-unset} ${HOME-unset}\"", "sh", "a b",
        "*", "",
      ],
      folder: folder, environment: ["PWD_TEST": "x y", "HOME": nil]
    ).run()
    #expect(
      String(decoding: outcome.output, as: UTF8.self) == "\(folder)\na b|*||x y unset\n")
  }

  @Test func whatGitSaysIsInTheError() throws {
    let world = try TestRepository()
    do {
      try GitProgram(folder: world.path).check(["rev-parse", "--verify", "nothing"])
      Issue.record("git must fail")
    } catch {
      guard case .programFailed(let command, let status, let output) = error else {
        throw error
      }
      #expect(command == "git rev-parse --verify nothing")
      #expect(status == 128)
      #expect(output.hasPrefix("fatal:") && !output.hasSuffix("\n"))
    }
    // A variable of the caller does not lead elsewhere.
    let elsewhere = try GitProgram(folder: world.path).run(["rev-parse", "--show-toplevel"])
    #expect(String(decoding: elsewhere.output, as: UTF8.self) == world.path + "\n")
  }

  /// What a program has left running does not hold up whoever asked it.
  @Test func askingEndsWithTheProgram() throws {
    let start = ContinuousClock.now
    let outcome = try ChildProcess("sh", ["-c", "sleep 600 & echo $!; exit 4"]).askOnTerminal()
    #expect(outcome.status == .exited(4))
    let left = try #require(
      Int32(String(decoding: outcome.output, as: UTF8.self).dropLast()))
    kill(left, SIGKILL)
    #expect(ContinuousClock.now - start < .seconds(300))
    let large = try ChildProcess("sh", ["-c", "head -c 2000000 /dev/zero; exec >&-; sleep 0.1"])
      .askOnTerminal()
    #expect(large.succeeded && large.output.count == 2_000_000)
  }

  @Test func aTreeHoldsWhatAProgramHasStarted() throws {
    let pipe = Foundation.Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "sh -c 'sleep 600 & echo $!; wait' & wait"]
    process.standardOutput = pipe
    try process.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let deepest = try #require(Int32(line.dropLast()))
    let tree = ProcessTree.processes(under: process.processIdentifier)
    #expect(tree.first == process.processIdentifier && tree.last == deepest && tree.count == 3)
    for id in tree { kill(id, SIGKILL) }
    process.waitUntilExit()
  }

  @Test func whatARemoteAnswersIsToldFromWhatGitMakesOfIt() throws {
    let world = try TestRepository()
    try GitProgram(folder: world.path).check(["init", "-q", "--bare", "hub.git"])
    let git = GitProgram(folder: world.path)
    let hub = world.path + "/hub.git"
    let none = try git.ask(["fetch", "-q", hub, "refs/heads/none"])
    #expect(!none.succeeded && none.isAnswered && none.refusingHook == nil)
    let gone = try git.ask(["fetch", "-q", world.path + "/gone.git", "refs/heads/none"])
    #expect(!gone.succeeded && !gone.isAnswered)
    #expect(try git.ask(["ls-remote", hub]).isAnswered)
    #expect(!gone.isDiskFull)
    let script = "!say() { echo \"$1\" >&2; exit 1; }; say"
    let full = "fatal: unable to write loose object file: No space left on device"
    let pack = "fatal: sha1 file '.git/objects/pack/tmp_pack_x' write error. Out of diskspace"
    for (said, isFull) in [(full, true), (pack, true), ("remote: \(full)", false)] {
      #expect(try git.ask(["-c", "alias.say=\(script)", "say", said]).isDiskFull == isFull)
    }
  }
}
