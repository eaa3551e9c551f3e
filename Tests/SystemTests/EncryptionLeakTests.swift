import Foundation
import TestSupport
import Testing

/// What is encrypted is nowhere in plain text: not in the repository, in temporary folders, in arguments or environments
/// of programs, in caches and logs, nor in a file that is removed again.
@Suite struct EncryptionLeakTests {
  private static let canary = "xyzzyCANARY"

  @Test func nothingLeaks() throws {
    let world = try World()
    let keys = try KeyRing(in: world, secret: ["alice"])
    defer { keys.remove() }
    for folder in ["tmp", "run"] {
      try FileManager.default.createDirectory(
        atPath: world.path(folder), withIntermediateDirectories: true)
    }
    world.environment["TMPDIR"] = world.path("tmp")
    world.environment["XDG_RUNTIME_DIR"] = world.path("run")
    try world.tasks("init", "store")
    try world.tasks("config", "crypt.recipients", "alice", in: "store")
    let text = "Open the safe +crypt / The code is \(EncryptionLeakTests.canary).\n"
    let id = "safe"
    try traced(world, ["add", "-"], input: text)
    let short = String(
      try world.tasks("list", "--format", "{id}", in: "store").output.prefix { $0 != "\n" })
    #expect(!short.isEmpty, "\(id)")
    try traced(world, ["done", short, "--note", "opened"])
    try traced(world, ["reopen", short])
    let shown = try traced(world, ["show", short, "--decrypt"])
    #expect(shown.output.contains(EncryptionLeakTests.canary))
    world.environment["EDITOR"] = "sed -i s/code/number/"
    try traced(world, ["edit", short])
    try traced(world, ["list", EncryptionLeakTests.canary.lowercased()])
    try traced(world, ["export", "json"])
    try traced(world, ["log"])
    // Nothing is left anywhere, compressed objects included.
    let found = try world.run("grep", ["-rl", EncryptionLeakTests.canary, world.folder])
    #expect(
      found.output.split(separator: "\n").allSatisfy {
        $0.contains("/trace") || $0.contains("/out")
      }, "\(found.output)")
    let history = try world.git("log", "-p", "--all", "--format=%B", in: "store").output
    #expect(!history.contains(EncryptionLeakTests.canary))
    let objects = try world.run(
      "sh",
      [
        "-c",
        "git cat-file --batch --batch-all-objects --unordered | grep -ac \(EncryptionLeakTests.canary)",
      ], in: "store")
    #expect(objects.output == "0\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("run")) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("tmp")) == [])
  }

  /// Runs a command under strace(1), and looks for the word in all that it and its children write to files and start.
  @discardableResult
  private func traced(
    _ world: World, _ words: [String], input: String = ""
  ) throws -> World.Outcome {
    let trace = world.path("trace")
    let outcome = try world.run(
      "strace",
      [
        "-f", "-qq", "-y", "-v", "-s", "100000", "-e",
        "trace=execve,write,pwrite64,writev,sendto,sendmsg,rename,link,symlink", "-o", trace,
        World.tasks,
      ] + words,
      in: "store", input: input)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    let lines = try String(decoding: Data(contentsOf: URL(fileURLWithPath: trace)), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.contains { $0.contains("execve") })
    let typed = "\"list\", \"\(EncryptionLeakTests.canary.lowercased())\""
    for line in lines where line.lowercased().contains(EncryptionLeakTests.canary.lowercased()) {
      // Pipes between programs; the private file, which its folder protects; what is printed for the user.
      let isAllowed =
        line.contains("<pipe:") || line.contains(world.path("run") + "/tasks-")
        || line.contains(" write(1<") || line.contains(typed)
      #expect(isAllowed, "\(words): \(line.prefix(300))")
    }
    try? FileManager.default.removeItem(atPath: trace)
    return outcome
  }
}
