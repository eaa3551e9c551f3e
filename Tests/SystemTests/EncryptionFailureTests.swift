import Foundation
import TestSupport
import Testing

/// What can go wrong with gpg for no fault of the task.
@Suite struct EncryptionFailureTests {
  /// An agent that takes calls and never answers: it is given 15 seconds.
  @Test(.enabled(if: TestScope.isAll)) func anAgentThatDoesNotAnswer() throws {
    let world = try World()
    let keys = try KeyRing(in: world, secret: ["alice"])
    defer { keys.remove() }
    try world.tasks("init", "store")
    try world.tasks("add", "Open the safe / The code is 1234.", in: "store")
    let id = String(
      try world.tasks("list", "--format", "{id}", in: "store").output.prefix { $0 != "\n" })
    try world.tasks("encrypt", id, "--to", "alice", in: "store")
    try world.run("gpgconf", ["--kill", "all"])
    let listener = try world.start(
      "/usr/bin/python3",
      [
        "-c",
        "import socket,os,time; s=socket.socket(socket.AF_UNIX); s.bind(os.environ['GNUPGHOME']+'/S.gpg-agent'); s.listen(); time.sleep(100)",
      ])
    defer {
      listener.signal(SIGKILL)
      _ = listener.waitUntilExit()
    }
    for _ in 0..<100 where !FileManager.default.fileExists(atPath: keys.folder + "/S.gpg-agent") {
      Thread.sleep(forTimeInterval: 0.05)
    }
    let before = try world.git("rev-parse", "HEAD", in: "store").output
    let outcome = try world.tasks("decrypt", id, in: "store")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("gpg has not ended within 15 seconds"), "\(outcome)")
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == before)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  /// Reading lists and searching start no gpg.
  @Test func listsStartNoProgram() throws {
    let world = try World()
    let keys = try KeyRing(in: world, secret: ["alice"])
    defer { keys.remove() }
    try world.tasks("init", "store")
    try world.tasks("config", "crypt.recipients", "alice", in: "store")
    try world.tasks("add", "Open the safe +crypt / The code is 1234.", in: "store")
    for words in [
      ["list"], ["list", "code"], ["agenda"], ["list", "--jsonl"], ["status"], ["export", "ics"],
    ] {
      let outcome = try world.run(
        "strace", ["-f", "-qq", "-e", "trace=execve", World.tasks] + words, in: "store")
      #expect(!outcome.errors.contains("gpg"), "\(words): \(outcome.errors)")
      #expect(!outcome.output.contains("1234"))
    }
  }
}
